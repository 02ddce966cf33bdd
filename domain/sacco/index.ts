export {
  APPROVAL_STATUSES,
  getApproval,
  listApprovals,
  presentApproval,
  type ApprovalStatus,
} from './approvals/approval.ts';
export { resumePendingEntries } from './entries/entry-pipeline.ts';
export { creditSaccoPayment, memberDestination, sweepSaccoCredits } from './credits/credit-payment.ts';
export { approve, cancelApproval, reject } from './approvals/decide-approval.ts';
export { getEntry, listEntries, type EntryRow } from './entries/entry.ts';
export { BOOKING_TABLE, ENTRY_KINDS, type Direction } from './entries/booking-table.rules.ts';
export { ENTRY_STATUSES, ENTRY_TRANSITIONS, type EntryStatus } from './entries/entry.rules.ts';
export { requestExit } from './members/exit-member.ts';
export { joinMember, type JoinRequest } from './members/join-member.ts';
export { MEMBER_STATES, MEMBER_STATUSES } from './members/member.rules.ts';
export { listMembers, readMember, type MemberFilter } from './members/member.ts';
export { refuseClosingMember } from './members/close-guard.ts';
export { adjustCash, buyShares, deposit, withdraw } from './entries/movements.ts';
export { presentEntry, presentMember, presentSettings } from './sacco.presenter.ts';
export { getSettings, putSettings, type SettingsChange } from './settings.ts';
export { presentStatement, readStatement, statementCsv, type StatementRequest } from './statement.ts';
export { presentSummary, readSummary } from './summary.ts';
export { setMemberStatus } from './members/suspend-member.ts';
export { saccoInvariants } from './invariants.ts';
export { presentTreasury, readTreasury } from './treasury.ts';
