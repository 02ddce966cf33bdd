export { addDocument, type DocumentRequest } from './documents/add-document.ts';
export { changeStatus } from './change-status.ts';
export type { CloseGuard } from './close-guard.port.ts';
export { findCustomer, getCustomer, lockCustomer, lockCustomersOfScopes, requireActive } from './customer.ts';
export { Customer, type CustomerRow } from './customer.model.ts';
export { CUSTOMER_STATUSES, type CustomerAction } from './customer.rules.ts';
export { listCustomerEvents, recordCustomerEvent } from './events/customer-event.ts';
export { readCustomer } from './customer-view.ts';
export {
  customerSchema,
  kycDecisionSchema,
  presentCustomer,
  presentKycDecision,
} from './customer.presenter.ts';
export { customerEventSchema, presentCustomerEvents } from './events/customer-event.presenter.ts';
export {
  documentSchema,
  kycRequirementsSchema,
  presentDocument,
  presentDocuments,
  presentKycRequirements,
} from './documents/document.presenter.ts';
export { kycLimitSchema, presentKycLimit } from './kyc/kyc-limit.presenter.ts';
export { decideKyc, kycRequirements, type KycDecision } from './kyc/decide-kyc.ts';
export { listDocuments, sealedDocuments } from './documents/document.ts';
export { effectiveTierOf, effectiveTiersAt } from './kyc/effective-tier.ts';
export type { TierLimits } from './kyc/kyc-limit.model.ts';
export { kycLimits, listKycLimits, putKycLimit } from './kyc/kyc-limits.ts';
export { CUSTOMER_KINDS, DOC_TYPES, HIGHEST_TIER, KYC_STATUSES, LOWEST_TIER } from './kyc/kyc.rules.ts';
export { revealNumber } from './documents/reveal-number.ts';
export { reviewDocument, type Review } from './documents/review-document.ts';
export { changeCustomer, createCustomer, type CustomerFields } from './save-customer.ts';
export { customerQuery, listCustomers, type CustomerFilter } from './search/list-customers.ts';
export { customerInvariants } from './invariants.ts';
