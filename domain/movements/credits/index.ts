export {
  countDueCredits as countDue,
  creditSaccoPayment as apply,
  sweepSaccoCredits as sweep,
} from './credit-payment.ts';
export { memberDestination as destination } from './member-destination.ts';
