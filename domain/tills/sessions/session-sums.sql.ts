/** What posted entries moved in sessions, by what decides which way the cash went. */
import { bool, defineQuery, int8, numeric, orNull, params, text, textOf } from '../../../db/statement.ts';
import type { EntryRow } from '../../movements/index.ts';

/** @param left_out entries that do not count */
export const sumCashOfSessions = defineQuery({
  params: params<{ ids: readonly string[]; left_out: readonly string[] }>(),
  result: {
    session_id: text,
    kind: textOf<EntryRow['kind']>(),
    source: orNull(textOf<NonNullable<EntryRow['source']>>()),
    direction: orNull(textOf<NonNullable<EntryRow['direction']>>()),
    income: orNull(textOf<NonNullable<EntryRow['income']>>()),
    reverses_kind: orNull(textOf<NonNullable<EntryRow['kind']>>()),
    is_other: bool,
    amount: numeric,
    entries: int8,
  },
  sql: `
    select session_id, kind, source, direction, income, reverses_kind, is_other,
      sum(amount_minor) as amount, count(*) as entries
    from (
      select id, session_id, kind, source, direction, income, reverses_kind, amount_minor, false as is_other
      from sacco_entries
      where session_id = any(:ids::text[]) and session_id is not null and status = 'posted'
      union all
      select id, other_session_id, kind, source, direction, income, reverses_kind, amount_minor, true
      from sacco_entries
      where other_session_id = any(:ids::text[]) and other_session_id is not null and status = 'posted'
    ) moved
    where id <> all(:left_out::text[])
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2`,
});
