export {
  countDueCredits as countDue,
  creditSaccoPayment as apply,
  isCovered,
  sweepSaccoCredits as sweep,
} from './credit-payment.ts';
export { memberDestination as destination } from './member-destination.ts';
export { LAST_RETRY_MS } from './payment-credit.ts';
