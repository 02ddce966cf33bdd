/** A customer with the tier whose requirements are met today, which everything outside of this module uses. */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { expectOne } from '../../db/rows.ts';
import { getCustomer } from './customer.ts';
import type { CustomerRow } from './customer.model.ts';
import { effectiveTiersOf } from './kyc/effective-tier.ts';

export interface CustomerView {
  customer: CustomerRow;
  /** `kyc_tier` on the wire. */
  effective_tier: number;
}

/** @throws AppError NOT_FOUND */
export async function readCustomer(db: Queryable, scope: Scope, id: string): Promise<CustomerView> {
  return withTier(db, scope, await getCustomer(db, scope, id));
}

export async function withTier(db: Queryable, scope: Scope, customer: CustomerRow): Promise<CustomerView> {
  return expectOne(await withTiers(db, scope, [customer]));
}

export async function withTiers(
  db: Queryable,
  scope: Scope,
  customers: readonly CustomerRow[],
): Promise<CustomerView[]> {
  const tiers = await effectiveTiersOf(db, scope, customers);
  return customers.map((customer, i) => ({ customer, effective_tier: tiers[i] ?? 0 }));
}
