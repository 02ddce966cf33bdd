export type { AccountNumbers, TypedAccount } from './account-numbers.port.ts';
export {
  confirmPaybill as confirm,
  countDueConfirmations as countDue,
  sweepConfirmations as sweep,
} from './confirm-paybill.ts';
export {
  paybillConfirmationSchema as confirmationSchema,
  paybillSchema as schema,
  presentConfirmation,
  presentPaybill as present,
} from './paybill.presenter.ts';
export { putPaybill as put } from './put-paybill.ts';
export { sendToSandbox } from './sandbox-paybill.ts';
