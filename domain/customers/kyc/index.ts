export { decideKyc as decide, kycRequirements as readRequirements, type KycDecision } from './decide-kyc.ts';
export { HIGHEST_TIER, LOWEST_TIER } from './kyc.rules.ts';
export { VERIFIED_PHONE_SQL } from './verified-phone.sql.ts';
export {
  kycDecisionSchema as decisionSchema,
  presentKycDecision as presentDecision,
} from '../customer.presenter.ts';
export {
  kycRequirementsSchema as requirementsSchema,
  presentKycRequirements as presentRequirements,
} from '../documents/document.presenter.ts';
