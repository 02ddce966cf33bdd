export { addDocument, type DocumentRequest } from './add-document.ts';
export { changeStatus } from './change-status.ts';
export type { CloseGuard } from './close-guard.port.ts';
export {
  findCustomer,
  getCustomer,
  lockCustomers,
  lockCustomersOfScopes,
  requireActive,
} from './customer.ts';
export { Customer, type CustomerRow } from './customer.model.ts';
export { CUSTOMER_STATUSES, type CustomerAction } from './customer.rules.ts';
export { listCustomerEvents, recordCustomerEvent } from './customer-event.ts';
export { readCustomer } from './customer-view.ts';
export {
  customerSchema,
  kycDecisionSchema,
  presentCustomer,
  presentKycDecision,
} from './customer.presenter.ts';
export { customerEventSchema, presentCustomerEvents } from './customer-event.presenter.ts';
export {
  documentSchema,
  kycRequirementsSchema,
  presentDocument,
  presentDocuments,
  presentKycRequirements,
} from './document.presenter.ts';
export { kycLimitSchema, presentKycLimit } from './kyc-limit.presenter.ts';
export { decideKyc, kycRequirements, type KycDecision } from './decide-kyc.ts';
export { listDocuments, sealedDocuments } from './document.ts';
export { effectiveTierOf, effectiveTiersAt } from './effective-tier.ts';
export type { TierLimits } from './kyc-limit.model.ts';
export { kycLimits, listKycLimits, putKycLimit } from './kyc-limits.ts';
export { CUSTOMER_KINDS, DOC_TYPES, HIGHEST_TIER, KYC_STATUSES, LOWEST_TIER } from './kyc.rules.ts';
export { revealNumber } from './reveal-number.ts';
export { reviewDocument, type Review } from './review-document.ts';
export { changeCustomer, createCustomer, type CustomerFields } from './save-customer.ts';
export { customerQuery, listCustomers, type CustomerFilter } from './search.ts';
export { customerInvariants } from './invariants.ts';
