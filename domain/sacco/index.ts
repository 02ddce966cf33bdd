export { getApproval, listApprovals, presentApproval } from './approvals/approval.ts';
export { APPROVAL_STATUSES, type ApprovalStatus } from './approvals/approval.model.ts';
export {
  bookEntries,
  requestEntry,
  resumePendingEntries,
  type RequestedEntry,
} from './entries/entry-pipeline.ts';
export { insertEntries, resumeAt } from './entries/insert-entries.ts';
export { newEntry } from './entries/entry.ts';
export { SaccoEntry, type GuaranteeLeg } from './entries/entry.model.ts';
export { effectSql } from './entries/booking-table.rules.ts';
export { requestWithApproval } from './approvals/request-approval.ts';
export { holdingsOf } from './members/accounts.ts';
export { memberRefusal } from './members/member.rules.ts';
export { idsOfMembers, lockMember, readMembers } from './members/member.ts';
export type { NamedMember } from './members/member.model.ts';
export type {
  ApprovalAction,
  EndedEntry,
  EntryAllocator,
  EntryEffect,
  ExitGuard,
  SaccoExtensions,
} from './extension.port.ts';
export { creditSaccoPayment, memberDestination, sweepSaccoCredits } from './credits/credit-payment.ts';
export { approve, cancelApproval, reject } from './approvals/decide-approval.ts';
export { getEntry, listEntries } from './entries/entry.ts';
export type { EntryRow } from './entries/entry.model.ts';
export { ENTRY_KINDS, type Direction } from './entries/movement.rules.ts';
export { BOOKING_TABLE } from './entries/booking-table.rules.ts';
export { ENTRY_STATUSES, ENTRY_TRANSITIONS, type EntryStatus } from './entries/entry.rules.ts';
export { requestExit } from './members/exit-member.ts';
export { joinMember, type JoinRequest } from './members/join-member.ts';
export { MEMBER_STATES, MEMBER_STATUSES } from './members/member.rules.ts';
export { listMembers, readMember, type MemberFilter } from './members/member.ts';
export { refuseClosingMember } from './members/close-guard.ts';
export { adjustCash, buyShares, deposit, withdraw } from './entries/movements.ts';
export { presentEntry, presentMember, presentSettings } from './sacco.presenter.ts';
export { getSettings, serializeOnSettings, putSettings, type SettingsChange } from './settings.ts';
export type { SettingsRow } from './settings.model.ts';
export { presentStatement, readStatement, statementCsv, type StatementRequest } from './statement.ts';
export { presentSummary, readSummary } from './summary.ts';
export { setMemberStatus } from './members/suspend-member.ts';
export { saccoInvariants } from './invariants.ts';
export { presentTreasury, readTreasury } from './treasury.ts';
