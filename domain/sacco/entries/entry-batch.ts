/**
 * Entries that a job makes by the thousand. Until the ledger has answered, all that a batch has of one SACCO is one row; then
 * each is stored once, as it ended, which takes half of what storing and then changing it would. A batch whose process died
 * becomes ordinary entries that are pending, and is finished like any other.
 */
import { CLOCK_SLACK_MS, systemNow, systemTimeIn } from '../../../core/clock.ts';
import { groupBy } from '../../../core/group-by.ts';
import { newId } from '../../../core/ids.ts';
import { toJson } from '../../../core/json.ts';
import { isConnectionFault, type Transaction } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { valuesInCommon } from '../../../db/values-in-common.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/unit.ts';
import type { ScopedRow } from '../../platform/write-pipeline.ts';
import { askLedger, type BookingResult } from './book-entry.ts';
import type { EntryRow } from './entry.model.ts';
import { ABANDONED_AFTER_MS, insertEntries, resumeAt } from './insert-entries.ts';
import { applyEffects, endedEntry } from './record-results.ts';

/** Batches that one sweep makes entries of. */
const MAX_ABANDONED = 10;

/** What is booked together of one SACCO. */
export interface EntryBatch {
  id: string;
  entries: ScopedRow<EntryRow>[];
}

/** Stores entries that are about to be booked. @returns a batch for each SACCO */
export async function storeBatches(trx: Transaction, entries: ScopedRow<EntryRow>[]): Promise<EntryBatch[]> {
  const bySacco = groupBy(entries, ({ row }) => `${row.project_id} ${row.environment}`);
  const batches = [...bySacco.values()].map((of_sacco) => ({ id: newId('entry_batch'), entries: of_sacco }));
  const due_at = resumeAt();
  const rows = batches.map(({ id, entries: of_sacco }) => ({
    id,
    ...scopeColumns((of_sacco[0] as ScopedRow<EntryRow>).row),
    ...asJson(
      of_sacco.map(({ row }) => row),
      due_at,
    ),
    due_at,
  }));
  if (rows.length > 0) await trx('sacco_entry_batches').insert(rows);
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
  const results = await askLedger(ctx, entries, ctx.ledger);
  await inTransaction({ ctx }, async (unit) => {
    const { trx } = unit;
    const ids = batches.map(({ id }) => id);
    const rows = await trx('sacco_entry_batches').whereIn('id', ids).delete('id');
    const deleted = new Set((rows as { id: string }[]).map(({ id }) => id));
    // What the sweep took for abandoned is pending now, and ends as such.
    const ended = entries.flatMap(({ scope, batch_id }, i) =>
      deleted.has(batch_id) ? [{ scope, entry: endedEntry(results[i] as BookingResult) }] : [],
    );
    await insertEntries(
      trx,
      ended.map(({ entry }) => entry),
    );
    await applyEffects(unit, ended);
  });
}

/**
 * Makes ordinary entries of the batches whose process died before it recorded them. They are due at once. A batch that cannot be
 * made into entries holds up none but itself: it goes behind all others, and is tried again later.
 */
export async function releaseAbandonedBatches({ db, log }: Context): Promise<void> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(FIND_ABANDONED, abandonedBefore());
  for (const { id } of rows) {
    try {
      await db.raw(RELEASE, [id, ...abandonedBefore()]);
    } catch (error) {
      if (isConnectionFault(error)) throw error;
      log.error({ err: error, entry_batch_id: id }, 'a batch of entries cannot be finished');
      await db('sacco_entry_batches').where({ id }).update({ due_at: resumeAt() });
    }
  }
}

/** What was due by the first moment is abandoned, and what is due after the second one: by a clock that was ahead. */
function abandonedBefore(): [Date, Date] {
  return [systemNow(), systemTimeIn(ABANDONED_AFTER_MS + CLOCK_SLACK_MS)];
}

const FIND_ABANDONED = `
  select id from sacco_entry_batches where due_at < ? or due_at > ? order by due_at limit ${MAX_ABANDONED}`;

const RELEASE = `
  with abandoned as (
    delete from sacco_entry_batches where id = ? and (due_at < ? or due_at > ?) returning common, entries
  )
  insert into sacco_entries
  select e.* from abandoned cross join
    json_populate_recordset(json_populate_record(null::sacco_entries, common), entries) e`;
