export { findUncovered } from './covered.ts';
export { creditDue, creditOf, sweepCredits, type Begun, type Credits } from './credit-in-batches.ts';
export {
  countDueCredits as countDue,
  creditSaccoPayment as apply,
  creditSaccoPayments as applyDue,
  sweepSaccoCredits as sweep,
} from './credit-payment.ts';
export { memberDestination as destination } from './member-destination.ts';
