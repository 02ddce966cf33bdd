export {
  APPROVAL_STATUSES,
  getApproval,
  listApprovals,
  presentApproval,
  type ApprovalStatus,
} from './approval.ts';
export { finishEntries } from './book-entries.ts';
export { creditSaccoPayment, saccoCredits, sweepSaccoCredits } from './credit-payment.ts';
export { approve, cancelApproval, reject } from './decide-approval.ts';
export { getEntry, listEntries, type EntryRow } from './entry.ts';
export {
  BOOKING_TABLE,
  ENTRY_KINDS,
  ENTRY_STATUSES,
  ENTRY_TRANSITIONS,
  type Direction,
  type EntryStatus,
} from './entry.rules.ts';
export { requestExit } from './exit-member.ts';
export { joinMember, type JoinRequest } from './join-member.ts';
export { MEMBER_STATES, MEMBER_STATUSES, type MemberStatus } from './member.rules.ts';
export { listMembers, readMember, type MemberFilter } from './member.ts';
export { refuseClosingMember } from './membership-guard.ts';
export { adjustCash, buyShares, deposit, withdraw } from './movements.ts';
export { presentEntry, presentMember, presentSettings } from './sacco.presenter.ts';
export { getSettings, putSettings, type SettingsChange } from './settings.ts';
export { presentStatement, readStatement, statementCsv, type StatementRequest } from './statement.ts';
export { presentSummary, readSummary } from './summary.ts';
export { setMemberStatus } from './suspend-member.ts';
export { saccoChecks } from './verify.ts';
export { presentTreasury, readTreasury } from './treasury.ts';
