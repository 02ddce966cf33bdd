/** How many movements requested up to a local date are being booked. */
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns, type ScopeColumns } from '../../../db/model.ts';
import { defineQuery, int8, params, text } from '../../../db/statement.ts';
import { IN_FLIGHT } from './entry.rules.ts';

// Money that a provider sends is held, and is booked on the day on which that ends: from then on the entry is being booked.
// What a job books by the thousand is in its batch until it has ended.
export const countUnderWay = defineQuery({
  params: params<ScopeColumns & { statuses: readonly string[]; local_date: string }>(),
  result: { entries: int8 },
  sql: `
    select count(*) as entries from (
      select local_date from sacco_entries
      where project_id = :project_id and environment = :environment and status = any(:statuses)
      union all
      select e.local_date from sacco_entries e join payouts p on p.id = e.payout_id and p.outcome is not null
      where e.project_id = :project_id and e.environment = :environment and e.status = 'paying'
      union all
      select e.local_date from sacco_entry_batches b cross join
        json_populate_recordset(json_populate_record(null::sacco_entries, b.common), b.entries) e
      where b.project_id = :project_id and b.environment = :environment
    ) under_way where local_date <= :local_date::date`,
});

/** Those that wait for a checker, or for a provider, are not counted. */
export async function countEntriesUnderWay(
  db: Queryable,
  scope: ScopeColumns,
  local_date: string,
): Promise<number> {
  const [counted] = await countUnderWay(db, { ...scopeColumns(scope), statuses: IN_FLIGHT, local_date });
  return Number(counted?.entries ?? 0);
}

export const findInBatches = defineQuery({
  params: params<ScopeColumns & { member_id: string }>(),
  result: { id: text },
  sql: `
    select e.id from sacco_entry_batches b cross join
      json_populate_recordset(json_populate_record(null::sacco_entries, b.common), b.entries) e
    where b.project_id = :project_id and b.environment = :environment and e.member_id = :member_id limit 1`,
});

/** Whether a batch that is being booked moves an account of the member. Under the member's lock none begins. */
export async function isInBatch(db: Queryable, scope: ScopeColumns, member_id: string): Promise<boolean> {
  return (await findInBatches(db, { ...scopeColumns(scope), member_id })).length > 0;
}
