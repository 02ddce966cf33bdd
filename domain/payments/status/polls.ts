export {
  countDuePolls as countDue,
  pollPayment as poll,
  sweepPaymentPolls as sweep,
} from './poll-payments.ts';
