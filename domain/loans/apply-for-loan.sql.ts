/** What a member owes and has applied for. */
import { defineQuery, params, text } from '../../db/statement.ts';
import { FALLEN_DUE } from './standing.ts';

/**
 * What a member owes, on open loans and on loans that are being disbursed, and what else has been applied for. What has fallen
 * due counts, whether or not the charging job has charged it. As decimal text: numeric has no parser.
 */
export const readDebt = defineQuery({
  params: params<{ member_id: string; today: string }>(),
  result: { owed: text, applied: text },
  sql: `
    select coalesce(sum(case when l.status = 'open' then l.outstanding_minor + l.charges_due_minor + fallen_due.charges
        when e.status = 'posting' then l.principal_minor end), 0)::text as owed,
      coalesce(sum(l.principal_minor) filter (where l.status = 'applied' and e.status <> 'posting'), 0)::text as applied
    from sacco_loans l join sacco_entries e on e.id = l.entry_id ${FALLEN_DUE}
    where l.member_id = :member_id and l.status in ('open', 'applied')`,
});
