export { createRefund as create } from './create-refund.ts';
export {
  countDueRefunds as countDue,
  markRefund as mark,
  processRefund as process,
  sweepRefunds as sweep,
} from './process-refund.ts';
export { getRefund as get, listRefunds as list } from './refund.ts';
export {
  presentRefund as present,
  presentRefunds as presentAll,
  refundSchema as schema,
} from './refund.presenter.ts';
export { REFUND_OUTCOMES as OUTCOMES, type RefundOutcome } from '../payment.rules.ts';
