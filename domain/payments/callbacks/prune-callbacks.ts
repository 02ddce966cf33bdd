/** Forgets what callbacks said word for word: it names payers, and nobody needs it for long. */
import { systemTimeIn } from '../../../core/clock.ts';
import type { Db } from '../../../db/connection.ts';

/** Long enough to look into what a provider said when a merchant complains. */
const KEPT_FOR_MS = 90 * 24 * 3_600_000;
/** Callbacks that one run prunes; the next takes the rest. */
const MAX_PRUNED = 10_000;

/**
 * Empties the bodies of callbacks that were dealt with long ago. What they came to stays, and so does the fingerprint by
 * which the same callback counts once.
 * @returns how many
 */
export async function pruneCallbacks(db: Db): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(PRUNE, [systemTimeIn(-KEPT_FOR_MS), MAX_PRUNED]);
  return rowCount;
}

const PRUNE = `
  update provider_callbacks set body = '', query = '' where id in (
    select id from provider_callbacks where next_attempt_at is null and length(body) > 0 and received_at < ?
    order by received_at limit ? for update skip locked)`;
