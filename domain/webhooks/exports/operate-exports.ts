/** What operators do about events that wait for the sink. */
import { firstIdAt } from '../../../core/ids.ts';
import type { Db } from '../../../db/connection.ts';
import { deleteAllExports, insertExportsOf } from './exports.sql.ts';

/** Events of one statement. */
const BATCH = 5_000;

/** Has every stored event from that moment on exported, also those that were before. @returns how many were added */
export async function exportEventsSince(db: Db, since: Date): Promise<number> {
  const first_id = firstIdAt('event', since);
  let added = 0;
  for (let after_id = ''; ;) {
    const [read] = await insertExportsOf(db, { first_id, after_id, limit: BATCH });
    if (!read?.last_id) return added;
    added += read.added;
    after_id = read.last_id;
  }
}

/** Has nothing exported of what waits now. @returns how many events waited */
export function forgetExports(db: Db): Promise<number> {
  return deleteAllExports(db, {});
}
