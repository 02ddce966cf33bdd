/** The tier that holds today: what was granted, as far as its requirements are still met. */
import { localDateAt } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { CustomerRow } from '../customer.model.ts';
import type { DocumentRow } from '../documents/document.model.ts';
import { effectiveTier, HIGHEST_TIER_WITHOUT_DOCUMENTS } from './kyc.rules.ts';

/** What limits and the SACCO's `min_kyc_tier` go by. */
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

/** Of customers of several scopes, whose clocks may show different days: one statement at most. */
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

type AcceptedDocument = Pick<DocumentRow, 'customer_id' | 'doc_type' | 'status' | 'expires_on'>;

/** By customer; nothing for those without. */
export async function acceptedDocuments(
  db: Queryable,
  customers: readonly Pick<CustomerRow, 'id'>[],
): Promise<Map<string, AcceptedDocument[]>> {
  const byCustomer = new Map<string, AcceptedDocument[]>();
  if (customers.length === 0) return byCustomer;
  const documents: AcceptedDocument[] = await db<DocumentRow>('kyc_documents')
    .whereIn(
      'customer_id',
      customers.map(({ id }) => id),
    )
    .where({ status: 'accepted' })
    .select('customer_id', 'doc_type', 'status', 'expires_on');
  for (const document of documents)
    byCustomer.set(document.customer_id, [...(byCustomer.get(document.customer_id) ?? []), document]);
  return byCustomer;
}
