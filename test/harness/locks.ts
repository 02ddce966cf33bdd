/** Statements that wait for somebody else's lock. */
import type { Queryable } from '../../db/connection.ts';

/** How many of this database do. @param about a text in each, such as the table's name */
export async function lockWaiters(db: Queryable, about = ''): Promise<number> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ?) > 0`,
    [about],
  );
  return rows.length;
}
