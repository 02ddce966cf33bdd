/** The way of every movement of the SACCO: stored, booked, recorded. */
import type { Scope } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { resumePending } from '../../platform/resume-pending.ts';
import { writePipeline } from '../../platform/write-pipeline.ts';
import { askLedger, needsOwnTransaction, type BookingResult } from './book-entry.ts';
import { releaseAbandonedBatches } from './entry-batch.ts';
import { IN_FLIGHT } from './entry.rules.ts';
import { SaccoEntry, type EntryRow } from './entry.model.ts';
import { getEntry } from './entry.ts';
import { ABANDONED_AFTER_MS, insertEntries } from './insert-entries.ts';
import { applyEffects, endedEntry, recordResults } from './record-results.ts';
import { prepareEntries, type EntryToRequest } from './request-entry.ts';

/** Entries that share one transaction. */
const MAX_BATCH = 500;

const pipeline = writePipeline<EntryToRequest, EntryRow, BookingResult>({
  max_batch: MAX_BATCH,
  prepare: prepareEntries,
  insert: insertEntries,
  finalize: ({ booked }) => endedEntry(booked),
  applyEffects: (unit, ended) =>
    applyEffects(
      unit,
      ended.map(({ scope, row }) => ({ scope, entry: row })),
    ),
  find: (db, { scope }, id) => getEntry(db, scope, id),
  isPending: ({ status }) => IN_FLIGHT.includes(status),
  book: askLedger,
  needsOwnTransaction,
  record: recordResults,
});

export interface RequestedEntry {
  entry: EntryRow;
  replayed: boolean;
}

/**
 * Stores the entry unless the same request came before, and books it.
 * @throws AppError NOT_FOUND, `member_not_active`, `customer_not_active`, `idempotency_key_reused`
 */
export async function requestEntry(
  ctx: Context,
  request: Omit<EntryToRequest, 'subject_id'>,
): Promise<RequestedEntry> {
  const { row, replayed } = await pipeline.submit(ctx, { subject_id: request.entry.id, ...request });
  return { entry: row, replayed };
}

/** Books one entry that is in flight. @returns the entry as it then stands */
export async function bookEntry(ctx: Context, scope: Scope, entry: EntryRow): Promise<EntryRow> {
  return (await pipeline.resume(ctx, scope, entry)).row;
}

/** Books the entries whose request, or approval, died before it recorded the result. @returns how many */
export async function resumePendingEntries(ctx: Context): Promise<number> {
  await releaseAbandonedBatches(ctx);
  return resumePending(ctx, {
    model: SaccoEntry,
    statuses: IN_FLIGHT,
    due: { column: 'due_at', after_ms: 0, retry_in_ms: ABANDONED_AFTER_MS },
    limit: MAX_BATCH,
    resume: bookEntry,
  });
}
