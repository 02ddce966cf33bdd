/** Finding and locking customers. */
import { notFound, refusal } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import type { ScopeColumns } from '../../db/model.ts';
import { expectOne } from '../../db/rows.ts';
import type { ScopedUnit } from '../platform/unit.ts';
import { Customer, type CustomerRow } from './customer.model.ts';
import { lockCustomerRows } from './customer.sql.ts';
import type { Kyc } from './kyc/kyc.rules.ts';

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

type Lock = keyof typeof lockCustomerRows;

/**
 * A customer whose status and tier stay the same until the transaction ends.
 * @param lock `share`: others may move the customer's money too; `update`: the customer is about to be changed
 * @throws AppError NOT_FOUND
 */
export async function lockCustomer(
  { trx, scope }: Pick<ScopedUnit, 'trx' | 'scope'>,
  id: string,
  lock: Lock = 'update',
): Promise<CustomerRow> {
  const customerOf = await lockCustomersOfScopes(trx, [{ scope, id }], lock);
  return customerOf(scope, id);
}

/**
 * The same for many customers of any scopes.
 * @returns finds one of them; throws AppError NOT_FOUND
 */
export async function lockCustomersOfScopes(
  trx: Transaction,
  wanted: { scope: Scope; id: string }[],
  lock: Lock,
): Promise<(scope: Scope, id: string) => CustomerRow> {
  const distinct = [...new Map(wanted.map((each) => [scopedName(each.scope, each.id), each])).values()];
  const rows = await lockCustomerRows[lock](trx, {
    ids: distinct.map(({ id }) => id),
    project_ids: distinct.map(({ scope }) => scope.project_id),
    environments: distinct.map(({ scope }) => scope.environment),
  });
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

/** @param customer locked */
export async function patchCustomer(
  { trx, scope }: ScopedUnit,
  { id }: CustomerRow,
  changes: Partial<CustomerRow>,
): Promise<CustomerRow> {
  const updated_at = scope.clock.now();
  return expectOne(
    await Customer.query(trx)
      .inScope(scope)
      .where({ id })
      .patch({ ...changes, updated_at })
      .returning('*'),
  );
}

/** What a decision on KYC changes. */
export type KycChange = Kyc & Partial<Pick<CustomerRow, 'phone_unverified_since'>>;

/** Writes nothing when everything stays the same. @param customer locked */
export async function patchKyc(
  unit: ScopedUnit,
  customer: CustomerRow,
  kyc: KycChange,
): Promise<CustomerRow> {
  const same = (Object.keys(kyc) as (keyof KycChange)[]).every((name) => kyc[name] === customer[name]);
  return same ? customer : patchCustomer(unit, customer, kyc);
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
