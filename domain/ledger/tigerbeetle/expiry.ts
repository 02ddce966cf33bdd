/**
 * The expiry of holds by a scope's clock. The cluster expires holds by real time; where a test clock is ahead, expired holds
 * are voided here, by a transfer whose id follows from the hold's.
 */
import { derivedUuid } from '../../../core/ids.ts';
import type { Db } from '../../../db/connection.ts';
import type { BookedTransfer, LedgerBackend, Phase, ScopeChoice, Transfer } from '../backend.port.ts';
import { scopeNumberOf } from '../rules/time.rules.ts';
import type { MetadataRow } from './metadata.ts';

/** Holds that one step of the sweep looks at. */
const HOLDS_PER_STEP = 250;

/** When the hold expires on its scope's clock: a millisecond later than the one in which it began, so that none expires early. */
export function expiryOf({ created_at, timeout_s }: BookedTransfer): Date {
  return new Date(created_at.getTime() + 1 + timeout_s * 1_000);
}

/** What releases holds. */
interface Releasing {
  db: Db;
  backend: LedgerBackend;
}

/** Releases all holds that have expired by the present time of a scope whose clock is ahead of the cluster's. */
export async function releaseAllExpired(releasing: Releasing, now: Date, ledgers: number[]): Promise<void> {
  for (const scope_number of new Set(ledgers.map((ledger) => scopeNumberOf({ ledger })))) {
    let released = await releaseExpired(releasing, now, scope_number);
    while (released > 0) released = await releaseExpired(releasing, now, scope_number);
  }
}

/** Releases some of the holds that have expired by then. @returns how many; 0 when none is left */
export async function releaseExpired(
  { db, backend }: Releasing,
  now: Date,
  scopes: ScopeChoice,
): Promise<number> {
  for (;;) {
    const query = db<MetadataRow>('ledger_transfer_texts')
      .where({ released: false })
      .where('expires_at', '<=', now);
    if (typeof scopes === 'number') void query.whereRaw('ledger / 1000 = ?', [scopes]);
    else void query.whereRaw('ledger / 1000 <> all(?::integer[])', [[...scopes.except]]);
    const rows = await query.orderBy('expires_at').limit(HOLDS_PER_STEP);
    if (rows.length === 0) return 0;
    const holds = await backend.transfers(rows.map(({ id }) => id));
    const expired = [...holds.values()].filter((hold) => expiryOf(hold) <= now);
    // With an instant that no clock is ahead by: otherwise `post` would release expired holds first, that is, call this again.
    const outcomes = await backend.post(
      expired.map((hold) => [releaseOf(hold)]),
      new Date(0),
    );
    await finishRows(db, rows, { holds, expired });
    // The cluster itself has released those that it calls expired. What was posted or voided before does not count.
    const released = outcomes.filter(
      (outcome) => outcome.status !== 'refused' || outcome.error === 'pending_transfer_expired',
    );
    if (released.length > 0) return released.length;
  }
}

/** Finishes the rows of expired holds and of holds that were never booked; the others were booked later than their rows say. */
async function finishRows(
  db: Db,
  rows: MetadataRow[],
  { holds, expired }: { holds: Map<string, BookedTransfer>; expired: BookedTransfer[] },
): Promise<void> {
  const done = new Set(expired.map(({ id }) => id));
  const open = rows.flatMap(({ id }) => (done.has(id) ? [] : (holds.get(id) ?? [])));
  for (const hold of open) {
    await db('ledger_transfer_texts')
      .where({ id: hold.id })
      .update({ expires_at: expiryOf(hold) });
  }
  const finished = rows.filter(({ id }) => done.has(id) || !holds.has(id)).map(({ id }) => id);
  await db('ledger_transfer_texts').whereIn('id', finished).update({ released: true });
}

function releaseOf(hold: BookedTransfer): Transfer {
  return {
    ...hold,
    id: releaseId(hold.id),
    phase: 'void' satisfies Phase,
    pending_id: hold.id,
    timeout_s: 0,
  };
}

/** The id of the void that releases an expired hold. */
export function releaseId(hold_id: string): string {
  return derivedUuid(hold_id, 'expire');
}

/** Whether the transfer is the void of an expired hold, which no account's history shows. */
export function isRelease({ id, pending_id }: Transfer): boolean {
  return pending_id !== null && id === releaseId(pending_id);
}
