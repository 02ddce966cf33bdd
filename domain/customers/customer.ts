/** How customers are found and locked. */
import { notFound, refusal } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import type { ScopeColumns } from '../../db/model.ts';
import { expectOne } from '../../db/rows.ts';
import { Customer, type CustomerRow } from './customer.model.ts';

/** @throws AppError NOT_FOUND also for customers of other projects and environments */
export function getCustomer(db: Queryable, scope: Scope, id: string): Promise<CustomerRow> {
  return Customer.query(db).findInScope(scope, id);
}

/** @returns undefined also for customers of other projects and environments */
export async function findCustomer(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<CustomerRow | undefined> {
  return Customer.query(db).inScope(scope).findOne({ id });
}

/**
 * Customers whose status and tier stay as they are until the transaction ends, in the order asked for. Locked in id
 * order, which avoids deadlocks.
 * @param how `share`: others may move their money too; `update`: they are about to be changed
 * @throws AppError NOT_FOUND
 */
export async function lockCustomers(
  trx: Transaction,
  scope: Scope,
  ids: string[],
  how: 'share' | 'update',
): Promise<CustomerRow[]> {
  const customerOf = await lockCustomersOfScopes(
    trx,
    ids.map((id) => ({ scope, id })),
    how,
  );
  return ids.map((id) => customerOf(scope, id));
}

/**
 * The same for customers of several scopes.
 * @returns finds one of them; throws AppError NOT_FOUND
 */
export async function lockCustomersOfScopes(
  trx: Transaction,
  wanted: { scope: Scope; id: string }[],
  how: 'share' | 'update',
): Promise<(scope: Scope, id: string) => CustomerRow> {
  const distinct = [...new Map(wanted.map((each) => [scopedName(each.scope, each.id), each])).values()];
  const { rows } = await trx.raw<{ rows: CustomerRow[] }>(
    `select c.* from unnest(?::text[], ?::text[], ?::environment[]) as w(id, project_id, environment)
     join customers c using (id, project_id, environment) order by c.id
     for ${how === 'share' ? 'share' : 'no key update'} of c`,
    [
      distinct.map(({ id }) => id),
      distinct.map(({ scope }) => scope.project_id),
      distinct.map(({ scope }) => scope.environment),
    ],
  );
  const found = new Map(rows.map((row) => [scopedName(row, row.id), row]));
  return (scope, id) => {
    const row = found.get(scopedName(scope, id));
    if (!row) throw notFound('customer');
    return row;
  };
}

function scopedName({ project_id, environment }: ScopeColumns, id: string): string {
  return `${project_id} ${environment} ${id}`;
}

/** The same for one that is about to be changed. @throws AppError NOT_FOUND */
export async function lockCustomer(trx: Transaction, scope: Scope, id: string): Promise<CustomerRow> {
  return expectOne(await lockCustomers(trx, scope, [id], 'update'));
}

/** @throws AppError `invalid_state` */
export function requireOpen(customer: CustomerRow): void {
  if (customer.status === 'closed')
    throw refusal('invalid_state', `${customer.full_name} is closed; a closed customer cannot be changed.`);
}

/** @throws AppError `customer_not_active` */
export function requireActive(customer: CustomerRow): void {
  if (customer.status !== 'active')
    throw refusal('customer_not_active', `${customer.full_name} is ${customer.status}.`);
}
