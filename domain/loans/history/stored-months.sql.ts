/** The months of the loan book that are stored, and those that are to be stored next. */
import type { Environment } from '../../../core/scope.ts';
import { date, defineQuery, int2, params, tableColumns, text, textOf } from '../../../db/statement.ts';
import type { PortfolioMonthRow } from './portfolio-month.model.ts';

export const readStoredMonths = defineQuery({
  params: params<Record<never, never>>(),
  result: tableColumns<PortfolioMonthRow>('sacco_portfolio_months'),
  sql: 'select * from sacco_portfolio_months order by project_id, environment, utc_offset_minutes, month_end',
});

/** For each SACCO after the given one, the oldest past month that is not stored. */
export const readNextMonths = defineQuery({
  params: params<{ project_id: string; environment: string; settling_ms: number; limit: number }>(),
  result: {
    project_id: text,
    environment: textOf<Environment>(),
    utc_offset_minutes: int2,
    first_day: date,
  },
  sql: `
  select s.project_id, s.environment, s.utc_offset_minutes, next.first_day
  from sacco_settings s join projects p on p.id = s.project_id
  cross join lateral (select coalesce((
      select max(m.month_end) + 1 from sacco_portfolio_months m
      where m.project_id = s.project_id and m.environment = s.environment
        and m.utc_offset_minutes = s.utc_offset_minutes
    ), (
      select date_trunc('month', min(l.disbursed_at) at time zone 'UTC' + s.utc_offset_minutes * interval '1 minute')
      from sacco_loans l where l.project_id = s.project_id and l.environment = s.environment
    ))::date as first_day) next
  cross join lateral (select (next.first_day + interval '1 month' - s.utc_offset_minutes * interval '1 minute')
    at time zone 'UTC' as at) ended
  where (s.project_id, s.environment) > (:project_id, cast(:environment as environment))
    and next.first_day is not null and now() - :settling_ms * interval '1 millisecond' >= case s.environment
      when 'test' then greatest(ended.at - p.test_clock_offset_ms * interval '1 millisecond', p.test_clock_moved_at)
      else ended.at end
  order by s.project_id, s.environment limit :limit`,
});
