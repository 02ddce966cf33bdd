/** The pipeline of all movements: entries are stored, booked and recorded, many at a time. */
import { countPendingRows, resumePending, type PendingRows } from '../../platform/resume-pending.ts';
import type { Context } from '../../platform/context.ts';
import type { IdempotencyKey, IdempotentRequest } from '../../platform/idempotency.ts';
import type { ScopedContext, Unit } from '../../platform/unit.ts';
import { writePipeline } from '../../platform/write-pipeline.ts';
import { SaccoEntry, type EntryRow } from '../entries/entry.model.ts';
import { IN_FLIGHT } from '../entries/entry.rules.ts';
import { getEntry } from '../entries/entry.ts';
import { ABANDONED_AFTER_MS, insertEntries } from '../entries/insert-entries.ts';
import { allocateIfFree, inAllocationOrder } from './allocate.ts';
import { bookEntries, needsOwnTransaction, type BookingResult } from './book-entries.ts';
import { checkEntries, type CheckedEntry } from './check-entries.ts';
import { releaseAbandonedBatches } from './entry-batches.ts';
import { applyEffects, endedEntry, recordResults } from './record-results.ts';

/** Entries that share one transaction. */
const MAX_BATCH = 500;

export interface EntryToStore extends IdempotentRequest {
  /** A new row in state `pending`. */
  entry: EntryRow;
  idempotency: IdempotencyKey;
}

export const entryPipeline = writePipeline<EntryToStore, EntryRow, BookingResult>({
  max_batch: MAX_BATCH,
  prepare: prepareEntries,
  insert: insertEntries,
  finalize: ({ booked }) => endedEntry(booked),
  applyEffects: (unit, ended) =>
    applyEffects(
      unit,
      ended.map(({ scope, row }) => ({ scope, entry: row })),
    ),
  find: ({ db }, { scope }, id) => getEntry(db, scope, id),
  isPending: ({ status }) => IN_FLIGHT.includes(status),
  book: bookEntries,
  needsOwnTransaction,
  record: recordResults,
});

/** @returns in their order, the entry that is to be stored, or why it is refused */
async function prepareEntries(unit: Unit, requests: EntryToStore[]): Promise<(EntryRow | Error)[]> {
  const is_alone = requests.some(({ entry }) => unit.ctx.movements.of(entry).member_lock === 'update');
  const checked = await checkEntries(unit, requests, is_alone ? 'update' : 'share');
  const prepared: (EntryRow | Error)[] = [];
  for (const index of inAllocationOrder(unit.ctx, requests)) {
    const { scope } = requests[index] as EntryToStore;
    const found = checked[index] as CheckedEntry | Error;
    prepared[index] = found instanceof Error ? found : await allocateIfFree({ ...unit, scope }, found.entry);
  }
  return prepared;
}

/** Books one entry that is in flight. @returns the entry as it then is */
export async function bookEntry({ ctx, scope }: ScopedContext, entry: EntryRow): Promise<EntryRow> {
  return (await entryPipeline.resume(ctx, scope, entry)).row;
}

const UNFINISHED: PendingRows<SaccoEntry> = {
  model: SaccoEntry,
  statuses: IN_FLIGHT,
  due: { column: 'due_at', after_ms: 0, retry_in_ms: ABANDONED_AFTER_MS },
};

export const countUnfinishedEntries = countPendingRows(UNFINISHED);

/** Books the entries whose request, or approval, died before it recorded the result. @returns how many */
export async function resumePendingEntries(ctx: Context): Promise<number> {
  await releaseAbandonedBatches(ctx);
  return resumePending(ctx, {
    ...UNFINISHED,
    limit: MAX_BATCH,
    resume: (_ctx, scope, entry) => bookEntry({ ctx, scope }, entry),
  });
}
