/** The tier that applies today: the highest one, up to the granted one, whose requirements are met. */
import { localDateAt } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { CustomerRow } from '../customer.model.ts';
import { groupBy } from '../../../core/group-by.ts';
import { findAcceptedDocuments } from './effective-tier.sql.ts';
import { effectiveTier, HIGHEST_TIER_WITHOUT_DOCUMENTS } from './kyc.rules.ts';

/** Limits and the SACCO's `min_kyc_tier` refer to it. */
export async function effectiveTierOf(db: Queryable, scope: Scope, customer: CustomerRow): Promise<number> {
  const [tier = 0] = await effectiveTiersOf(db, scope, [customer]);
  return tier;
}

/** The same for many customers, in their order: one statement at most. */
export async function effectiveTiersOf(
  db: Queryable,
  scope: Scope,
  customers: readonly CustomerRow[],
): Promise<number[]> {
  const tierAt = await effectiveTiersAt(db, customers);
  return customers.map((customer) => tierAt(scope, customer));
}

/** The same for customers of several scopes, whose clocks may show different days: one statement at most. */
export async function effectiveTiersAt(
  db: Queryable,
  customers: readonly CustomerRow[],
): Promise<(scope: Scope, customer: CustomerRow) => number> {
  const documents = await acceptedDocuments(
    db,
    customers.filter(({ kyc_tier }) => kyc_tier > HIGHEST_TIER_WITHOUT_DOCUMENTS),
  );
  return ({ clock }, customer) =>
    effectiveTier(customer, documents.get(customer.id) ?? [], localDateAt(clock.now()));
}

/** By customer; no entry for customers without. */
export async function acceptedDocuments(db: Queryable, customers: readonly Pick<CustomerRow, 'id'>[]) {
  const customer_ids = customers.map(({ id }) => id);
  const documents = customer_ids.length > 0 ? await findAcceptedDocuments(db, { customer_ids }) : [];
  return groupBy(documents, ({ customer_id }) => customer_id);
}
