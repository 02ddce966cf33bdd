/**
 * How much of their limits wallets use, so that limits are checked without asking the ledger: an upper bound of each
 * balance, and what goes out on each day. Rows are locked in one order, bounds before days, which avoids deadlocks.
 */
import type { Transaction } from '../../../db/connection.ts';
import type { MovementRow } from './movement.model.ts';
import { boundChange, type MovementStatus } from './movement.rules.ts';

interface StatusOfMovement {
  movement: MovementRow;
  status: MovementStatus;
}

/** Adds to the bounds of the movements' wallets what each one's status means to them. */
export async function changeBounds(trx: Transaction, movements: StatusOfMovement[]): Promise<void> {
  const changes = boundChanges(movements);
  if (changes.size === 0) return;
  await trx.raw(LOCK_BOUNDS, [[...changes.keys()]] as never);
  await addToBounds(trx, changes);
}

/** The same where the transaction has locked the wallets. */
export async function changeLockedBounds(trx: Transaction, movements: StatusOfMovement[]): Promise<void> {
  const changes = boundChanges(movements);
  if (changes.size > 0) await addToBounds(trx, changes);
}

async function addToBounds(trx: Transaction, changes: Map<string, bigint>): Promise<void> {
  await trx.raw(CHANGE_BOUNDS, [[...changes.keys()], [...changes.values()].map(String)]);
}

/** By wallet, in minor units. */
function boundChanges(movements: StatusOfMovement[]): Map<string, bigint> {
  const changes = new Map<string, bigint>();
  for (const { movement, status } of movements) {
    const change = boundChange(movement, status);
    if (change) changes.set(change.wallet_id, (changes.get(change.wallet_id) ?? 0n) + change.change_minor);
  }
  return changes;
}

// A statement of its own: one that locks and changes would meet the version before the one that it waited for, and wait
// again, for those who wait for it.
const LOCK_BOUNDS = `select from wallets where id = any(?::text[]) order by id for no key update`;

const CHANGE_BOUNDS = `
  update wallets set balance_bound_minor = balance_bound_minor + change_minor
  from unnest(?::text[], ?::bigint[]) as c(changed_id, change_minor) where id = changed_id`;

/** A wallet on a day, UTC. */
export interface WalletDay {
  wallet_id: string;
  day: string;
}

export function dayName({ wallet_id, day }: WalletDay): string {
  return `${wallet_id} ${day}`;
}

/** What wallets paid out on days, or are about to, by name, in minor units; none where nothing did. */
export async function readDailyUsage(trx: Transaction, days: WalletDay[]): Promise<Map<string, bigint>> {
  if (days.length === 0) return new Map();
  const { rows } = await trx.raw<{ rows: (WalletDay & { out_minor: string })[] }>(READ_DAYS, [
    days.map(({ wallet_id }) => wallet_id),
    days.map(({ day }) => day),
  ]);
  return new Map(rows.map((row) => [dayName(row), BigInt(row.out_minor)]));
}

const READ_DAYS = `
  select * from wallet_daily_out where (wallet_id, day) in (select * from unnest(?::text[], ?::date[]))`;

/** Adds what goes out on the movements' days, where they count as outgoing. */
export async function addDailyUsage(trx: Transaction, movements: MovementRow[]): Promise<void> {
  const sums = dailySums(movements);
  if (sums[0].length > 0) await trx.raw(ADD_DAILY_USAGE, sums);
}

/** Takes it off again. */
export async function releaseDailyUsage(trx: Transaction, movements: MovementRow[]): Promise<void> {
  const sums = dailySums(movements);
  if (sums[0].length === 0) return;
  await trx.raw(LOCK_DAYS, sums.slice(0, 2));
  await trx.raw(RELEASE_DAILY_USAGE, sums);
}

/** Wallets, days and sums, in the order of wallets and days. */
function dailySums(movements: MovementRow[]): [string[], string[], string[]] {
  const sums = new Map<string, WalletDay & { out_minor: bigint }>();
  for (const { debit_wallet_id: wallet_id, outgoing_on: day, amount_minor } of movements) {
    if (!wallet_id || !day) continue;
    const name = dayName({ wallet_id, day });
    sums.set(name, { wallet_id, day, out_minor: (sums.get(name)?.out_minor ?? 0n) + amount_minor });
  }
  const sorted = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  return [
    sorted.map(({ wallet_id }) => wallet_id),
    sorted.map(({ day }) => day),
    sorted.map(({ out_minor }) => String(out_minor)),
  ];
}

const LOCK_DAYS = `
  select from wallet_daily_out where (wallet_id, day) in (select * from unnest(?::text[], ?::date[]))
  order by wallet_id, day for no key update`;

// Locks the rows one after the other, as they are given, and adds to what it finds once it has the lock.
const ADD_DAILY_USAGE = `
  insert into wallet_daily_out (wallet_id, day, out_minor)
  select * from unnest(?::text[], ?::date[], ?::numeric[])
  on conflict (wallet_id, day) do update set out_minor = wallet_daily_out.out_minor + excluded.out_minor`;

const RELEASE_DAILY_USAGE = `
  update wallet_daily_out d set out_minor = d.out_minor - sums.out_minor
  from unnest(?::text[], ?::date[], ?::numeric[]) as sums(wallet_id, day, out_minor)
  where d.wallet_id = sums.wallet_id and d.day = sums.day`;
