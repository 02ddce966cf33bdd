/** What somebody has requested on a day, by what decides how it moved cash. */
import { bool, defineQuery, int8, numeric, orNull, params, textOf } from '../../../db/statement.ts';
import type { EntryRow } from './entry.model.ts';
import type { EntryStatus } from './entry.rules.ts';

type DayParams = {
  project_id: string;
  environment: string;
  user_id: string;
  /** Local date. */
  day: string;
  /** No entry of that day has an id before it, so that those of earlier days are not read. */
  first_id: string;
};

export const sumDayOfPerson = defineQuery({
  params: params<DayParams>(),
  result: {
    kind: textOf<EntryRow['kind']>(),
    source: orNull(textOf<NonNullable<EntryRow['source']>>()),
    direction: orNull(textOf<NonNullable<EntryRow['direction']>>()),
    income: orNull(textOf<NonNullable<EntryRow['income']>>()),
    reverses_kind: orNull(textOf<NonNullable<EntryRow['kind']>>()),
    status: textOf<EntryStatus>(),
    is_reversed: bool,
    entries: int8,
    amount: numeric,
  },
  sql: `
    select kind, source, direction, income, reverses_kind, status, reversed_by_entry_id is not null as is_reversed,
      count(*) as entries, sum(amount_minor) as amount
    from sacco_entries
    where project_id = :project_id and environment = :environment and requested_by_type = 'user'
      and requested_by_id = :user_id and id >= :first_id and local_date = :day::date
    group by 1, 2, 3, 4, 5, 6, 7`,
});

/** Members of whom something was posted that stands. */
export const countMembersServed = defineQuery({
  params: params<DayParams>(),
  result: { members: int8 },
  sql: `
    select count(distinct member_id) as members from sacco_entries
    where project_id = :project_id and environment = :environment and requested_by_type = 'user'
      and requested_by_id = :user_id and id >= :first_id and local_date = :day::date and status = 'posted' and kind <> 'reversal'
      and reversed_by_entry_id is null`,
});
