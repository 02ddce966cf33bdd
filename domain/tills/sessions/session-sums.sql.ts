/** What posted entries moved in sessions, by what decides which way the cash went. */
import { bool, defineQuery, int8, numeric, orNull, params, text, textOf } from '../../../db/statement.ts';
import type { EntryRow } from '../../movements/index.ts';

/** The float, the return to the vault and the difference of the closing count are no part of what a session takes and pays. */
export const sumCashOfSessions = defineQuery({
  params: params<{ ids: readonly string[] }>(),
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
    select s.id as session_id, e.kind, e.source, e.direction, e.income, e.reverses_kind, e.is_other,
      sum(e.amount_minor) as amount, count(*) as entries
    from (
      select *, session_id as of_session, false as is_other from sacco_entries
      where session_id = any(:ids::text[]) and session_id is not null and status = 'posted'
      union all
      select *, other_session_id as of_session, true as is_other from sacco_entries
      where other_session_id = any(:ids::text[]) and other_session_id is not null and status = 'posted'
    ) e join sacco_till_sessions s on s.id = e.of_session
    where s.id = any(:ids::text[]) and e.id <> s.float_entry_id
      and e.id is distinct from s.return_entry_id and e.id is distinct from s.difference_entry_id
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2`,
});
