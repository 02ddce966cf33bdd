/** Customers whom a cooperative brings along: many at a time, each verified at the tier that needs no document. */
import { newId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { insertAll } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import type { CallerUnit } from '../platform/unit.ts';
import { AFTER, HIGHEST_TIER_WITHOUT_DOCUMENTS } from './kyc/kyc.rules.ts';
import { findTakenFields, storeManyWords } from './import-customers.sql.ts';
import type { CustomerFields } from './save-customer.ts';
import { searchWords } from './search/search.rules.ts';

export type NewCustomer = CustomerFields & { id: string };

/** The phones and external references that customers have already. */
export async function takenFields(
  db: Queryable,
  scope: Scope,
  wanted: { phones: readonly string[]; external_refs: readonly string[] },
): Promise<{ phones: Set<string>; external_refs: Set<string> }> {
  const rows = await findTakenFields(db, { ...scopeColumns(scope), ...wanted });
  const of = (field: string) => new Set(rows.flatMap((row) => (row.field === field ? [row.value] : [])));
  return { phones: of('phone'), external_refs: of('external_ref') };
}

/** @throws DatabaseError for a phone or an external reference that is taken */
export async function storeVerifiedCustomers(
  unit: CallerUnit,
  customers: readonly NewCustomer[],
): Promise<void> {
  const { trx, scope, actor } = unit;
  const now = scope.clock.now();
  const columns = scopeColumns(scope);
  const tier = HIGHEST_TIER_WITHOUT_DOCUMENTS;
  const kyc = AFTER.approved({ kyc_status: 'unverified', kyc_tier: 0 }, tier);
  await insertAll(
    trx,
    'customers',
    customers.map((each) => ({ ...each, ...columns, ...kyc, created_at: now, updated_at: now })),
  );
  await storeManyWords(trx, {
    ...columns,
    customer_ids: customers.map(({ id }) => id),
    words: customers.map((each) => searchWords(scope, each).join(' ')),
  });
  const event = (customer_id: string, type: string, details: object) => ({
    id: newId('event'),
    customer_id,
    ...columns,
    type,
    at: now,
    actor_type: actor.type,
    actor_id: actor.id,
    details,
  });
  await insertAll(
    trx,
    'customer_events',
    customers.flatMap(({ id, ...fields }) => [
      event(id, 'customer.created', fields),
      event(id, 'kyc.approved', { tier, note: null }),
    ]),
  );
}
