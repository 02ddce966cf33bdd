/**
 * How much of their limits wallets use, so that limits are checked without asking the ledger: an upper bound of each balance, and
 * what goes out on each day. Rows are locked in one order, bounds before days, which avoids deadlocks.
 */
import { columnsOf, type ColumnsOf } from '../../../db/columns-of.ts';
import type { Transaction } from '../../../db/connection.ts';
import {
  addToBounds,
  addToDays,
  lockBounds,
  lockDays,
  readDays,
  subtractFromDays,
  type DailySum,
  type WalletDay,
} from './limit-usage.sql.ts';
import type { MovementRow } from './movement.model.ts';
import { boundChange, type MovementStatus } from './movement.rules.ts';

interface StatusOfMovement {
  movement: MovementRow;
  status: MovementStatus;
}

/** Changes the bounds of the movements' wallets as each one's status requires. */
export async function changeBounds(trx: Transaction, movements: StatusOfMovement[]): Promise<void> {
  const changes = boundChanges(movements);
  if (changes.wallet_ids.length === 0) return;
  await lockBounds(trx, changes);
  await addToBounds(trx, changes);
}

/** The same where the transaction has locked the wallets. */
export async function changeLockedBounds(trx: Transaction, movements: StatusOfMovement[]): Promise<void> {
  const changes = boundChanges(movements);
  if (changes.wallet_ids.length > 0) await addToBounds(trx, changes);
}

/** Each wallet once, with the sum of its changes in minor units. */
function boundChanges(movements: StatusOfMovement[]): { wallet_ids: string[]; changes_minor: bigint[] } {
  const changes = new Map<string, bigint>();
  for (const { movement, status } of movements) {
    const change = boundChange(movement, status);
    if (change) changes.set(change.wallet_id, (changes.get(change.wallet_id) ?? 0n) + change.change_minor);
  }
  return { wallet_ids: [...changes.keys()], changes_minor: [...changes.values()] };
}

export function dayName({ wallet_id, day }: WalletDay): string {
  return `${wallet_id} ${day}`;
}

/** What wallets paid out on days, or are about to, by name, in minor units; none where nothing did. */
export async function readDailyUsage(trx: Transaction, days: WalletDay[]): Promise<Map<string, bigint>> {
  if (days.length === 0) return new Map();
  const rows = await readDays(trx, columnsOf(days, 'wallet_id', 'day'));
  return new Map(rows.map((row) => [dayName(row), BigInt(row.out_minor)]));
}

/** Adds what goes out on the movements' days, where they count as outgoing. */
export async function addDailyUsage(trx: Transaction, movements: MovementRow[]): Promise<void> {
  const sums = dailySums(movements);
  if (sums.day.length > 0) await addToDays(trx, sums);
}

/** Subtracts it again. */
export async function releaseDailyUsage(trx: Transaction, movements: MovementRow[]): Promise<void> {
  const sums = dailySums(movements);
  if (sums.day.length === 0) return;
  await lockDays(trx, sums);
  await subtractFromDays(trx, sums);
}

/** In the order of wallets and days. */
function dailySums(movements: MovementRow[]): ColumnsOf<DailySum, keyof DailySum> {
  const sums = new Map<string, DailySum>();
  for (const { debit_wallet_id: wallet_id, outgoing_on: day, amount_minor } of movements) {
    if (!wallet_id || !day) continue;
    const name = dayName({ wallet_id, day });
    sums.set(name, { wallet_id, day, out_minor: (sums.get(name)?.out_minor ?? 0n) + amount_minor });
  }
  const sorted = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  return columnsOf(sorted, 'wallet_id', 'day', 'out_minor');
}
