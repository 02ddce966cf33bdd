/**
 * Entries that a job makes by the thousand. Until the ledger has answered, those of one scope in a batch are one row; then each
 * is stored once, in its final state, which takes half the time of storing and then changing it. A batch whose process died
 * becomes ordinary pending entries, which are finished like any others.
 */
import { CLOCK_SLACK_MS, systemNow, systemTimeIn } from '../../../core/clock.ts';
import { groupBy } from '../../../core/group-by.ts';
import { newId } from '../../../core/ids.ts';
import { toJson } from '../../../core/json.ts';
import { isConnectionFault } from '../../../db/faults.ts';
import { insertAll } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import { valuesInCommon } from '../../../db/values-in-common.ts';
import type { Context } from '../../platform/context.ts';
import { drain } from '../../platform/drain.ts';
import { inTransaction, type Unit } from '../../platform/unit.ts';
import type { ScopedRow } from '../../platform/write-pipeline.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { ABANDONED_AFTER_MS, insertEntries, resumeAt } from '../entries/insert-entries.ts';
import { bookEntries, type BookingResult } from './book-entries.ts';
import { deleteBatches, findAbandonedBatches, postponeBatch, releaseBatch } from './entry-batches.sql.ts';
import { applyEffects, endedEntry } from './record-results.ts';

/** Batches that one sweep releases. */
const MAX_ABANDONED = 10;

/** The entries of one scope that are booked together. */
export interface EntryBatch {
  id: string;
  entries: ScopedRow<EntryRow>[];
}

/** Stores entries that are about to be booked. @returns a batch for each scope */
export async function storeBatches(
  { trx }: Pick<Unit, 'trx'>,
  entries: ScopedRow<EntryRow>[],
): Promise<EntryBatch[]> {
  const byScope = groupBy(entries, ({ row }) => `${row.project_id} ${row.environment}`);
  const batches = [...byScope.values()].map((of_scope) => ({ id: newId('entry_batch'), entries: of_scope }));
  const due_at = resumeAt();
  const rows = batches.map(({ id, entries: of_scope }) => ({
    id,
    ...scopeColumns((of_scope[0] as ScopedRow<EntryRow>).row),
    ...asJson(
      of_scope.map(({ row }) => row),
      due_at,
    ),
    due_at,
  }));
  await insertAll(trx, 'sacco_entry_batches', rows);
  return batches;
}

/** Entries of one batch differ in few columns. Amounts are text, from which the server reads them as it does from numbers. */
function asJson(rows: EntryRow[], due_at: Date): { common: string; entries: string } {
  const common = valuesInCommon(rows as unknown as Record<string, unknown>[]).set('due_at', due_at);
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !common.has(column)) as (keyof EntryRow)[];
  const differing = rows.map((row) => {
    const values: Record<string, unknown> = {};
    for (const column of columns) {
      const value = row[column];
      values[column] = typeof value === 'bigint' ? String(value) : value;
    }
    return values;
  });
  return { common: toJson(Object.fromEntries(common)), entries: JSON.stringify(differing) };
}

/** Asks the ledger about all of them in one call, and records what it answered in one transaction. */
export async function bookBatches(ctx: Context, batches: EntryBatch[]): Promise<void> {
  if (batches.length === 0) return;
  const entries = batches.flatMap((batch) => batch.entries.map((each) => ({ batch_id: batch.id, ...each })));
  const results = await bookEntries(ctx, entries, ctx.ledger);
  await inTransaction({ ctx }, async (unit) => {
    const deleted = new Set(
      (await deleteBatches(unit.trx, { ids: batches.map(({ id }) => id) })).map(({ id }) => id),
    );
    // The entries of a batch that the sweep has released are pending now, and end as such.
    const ended = entries.flatMap(({ scope, batch_id }, i) =>
      deleted.has(batch_id) ? [{ scope, entry: endedEntry(results[i] as BookingResult) }] : [],
    );
    await insertEntries(
      unit.trx,
      ended.map(({ entry }) => entry),
    );
    await applyEffects(unit, ended);
  });
}

export interface TakenBatch {
  /** How many were found to do: fewer than a full batch when there are no more. */
  taken: number;
  /** What was stored for them and is to be booked. */
  batches: EntryBatch[];
}

/**
 * Takes and books batches until nothing is left that no other process has taken, or the workers close.
 * @param take stores the entries of at most `max_batch`
 * @returns how many were taken
 */
export function bookInBatches(
  ctx: Context,
  max_batch: number,
  take: () => Promise<TakenBatch>,
): Promise<number> {
  return drain(ctx, max_batch, async (inTurn) => {
    const { taken, batches } = await inTurn(take);
    await bookBatches(ctx, batches);
    return { taken, done: taken };
  });
}

/**
 * Makes ordinary entries, which are due now, of the batches whose process died before it recorded them. A batch for which that
 * fails goes behind all others and is tried again later, so that it does not hold up the rest.
 */
export async function releaseAbandonedBatches({ db, log }: Context): Promise<void> {
  for (const { id } of await findAbandonedBatches(db, { ...abandoned(), limit: MAX_ABANDONED })) {
    try {
      await releaseBatch(db, { id, ...abandoned() });
    } catch (error) {
      if (isConnectionFault(error)) throw error;
      log.error({ err: error, entry_batch_id: id }, 'a batch of entries cannot be finished');
      await postponeBatch(db, { id, due_at: resumeAt() });
    }
  }
}

function abandoned() {
  return { due_before: systemNow(), due_after: systemTimeIn(ABANDONED_AFTER_MS + CLOCK_SLACK_MS) };
}
