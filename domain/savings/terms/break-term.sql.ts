/** Ends terms that were broken, many at a time. */
import { defineCommand, params } from '../../../db/statement.ts';

/** A term whose entry did not end posted runs on. */
export const recordBreakings = defineCommand({
  params: params<{
    entry_ids: readonly string[];
    account_ids: readonly (string | null)[];
    posted: readonly boolean[];
    closed_ats: readonly Date[];
  }>(),
  sql: `
    with ended as materialized (
      select * from unnest(:entry_ids::text[], :account_ids::text[], :posted::boolean[], :closed_ats::timestamptz[])
        as v(entry_id, account_id, posted, closed_at)
    ), terms as (
      update sacco_savings_terms t set moving_entry_id = null, status = case when v.posted then 'broken' else 'running' end,
        entry_id = case when v.posted then v.entry_id end
      from ended v where t.account_id = v.account_id and t.moving_entry_id = v.entry_id
    )
    update sacco_savings_accounts a set status = 'closed', closed_at = v.closed_at
    from ended v where a.id = v.account_id and v.posted and a.status = 'active'`,
});
