export type { AccountNumbers, TypedAccount } from './account-numbers.port.ts';
export {
  confirmPaybill as confirm,
  countDueConfirmations as countDue,
  sweepConfirmations as sweep,
} from './confirm-paybill.ts';
export {
  enterTransaction as enter,
  getConfirmation,
  listConfirmations,
  pruneRefusedConfirmations as prune,
  syncConfirmation as sync,
} from './confirmations.ts';
export { CONFIRMATION_STATUSES, type ConfirmationStatus } from './paybill.model.ts';
export {
  paybillConfirmationSchema as confirmationSchema,
  paybillSchema as schema,
  presentConfirmation,
  presentPaybill as present,
} from './paybill.presenter.ts';
export { putPaybill as put, sealedPaybills as sealed } from './put-paybill.ts';
export { sendToSandbox } from './sandbox-paybill.ts';
