/** Movements of one kind as reports over local days count them: added on the day of posting, taken off on the day of reversal. */
import type { EntryKind } from '../movement.rules.ts';

/**
 * A subquery over the scope bound as `:project_id` and `:environment`, and the instants bound as `:begins` and `:ends`: a row
 * for each entry that was posted between them, of which `sign` is 1, and for each reversal of such an entry, of which it is -1.
 * The kind is written out, as the indexes of one kind need it.
 */
export function postedAndReversed(kind: EntryKind): string {
  return `
    select *, 1 as sign from sacco_entries
    where project_id = :project_id and environment = :environment and kind = '${kind}' and status = 'posted'
      and posted_at >= :begins and posted_at < :ends
    union all
    select *, -1 as sign from sacco_entries
    where project_id = :project_id and environment = :environment and kind = 'reversal' and status = 'posted'
      and posted_at >= :begins and posted_at < :ends and reverses_kind = '${kind}'`;
}
