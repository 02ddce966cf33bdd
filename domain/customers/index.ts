export { CLOSING_GUARDS } from './closing.ts';
export { getCustomer, lockCustomers, requireActive, type CustomerRow } from './customer.ts';
export { type CustomerStatus } from './customer.rules.ts';
export { recordCustomerEvent } from './customer-event.ts';
export { effectiveTierOf } from './effective-tier.ts';
export { kycLimit, type KycLimit } from './kyc-limits.ts';
