/** Stores entries: those that are to be booked, and those that were booked before they were stored. */
import { systemTimeIn } from '../../../core/clock.ts';
import type { Transaction } from '../../../db/connection.ts';
import { insertAll } from '../../../db/insert-many.ts';
import type { EntryRow } from './entry.model.ts';

/** A request that has not finished its entry by then was interrupted. */
export const ABANDONED_AFTER_MS = 5_000;

/** When the sweep resumes an entry that is about to be booked. */
export function resumeAt(): Date {
  return systemTimeIn(ABANDONED_AFTER_MS);
}

/**
 * Stores rows as they are; those that are pending become due for the sweep should this process die.
 * @throws DatabaseError for a second entry of something that is booked once
 */
export async function insertEntries(trx: Transaction, entries: EntryRow[]): Promise<void> {
  const due_at = resumeAt();
  await insertAll(
    trx,
    'sacco_entries',
    entries.map((entry) => ({ ...entry, due_at: entry.status === 'pending' ? due_at : null })),
    { prepared: true },
  );
}
