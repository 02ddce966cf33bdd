/** Use cases with their presenters, by what they are about. */
export * as customerEvents from './events/index.ts';
export * as kyc from './kyc/index.ts';
export * as kycDocuments from './documents/index.ts';
export * as kycLimits from './kyc/limits.ts';

/** Customers themselves. */
export { changeStatus } from './change-status.ts';
export { readCustomer } from './customer-view.ts';
export { customerSchema, presentCustomer } from './customer.presenter.ts';
export { CUSTOMER_STATUSES, type CustomerAction } from './customer.rules.ts';
export { CUSTOMER_KINDS, KYC_STATUSES } from './kyc/kyc.rules.ts';
export { changeCustomer, createCustomer, type CustomerFields } from './save-customer.ts';
export { listCustomers, type CustomerFilter } from './search/list-customers.ts';

/** What other modules build on. */
export type { CloseGuard } from './close-guard.port.ts';
export { Customer, type CustomerRow } from './customer.model.ts';
export { findCustomer, getCustomer, lockCustomer, lockCustomersOfScopes, requireActive } from './customer.ts';
export { storeVerifiedCustomers, takenFields } from './import-customers.ts';
export { phoneReader } from './read-phone.ts';
export { recordCustomerEvent } from './events/customer-event.ts';
export { effectiveTierOf, effectiveTiersAt } from './kyc/effective-tier.ts';
export { customerQuery } from './search/list-customers.ts';

/** What the service is put together from. */
export { sealedDocuments } from './documents/document.ts';
export { customerInvariants } from './invariants.ts';
