/** Contributions of all members by a day: what was to be saved by then, and what was. */
import type { ScopeColumns } from '../../db/model.ts';
import { date, defineQuery, int8, params, text, textOf } from '../../db/statement.ts';
import { entries } from '../movements/index.ts';
import type { ContributionRow } from './contribution.model.ts';

/** Whole months between two dates; the day of a month that has no such day is its last. */
const MONTHS = `(
  (extract(year from :date::date) - extract(year from c.start_date)) * 12
    + extract(month from :date::date) - extract(month from c.start_date)
    - case when (c.start_date + make_interval(months => ((extract(year from :date::date) - extract(year from c.start_date)) * 12
        + extract(month from :date::date) - extract(month from c.start_date))::integer))::date > :date::date then 1 else 0 end)`;

/** How many have fallen due by the day, that of the first date included. */
const DUE = `
  case when c.start_date > :date::date then 0 else 1 + case c.frequency
    when 'weekly' then (:date::date - c.start_date) / 7
    when 'biweekly' then (:date::date - c.start_date) / 14
    else ${MONTHS} end end`;

/** In the order of the members' numbers. Sums are decimal text: numeric has no parser. */
export const readContributions = defineQuery({
  params: params<ScopeColumns & { date: string; begins: Date; ends: Date; utc_offset_minutes: number }>(),
  result: {
    member_id: text,
    member_no: text,
    full_name: text,
    amount_minor: int8,
    frequency: textOf<ContributionRow['frequency']>(),
    start_date: date,
    expected: text,
    contributed: text,
  },
  sql: `
    with saved as (
      select e.member_id, sum(e.sign * e.amount_minor) as contributed
      from (${entries.postedAndReversed('deposit')}) e join sacco_contributions c on c.member_id = e.member_id
      -- A reversal takes off only what counted: its deposit was posted since the first date, too.
      left join sacco_entries o on o.id = e.reverses_entry_id
      where coalesce(o.posted_at, e.posted_at) >= c.start_date::timestamp at time zone 'UTC'
        - make_interval(mins => :utc_offset_minutes)
      group by e.member_id
    )
    select m.id as member_id, m.member_no, p.full_name, c.amount_minor, c.frequency, c.start_date,
      (c.amount_minor * (${DUE}))::numeric::text as expected, coalesce(s.contributed, 0)::text as contributed
    from sacco_contributions c join sacco_members m on m.id = c.member_id join customers p on p.id = m.customer_id
    left join saved s on s.member_id = c.member_id
    where c.project_id = :project_id and c.environment = :environment and m.status <> 'exited'
    order by m.member_no`,
});
