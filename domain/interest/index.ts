import { refusePayee } from '../distributions/index.ts';
import { INTEREST } from './interest.ts';

export { declareInterest, type InterestRequest } from './declare-interest.ts';
export { declareDueInterest } from './declare-due-interest.ts';
export {
  interestSchema,
  interestSummarySchema,
  presentInterest,
  presentInterestSummary,
} from './interest.presenter.ts';
export { INTEREST_MOVEMENTS } from './interest.ts';
export { interestInvariants } from './invariants.ts';
export { countDueInterest, payInterest, retryInterest, sweepInterest } from './pay-interest.ts';
export { listInterest, readInterest } from './read-interest.ts';

export const refuseExitOfEarner = refusePayee(INTEREST);
