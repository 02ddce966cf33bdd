export {
  approvalDetailsSchema as detailsSchema,
  presentApprovalDetails as presentDetails,
} from './approval-effect.presenter.ts';
export { readApproval as read } from './approval-effect.ts';
export {
  approvalSchema as schema,
  presentApproval as present,
  presentApprovals as presentAll,
} from './approval.presenter.ts';
export { APPROVAL_FILTERS as FILTERS, listApprovals as list, type ApprovalFilter } from './approval.ts';
export { requestSubjectApproval as request } from './create-approval.ts';
export {
  approve,
  cancelApproval as cancel,
  reject,
  withdrawApproval as withdraw,
} from './decide-approval.ts';
export type { MoneyAction } from './subject-action.ts';
export { storeWaiting } from './wait-for-approval.ts';
export { DECISION_DEMANDS, requesterOfApproval as requesterOf } from './who-decides.ts';
export { countWaiting, type WaitingApprovals } from './waiting.ts';
