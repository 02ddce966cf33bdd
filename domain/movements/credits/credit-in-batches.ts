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
import { RequiresSeparateTransaction, type ScopedRow } from '../../platform/write-pipeline.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { insertEntries } from '../entries/insert-entries.ts';
import type { DueBefore, EndedEntry } from '../movement.ts';
import { bookEntries } from '../pipeline/book-entries.ts';
import { bookBatches, storeBatches, type EntryBatch } from '../pipeline/entry-batches.ts';
import { bookEntry } from '../pipeline/entry-pipeline.ts';
import { applyEffects, endedEntry } from '../pipeline/record-results.ts';
import { recordReceipts } from '../receipts/receipt.ts';
import { LAST_RETRY_MS, recordCredits } from './payment-credit.ts';

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
  /** Locks rows that are due, the next after one of them; others skip them. */
  takeDue(
    trx: Transaction,
    given: { due_by: Date; after: Date; after_id: string; limit: number },
  ): Promise<Row[]>;
  id(row: Row): string;
  /** Locks the rows of these payments, due or not. */
  takeOf(trx: Transaction, given: { payment_ids: readonly string[] }): Promise<Row[]>;
  /**
   * Decides what is booked of each row. Of what is not booked now it records in the row why; no such row may stay due.
   * @returns entries that pass `checkEntries`; neither they nor their rows are stored yet
   */
  begin(unit: Unit, rows: Row[]): Promise<Begun<Row>[]>;
  /** The row once its entry has ended. */
  after(row: Row, ended: EndedEntry): Row;
  store(trx: Transaction, rows: readonly Row[]): Promise<void>;
  putOff(db: Queryable, given: { payment_ids: readonly string[]; due_at: Date }): Promise<unknown>;
  /** Makes due now what is due later than that. */
  bringForward(db: Queryable, given: { beyond: Date; due_at: Date }): Promise<unknown>;
  /** Credits what is due. */
  job: 'credit-sacco-payments' | 'allocate-receipts';
}

/** An entry that is about to be booked. */
export interface Begun<Row> extends ScopedRow<EntryRow> {
  /** What it is booked of, as it stands meanwhile. */
  of: Row;
}

type Creditable = { payment_id: string | null; due_at: Date | null };

/** Credits all rows that are due, and what becomes due by that, until nothing is left or the workers close. @returns how many */
export async function creditDue<Row extends Creditable>(
  ctx: Context,
  credits: Credits<Row>,
): Promise<number> {
  let total = 0;
  for (let done = -1; done !== 0 && !ctx.closing?.aborted; total += done) done = await drainDue(ctx, credits);
  return total;
}

function drainDue<Row extends Creditable>(ctx: Context, credits: Credits<Row>): Promise<number> {
  // The search goes on after the last row: the index entries before it are dead, and as many as were due.
  let last = { after: new Date(0), after_id: '' };
  const take = async (trx: Transaction): Promise<Row[]> => {
    const due_by = systemTimeIn(EARLY_MS);
    const rows = await credits.takeDue(trx, { due_by, ...last, limit: MAX_ROWS_PER_BATCH });
    for (const row of rows) {
      const [after, after_id] = [row.due_at as Date, credits.id(row)];
      if (after > last.after || (after.getTime() === last.after.getTime() && after_id > last.after_id))
        last = { after, after_id };
    }
    return rows;
  };
  return drain(ctx, MAX_ROWS_PER_BATCH, async (inTurn) => {
    const { taken, ...started } = await start(ctx, credits, (trx) => inTurn(() => take(trx)));
    await book(ctx, started);
    return { taken, done: taken };
  });
}

/** Credits the next of one payment, due or not; waits while another process does. */
export async function creditOf<Row extends Creditable>(
  ctx: Context,
  credits: Credits<Row>,
  payment_id: string,
): Promise<void> {
  await book(ctx, await start(ctx, credits, (trx) => credits.takeOf(trx, { payment_ids: [payment_id] })));
}

/** Credits what is due, also what was put off by a clock that was ahead. */
export async function sweepCredits<Row extends Creditable>(
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
async function start<Row extends Creditable>(
  ctx: Context,
  credits: Credits<Row>,
  take: (trx: Transaction) => Promise<Row[]>,
): Promise<Started & { taken: number }> {
  let payment_ids: string[] = [];
  try {
    return await inTransaction({ ctx }, async (unit) => {
      const rows = await take(unit.trx);
      payment_ids = rows.map(({ payment_id }) => payment_id as string);
      const begun = rows.length === 0 ? [] : await credits.begin(unit, rows);
      const ended = await bookWithin(unit, credits, begun);
      return {
        taken: rows.length,
        ...(await store(
          unit,
          credits,
          begun.filter((each) => !ended.has(each)),
        )),
      };
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
async function startInHalves<Row extends Creditable>(
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

/**
 * Books what it can in the same transaction, where the ledger is in the same database: each entry and its row are then stored once, as
 * they ended.
 * @returns what was booked
 */
async function bookWithin<Row extends Creditable>(
  unit: Unit,
  credits: Credits<Row>,
  begun: readonly Begun<Row>[],
): Promise<Set<Begun<Row>>> {
  const { ctx, trx, enqueue } = unit;
  const ledger = ctx.ledger.within?.(trx);
  const at_once = begun.filter(({ row }) => {
    const { allocation, opens } = ctx.movements.of(row);
    return allocation === null && opens(row).length === 0;
  });
  if (!ledger || at_once.length === 0) return new Set();
  const results = await bookEntries(ctx, at_once, ledger).catch((error: unknown) => {
    if (error instanceof RequiresSeparateTransaction) return null;
    throw error;
  });
  if (results === null) return new Set();
  const ended = results.map((result, i) => ({
    scope: (at_once[i] as Begun<Row>).scope,
    entry: endedEntry(result),
  }));
  await insertEntries(
    trx,
    ended.map(({ entry }) => entry),
  );
  const rows = at_once.map((each, i) => credits.after(each.of, ended[i] as EndedEntry));
  await credits.store(trx, rows);
  await applyEffects(unit, ended, [recordCredits, recordReceipts]);
  const now = systemTimeIn(0);
  if (rows.some(({ due_at }) => due_at !== null && due_at <= now)) enqueue(credits.job, {});
  return new Set(at_once);
}

async function store<Row extends Creditable>(
  unit: Unit,
  credits: Credits<Row>,
  begun: readonly Begun<Row>[],
): Promise<Started> {
  const isSingle = ({ row }: ScopedRow<EntryRow>): boolean => unit.ctx.movements.of(row).allocation !== null;
  const single = begun.filter(isSingle);
  await insertEntries(
    unit.trx,
    single.map(({ row }) => row),
  );
  const batches = await storeBatches(
    unit,
    begun.filter((each) => !isSingle(each)),
  );
  await credits.store(
    unit.trx,
    begun.map(({ of }) => of),
  );
  return { single, batches };
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
