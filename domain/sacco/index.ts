export { DECIDED, getApproval, listApprovals, type ApprovalFilter } from './approvals/approval.ts';
export { APPROVAL_STATUSES } from './approvals/approval.model.ts';
export { requestEntry, resumePendingEntries, type RequestedEntry } from './entries/entry-pipeline.ts';
export { bookInBatches, type TakenBatch } from './entries/book-in-batches.ts';
export { bookBatches, storeBatches } from './entries/entry-batch.ts';
export { countEntriesUnderWay, newEntry } from './entries/entry.ts';
export { SaccoEntry, type GuaranteeLeg } from './entries/entry.model.ts';
export { bookingOf, effectsOn, effectSql } from './entries/booking-table.rules.ts';
export { postedAndReversed } from './entries/posted-and-reversed.ts';
export { NO_AMOUNTS } from './entries/entry-amounts.rules.ts';
export { requestSubjectApproval } from './approvals/request-subject-approval.ts';
export { requestWithApproval } from './approvals/request-approval.ts';
export { holdingsOf } from './members/accounts.ts';
export { customerRefusal, memberRefusal } from './members/member.rules.ts';
export { countMembers, getMember, idsOfMembers, lockMember, readMembers } from './members/member.ts';
export type { NamedMember } from './members/member.model.ts';
export type {
  AccountEffect,
  ApprovalAction,
  EffectWarning,
  EndedEntry,
  EntryAllocator,
  EntryEffect,
  ExitGuard,
  RepaymentReversal,
  SaccoExtensions,
  SubjectAction,
} from './extension.port.ts';
export { creditSaccoPayment, memberDestination, sweepSaccoCredits } from './credits/credit-payment.ts';
export { approvalEffect } from './approvals/approval-effect.ts';
export { approvalDetailsSchema, presentApprovalDetails } from './approvals/approval-effect.presenter.ts';
export { approve, cancelApproval, reject } from './approvals/decide-approval.ts';
export { DECISION_DEMANDS, mayDecide } from './approvals/who-decides.ts';
export { getEntry, listEntries, type EntryFilter } from './entries/entry.ts';
export type { EntryRow } from './entries/entry.model.ts';
export { DIRECTIONS, ENTRY_KINDS, type Direction } from './entries/movement.rules.ts';
export { BOOKING_TABLE } from './entries/booking-table.rules.ts';
export { ENTRY_STATUSES, ENTRY_TRANSITIONS, type EntryStatus } from './entries/entry.rules.ts';
export { requestExit } from './members/exit-member.ts';
export { joinMember, type JoinRequest } from './members/join-member.ts';
export { MEMBER_STATES, MEMBER_STATUSES, type MemberStatus } from './members/member.rules.ts';
export { listMembers, readMember, type MemberFilter } from './members/member.ts';
export { refuseClosingMember } from './members/close-guard.ts';
export { adjustCash, buyShares, deposit, withdraw, type MovementRequest } from './entries/movements.ts';
export { reverseEntry } from './reversals/reverse-entry.ts';
export { requestExpense } from './expenses/request-expense.ts';
export { reportExpenses } from './expenses/report-expenses.ts';
export { reportPeriod, type ReportRequest } from './report-period.ts';
export {
  expenseReportCsv,
  expenseReportSchema,
  presentExpenseReport,
} from './expenses/expense-report.presenter.ts';
export { approvalSchema, presentApproval, presentApprovals } from './approvals/approval.presenter.ts';
export { entrySchema, presentEntries, presentEntry } from './entries/entry.presenter.ts';
export {
  memberSchema,
  memberSummaries,
  memberSummarySchema,
  presentMember,
  type MemberSummaries,
} from './members/member.presenter.ts';
export { presentSettings, settingsSchema } from './settings.presenter.ts';
export { presentStatement, statementCsv, statementSchema } from './statement.presenter.ts';
export { presentTreasury, treasurySchema } from './treasury.presenter.ts';
export {
  findSettings,
  getSettings,
  putSettings,
  serializeOnSettings,
  type SettingsChange,
} from './settings.ts';
export type { SettingsRow } from './settings.model.ts';
export { readStatement, type Statement, type StatementRequest } from './statement.ts';
export { setMemberStatus } from './members/suspend-member.ts';
export { saccoInvariants } from './invariants.ts';
export { readTreasury } from './treasury.ts';
export { saccoKeySubjects } from './key-subjects.ts';
