/** How many movements requested up to a local date are being booked or paid out. */
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns, type ScopeColumns } from '../../../db/model.ts';
import { defineQuery, int8, params } from '../../../db/statement.ts';
import { UNDER_WAY } from './entry.rules.ts';

// What a job books by the thousand is in its batch until it has ended.
export const countUnderWay = defineQuery({
  params: params<ScopeColumns & { statuses: readonly string[]; local_date: string }>(),
  result: { entries: int8 },
  sql: `
    select count(*) as entries from (
      select local_date from sacco_entries
      where project_id = :project_id and environment = :environment and status = any(:statuses)
      union all
      select e.local_date from sacco_entry_batches b cross join
        json_populate_recordset(json_populate_record(null::sacco_entries, b.common), b.entries) e
      where b.project_id = :project_id and b.environment = :environment
    ) under_way where local_date <= :local_date::date`,
});

/** Those that wait for a checker are not counted. */
export async function countEntriesUnderWay(
  db: Queryable,
  scope: ScopeColumns,
  local_date: string,
): Promise<number> {
  const [counted] = await countUnderWay(db, { ...scopeColumns(scope), statuses: UNDER_WAY, local_date });
  return Number(counted?.entries ?? 0);
}
