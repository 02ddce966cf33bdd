/** Top-ups: finding and locking them, and changing their status. */
import type { Scope } from '../../../core/scope.ts';
import type { Db, Queryable, Transaction } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import { WalletTopup, type TopupRow } from './topup.model.ts';
import { topupAfter, type TopupEvent, type TopupStatus } from './topup.rules.ts';

/** @throws AppError NOT_FOUND also for top-ups of other projects and environments */
export function getTopup(db: Queryable, scope: Scope, payment_id: string): Promise<TopupRow> {
  return WalletTopup.query(db).findInScope(scope, payment_id);
}

/** Top-ups of a scope, newest payment first. */
export function listTopups(
  db: Db,
  scope: Scope,
  { status, ...request }: PageRequest & { status?: TopupStatus | undefined },
): Promise<Page<TopupRow>> {
  return WalletTopup.query(db).inScope(scope).whereGiven('status', status).paginate(request, 'payment_id');
}

/** Locks a top-up, before customers and wallets: nobody else credits, reverses or refunds it until the transaction ends. */
export async function lockTopup(trx: Transaction, payment_id: string): Promise<TopupRow> {
  return expectOne([...(await lockTopups(trx, [payment_id])).values()]);
}

/** The same for several, by payment; locked in id order, which avoids deadlocks. */
export async function lockTopups(trx: Transaction, payment_ids: string[]): Promise<Map<string, TopupRow>> {
  if (payment_ids.length === 0) return new Map();
  const rows = await WalletTopup.query(trx)
    .whereIn('payment_id', payment_ids)
    .orderBy('payment_id')
    .forNoKeyUpdate();
  return new Map(rows.map((row) => [row.payment_id, row]));
}

/**
 * Applies an event to a locked top-up, whose status must allow it. At most once in a transaction: PostgreSQL checks the foreign
 * keys of a row that is changed twice again, which waits for the payment, whose lock a refund holds while it waits for this row.
 * @returns the top-up as it now stands
 */
export async function changeTopup(
  { trx, scope }: Pick<ScopedUnit, 'trx' | 'scope'>,
  topup: TopupRow,
  event: TopupEvent,
  changes: Partial<TopupRow> = {},
): Promise<TopupRow> {
  const status = topupAfter(topup.status, event);
  if (!status) throw new Error(`${topup.payment_id} is ${topup.status} and cannot be ${event}`);
  return expectOne(
    await WalletTopup.query(trx)
      .inScope(scope)
      .where({ payment_id: topup.payment_id })
      .patch({ status, reason: null, updated_at: scope.clock.now(), ...changes })
      .returning('*'),
  );
}
