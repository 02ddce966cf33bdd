export {
  accountKeyOf,
  ON_STATEMENT,
  OPENED_ON_DISBURSEMENT,
  OPENED_ON_JOINING,
  OPENED_WITH_SETTINGS,
  OWNED_BY_MEMBER,
  SACCO_ACCOUNTS,
  type SaccoAccountKind,
} from './accounts.rules.ts';
export { approvalDetailsSchema, presentApprovalDetails } from './approvals/approval-effect.presenter.ts';
export { readApproval } from './approvals/approval-effect.ts';
export { approvalSchema, presentApproval, presentApprovals } from './approvals/approval.presenter.ts';
export { APPROVAL_FILTERS, listApprovals, type ApprovalFilter } from './approvals/approval.ts';
export { requestSubjectApproval } from './approvals/create-approval.ts';
export { approve, cancelApproval, reject } from './approvals/decide-approval.ts';
export { DECISION_DEMANDS } from './approvals/who-decides.ts';
export { creditSaccoPayment, sweepSaccoCredits } from './credits/credit-payment.ts';
export { memberDestination } from './credits/member-destination.ts';
export { SaccoEntry, type EntryRow } from './entries/entry.model.ts';
export { entrySchema, presentEntries, presentEntry } from './entries/entry.presenter.ts';
export {
  ENTRY_STATUSES,
  ENTRY_TRANSITIONS,
  IN_FLIGHT,
  MONEY_STATUSES,
  type EntryStatus,
} from './entries/entry.rules.ts';
export { getEntry, newEntry } from './entries/entry.ts';
export { insertEntries } from './entries/insert-entries.ts';
export { listEntries, type EntryFilter } from './entries/list-entries.ts';
export { postedAndReversed } from './entries/posted-and-reversed.ts';
export { countEntriesUnderWay } from './entries/under-way.sql.ts';
export { movementInvariants } from './invariants.ts';
export { movementKeySubjects } from './key-subjects.ts';
export { effectsOn, effectSql, leg, type Leg } from './legs.rules.ts';
export { DIRECTIONS, ENTRY_KINDS, type Direction, type Income } from './movement.rules.ts';
export {
  aboveThreshold,
  always,
  defineMovement,
  type AccountEffect,
  type Decision,
  type EffectWarning,
  type EndedEntry,
  type EntryTransfer,
  type Reader,
  type Reversal,
} from './movement.ts';
export type { CheckedMember } from './pipeline/check-entries.sql.ts';
export { checkEntries } from './pipeline/check-entries.ts';
export { bookBatches, bookInBatches, storeBatches, type TakenBatch } from './pipeline/entry-batches.ts';
export { bookEntry, resumePendingEntries } from './pipeline/entry-pipeline.ts';
export { requestEntry } from './pipeline/request-entry.ts';
export type { MovementRequest, RequestedEntry } from './pipeline/request-to-move.ts';
export { movementRegistry } from './registry.ts';
export { isReversalWaiting } from './reversals/reversal-refusal.ts';
export { reverseEntry } from './reversals/reverse-entry.ts';
