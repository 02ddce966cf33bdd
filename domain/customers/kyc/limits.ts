/** The use cases of limits under short names. */
export type { TierLimits } from './kyc-limit.model.ts';
export { kycLimitSchema as schema, presentKycLimit as present } from './kyc-limit.presenter.ts';
export {
  findKycLimit as find,
  kycLimits as ofTiers,
  limitsChange,
  listKycLimits as list,
  putKycLimit as put,
} from './kyc-limits.ts';
