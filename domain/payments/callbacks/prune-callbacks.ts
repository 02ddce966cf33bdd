/** Deletes the wording of callbacks: it names payers, and nobody needs it for long. */
import { systemTimeIn } from '../../../core/clock.ts';
import type { Db } from '../../../db/connection.ts';
import { emptyCallbacksBefore } from './prune-callbacks.sql.ts';

/** Long enough to look into what a provider said when a merchant complains. */
const KEPT_FOR_MS = 90 * 24 * 3_600_000;
/** Callbacks that one run prunes; the next takes the rest. */
const MAX_PRUNED = 10_000;

/**
 * Empties the bodies of callbacks that were handled long ago. Their outcome stays, and so does the fingerprint by which the same
 * callback counts once.
 * @returns how many
 */
export function pruneCallbacks(db: Db): Promise<number> {
  return emptyCallbacksBefore(db, { first_kept: systemTimeIn(-KEPT_FOR_MS), limit: MAX_PRUNED });
}
