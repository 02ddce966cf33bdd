/** The use cases of limits under short names. */
export type { TierLimits } from './kyc-limit.model.ts';
export { kycLimitSchema as schema, presentKycLimit as present } from './kyc-limit.presenter.ts';
export { kycLimits as ofTiers, listKycLimits as list, putKycLimit as put } from './kyc-limits.ts';
