/** The days for which a plan need not declare interest any more. */
import type { ScopeColumns } from '../../db/model.ts';
import { date, defineQuery, params } from '../../db/statement.ts';

/**
 * In their order, from a day on: the days up to the last run that the service requested itself, which a checker may have rejected, and
 * those of later runs of people that are not ended without payment.
 */
export const declaredDays = defineQuery({
  params: params<
    ScopeColumns & {
      product_id: string;
      of_default_accounts: boolean;
      ended_without_payment: readonly string[];
      from: string;
    }
  >(),
  result: { period_start: date, period_end: date },
  sql: `
    with runs as (
      select r.period_start, r.period_end, r.status, e.requested_by_type = 'system' as by_itself
      from sacco_savings_interest r join sacco_entries e on e.id = r.entry_id
      where r.project_id = :project_id and r.environment = :environment and r.period_end >= :from::date
        and (r.product_id = :product_id or (r.of_default_accounts and :of_default_accounts))
    ), by_itself as (
      select :from::date as period_start, max(period_end) as period_end from runs where by_itself having count(*) > 0
    )
    select period_start, period_end from by_itself
    union all
    select period_start, period_end from runs
    where not by_itself and status <> all(:ended_without_payment::text[])
      and period_end > coalesce((select period_end from by_itself), :from::date - 1)
    order by period_start, period_end`,
});
