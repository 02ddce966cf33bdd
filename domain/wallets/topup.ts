/** The top-up as stored, how it is found and locked, and how its status changes. */
import { notFound, type Reason } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import type { Environment, Scope } from '../../core/scope.ts';
import type { Db, Queryable, Transaction } from '../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import { expectOne } from '../../db/rows.ts';
import { findAllWithScope } from '../platform/find-with-scope.ts';
import { topupAfter, type TopupEvent, type TopupStatus } from './topup.rules.ts';

export interface TopupRow {
  payment_id: string;
  project_id: string;
  environment: Environment;
  wallet_id: string;
  customer_id: string;
  amount_minor: bigint;
  currency: Currency;
  status: TopupStatus;
  /** Why it is blocked. */
  reason: Reason | null;
  /** Since when its payment is booked. */
  ready_at: Date | null;
  /** Movements made for it. */
  movements: number;
  /** The one under way. */
  movement_id: string | null;
  created_at: Date;
  updated_at: Date;
  credited_at: Date | null;
}

/** @throws AppError NOT_FOUND also for top-ups of other projects and environments */
export async function getTopup(db: Queryable, scope: Scope, payment_id: string): Promise<TopupRow> {
  const topup = await db<TopupRow>('wallet_topups')
    .where({ payment_id, project_id: scope.project_id, environment: scope.environment })
    .first();
  if (!topup) throw notFound('top-up');
  return topup;
}

/** Top-ups of a book, newest payment first. */
export async function listTopups(
  db: Db,
  scope: Scope,
  { limit, after, status }: PageRequest & { status?: TopupStatus | undefined },
): Promise<Page<TopupRow>> {
  const query = db<TopupRow>('wallet_topups').where({
    project_id: scope.project_id,
    environment: scope.environment,
  });
  if (status) void query.where({ status });
  if (after) void query.where('payment_id', '<', after);
  const rows = await query.orderBy('payment_id', 'desc').limit(limit + 1);
  return page(rows, limit, ({ payment_id }) => payment_id);
}

/** Whoever else wants to credit, reverse or refund it waits until the transaction ends. Locked before customers and wallets. */
export async function lockTopup(trx: Transaction, payment_id: string): Promise<TopupRow> {
  return expectOne([...(await lockTopups(trx, [payment_id])).values()]);
}

/** The same for several, by payment; locked in their order, which avoids deadlocks. */
export async function lockTopups(trx: Transaction, payment_ids: string[]): Promise<Map<string, TopupRow>> {
  if (payment_ids.length === 0) return new Map();
  const rows = await trx<TopupRow>('wallet_topups')
    .whereIn('payment_id', payment_ids)
    .orderBy('payment_id')
    .forNoKeyUpdate();
  return new Map(rows.map((row) => [row.payment_id, row]));
}

/** The top-up's book, for work that starts from an id alone; null when there is none. */
export async function scopeOfTopup(db: Queryable, payment_id: string): Promise<Scope | null> {
  const [found] = await findAllWithScope<TopupRow>(db, 'wallet_topups', (rows) =>
    rows.where('t.payment_id', payment_id),
  );
  return found?.scope ?? null;
}

/**
 * Takes a locked top-up to where the event leads, which must be possible now. Once per transaction at most: a row that
 * is changed twice in one has its foreign keys checked again, and that waits for the payment, whose lock a refund holds
 * while it waits for this row.
 * @returns the top-up as it then stands
 */
export async function changeTopup(
  trx: Transaction,
  scope: Scope,
  topup: TopupRow,
  event: TopupEvent,
  changes: Partial<TopupRow> = {},
): Promise<TopupRow> {
  const status = topupAfter(topup.status, event);
  if (!status) throw new Error(`${topup.payment_id} is ${topup.status} and cannot be ${event}`);
  return expectOne(
    await trx<TopupRow>('wallet_topups')
      .where({ payment_id: topup.payment_id })
      .update({ status, reason: null, updated_at: scope.clock.now(), ...changes })
      .returning('*'),
  );
}
