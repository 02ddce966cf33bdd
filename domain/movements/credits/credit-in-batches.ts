/**
 * Credits members with money that has come, many in one batch: payments for members, and parts of receipts. A row gets its entry under
 * its lock, so each is credited once, whichever process dies when; a row that cannot be credited fails alone.
 */
import pLimit from 'p-limit';
import { CLOCK_SLACK_MS, systemTimeIn } from '../../../core/clock.ts';
import { AppError, isUnavailable } from '../../../core/errors.ts';
import { groupBy } from '../../../core/group-by.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import { isConnectionFault } from '../../../db/faults.ts';
import type { Context } from '../../platform/context.ts';
import { drain } from '../../platform/drain.ts';
import { inTransaction, type Unit } from '../../platform/unit.ts';
import type { ScopedRow } from '../../platform/write-pipeline.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { insertEntries } from '../entries/insert-entries.ts';
import type { DueBefore } from '../movement.ts';
import { bookBatches, storeBatches, type EntryBatch } from '../pipeline/entry-batches.ts';
import { bookEntry } from '../pipeline/entry-pipeline.ts';
import { LAST_RETRY_MS } from './payment-credit.ts';

/** Rows that are credited in one batch. */
const MAX_ROWS_PER_BATCH = 1_000;
/** Entries that are booked one by one, at the same time. */
const ENTRIES_AT_ONCE = 10;
/** Of two machines, one may find a row due a little before the other does. */
const EARLY_MS = 1_000;
/** A row that cannot even be looked at is tried again after that long. */
const PUT_OFF_BY_MS = 30_000;

/** One kind of rows that credit members, each with the money of one payment. */
export interface Credits<Row> {
  /** Locks rows that are due; others skip them. */
  takeDue(trx: Transaction, given: { due_by: Date; limit: number }): Promise<Row[]>;
  /** Locks the rows of these payments, due or not. */
  takeOf(trx: Transaction, given: { payment_ids: readonly string[] }): Promise<Row[]>;
  /**
   * Decides what is booked of each row, and records in it what follows. No row may stay due now.
   * @returns entries that pass `checkEntries` and are not stored yet
   */
  begin(unit: Unit, rows: Row[]): Promise<ScopedRow<EntryRow>[]>;
  putOff(db: Queryable, given: { payment_ids: readonly string[]; due_at: Date }): Promise<unknown>;
  /** Makes due now what is due later than that. */
  bringForward(db: Queryable, given: { beyond: Date; due_at: Date }): Promise<unknown>;
}

/** Credits all rows that are due, and what becomes due by that, until nothing is left or the workers close. @returns how many */
export async function creditDue<Row extends { payment_id: string | null }>(
  ctx: Context,
  credits: Credits<Row>,
): Promise<number> {
  const takeDue = (trx: Transaction): Promise<Row[]> =>
    credits.takeDue(trx, { due_by: systemTimeIn(EARLY_MS), limit: MAX_ROWS_PER_BATCH });
  let total = 0;
  for (let done = -1; done !== 0 && !ctx.closing?.aborted; total += done)
    done = await drain(ctx, MAX_ROWS_PER_BATCH, async (inTurn) => {
      const { taken, ...started } = await inTurn(() => start(ctx, credits, takeDue));
      await book(ctx, started);
      return { taken, done: taken };
    });
  return total;
}

/** Credits the next of one payment, due or not; waits while another process does. */
export async function creditOf<Row extends { payment_id: string | null }>(
  ctx: Context,
  credits: Credits<Row>,
  payment_id: string,
): Promise<void> {
  await book(ctx, await start(ctx, credits, (trx) => credits.takeOf(trx, { payment_ids: [payment_id] })));
}

/** Credits what is due, also what was put off by a clock that was ahead. */
export async function sweepCredits<Row extends { payment_id: string | null }>(
  ctx: Context,
  credits: Credits<Row>,
): Promise<number> {
  const beyond = systemTimeIn(LAST_RETRY_MS + CLOCK_SLACK_MS);
  await credits.bringForward(ctx.db, { beyond, due_at: systemTimeIn(0) });
  return creditDue(ctx, credits);
}

interface Started {
  batches: EntryBatch[];
  /** Entries whose amounts are worked out under a lock of their own. */
  single: ScopedRow<EntryRow>[];
}

/** @param take reads and locks rows */
async function start<Row extends { payment_id: string | null }>(
  ctx: Context,
  credits: Credits<Row>,
  take: (trx: Transaction) => Promise<Row[]>,
): Promise<Started & { taken: number }> {
  let payment_ids: string[] = [];
  try {
    return await inTransaction({ ctx }, async (unit) => {
      const rows = await take(unit.trx);
      payment_ids = rows.map(({ payment_id }) => payment_id as string);
      const entries = rows.length === 0 ? [] : await credits.begin(unit, rows);
      return { taken: rows.length, ...(await store(unit, entries)) };
    });
  } catch (error) {
    if (isConnectionFault(error) || isUnavailable(error) || payment_ids.length === 0) throw error;
    if (payment_ids.length > 1) return startInHalves(ctx, credits, payment_ids);
    ctx.log.error({ err: error, payment_id: payment_ids[0] }, 'a payment cannot be credited');
    await credits.putOff(ctx.db, { payment_ids, due_at: systemTimeIn(PUT_OFF_BY_MS) });
    return { taken: 1, batches: [], single: [] };
  }
}

/** The row that makes a batch fail is found, so that it does not hold up the others. */
async function startInHalves<Row extends { payment_id: string | null }>(
  ctx: Context,
  credits: Credits<Row>,
  payment_ids: readonly string[],
): Promise<Started & { taken: number }> {
  const middle = payment_ids.length >> 1;
  const [first, second] = [payment_ids.slice(0, middle), payment_ids.slice(middle)];
  const one = await start(ctx, credits, (trx) => credits.takeOf(trx, { payment_ids: first }));
  const other = await start(ctx, credits, (trx) => credits.takeOf(trx, { payment_ids: second }));
  return {
    taken: one.taken + other.taken,
    batches: [...one.batches, ...other.batches],
    single: [...one.single, ...other.single],
  };
}

async function store(unit: Unit, entries: ScopedRow<EntryRow>[]): Promise<Started> {
  const isSingle = ({ row }: ScopedRow<EntryRow>): boolean => unit.ctx.movements.of(row).allocation !== null;
  const single = entries.filter(isSingle);
  await insertEntries(
    unit.trx,
    single.map(({ row }) => row),
  );
  return {
    single,
    batches: await storeBatches(
      unit,
      entries.filter((each) => !isSingle(each)),
    ),
  };
}

async function book(ctx: Context, { batches, single }: Started): Promise<void> {
  await bookBatches(ctx, batches);
  await bookDueBefore(ctx, single);
  // Entries under one lock are booked one after the other.
  const byLock = groupBy(single, ({ row }) => ctx.movements.of(row).allocation?.keyOf(row) ?? '');
  const limit = pLimit(ENTRIES_AT_ONCE);
  const booked = await Promise.allSettled(
    [...byLock.values()].map((entries) =>
      limit(async () => {
        for (const { scope, row } of entries) await bookUnlessBusy(ctx, scope, row);
      }),
    ),
  );
  for (const each of booked) if (each.status === 'rejected') throw each.reason;
}

async function bookDueBefore(ctx: Context, entries: readonly ScopedRow<EntryRow>[]): Promise<void> {
  const due = new Map<DueBefore, EntryRow[]>();
  for (const { row } of entries) {
    const { due_before } = ctx.movements.of(row);
    if (due_before) due.set(due_before, [...(due.get(due_before) ?? []), row]);
  }
  for (const [due_before, rows] of due) await due_before.book(ctx, rows);
}

/** Where another movement under its lock is being booked, that has it booked right afterwards. */
async function bookUnlessBusy(
  ctx: Context,
  scope: ScopedRow<EntryRow>['scope'],
  entry: EntryRow,
): Promise<void> {
  try {
    await bookEntry({ ctx, scope }, entry);
  } catch (error) {
    if (!(error instanceof AppError && error.reason === 'busy')) throw error;
  }
}
