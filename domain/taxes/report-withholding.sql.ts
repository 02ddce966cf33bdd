/** What was paid and withheld, by member and kind. */
import type { ScopeColumns } from '../../db/model.ts';
import { defineQuery, orNull, params, text, textOf } from '../../db/statement.ts';
import type { withholding } from '../cooperative/index.ts';

/** Lines of the runs of which some may have been paid in the period; a run ends with its last line, unless some are tried again. */
const paidLines = (
  kind: withholding.Kind,
  { runs, lines, run }: Record<'runs' | 'lines' | 'run', string>,
): string => `
  select l.member_id, '${kind}' as kind, l.amount_minor as gross_minor, l.tax_minor
  from ${runs} d join ${lines} l on l.${run} = d.id join sacco_entries e on e.id = l.entry_id
  where d.project_id = :project_id and d.environment = :environment and d.created_at < :ends
    and (d.paid_at is null or d.due_at is not null or d.paid_at >= :begins) and d.status not in ('failed', 'rejected', 'cancelled')
    and l.status = 'paid' and e.posted_at >= :begins and e.posted_at < :ends`;

/** Sums are decimal text: numeric has no parser. */
export const readWithheld = defineQuery({
  params: params<ScopeColumns & { begins: Date; ends: Date }>(),
  result: {
    member_no: text,
    full_name: text,
    tax_number: orNull(text),
    kind: textOf<withholding.Kind>(),
    gross: text,
    tax: text,
  },
  sql: `
    with paid as (
      ${paidLines('dividend', { runs: 'sacco_dividends', lines: 'sacco_dividend_lines', run: 'dividend_id' })}
      union all
      ${paidLines('deposit_interest', {
        runs: 'sacco_savings_interest',
        lines: 'sacco_savings_interest_lines',
        run: 'savings_interest_id',
      })}
      union all
      select member_id, 'deposit_interest', interest_minor, tax_minor from sacco_entries
      where project_id = :project_id and environment = :environment and kind = 'term_maturity' and status = 'posted'
        and posted_at >= :begins and posted_at < :ends
    ), by_member as (
      select member_id, kind, sum(gross_minor) as gross, sum(tax_minor) as tax from paid group by 1, 2
    )
    select m.member_no, c.full_name, m.tax_number, p.kind, p.gross::text as gross, p.tax::text as tax
    from by_member p join sacco_members m on m.id = p.member_id join customers c on c.id = m.customer_id
    order by m.member_no, p.kind`,
});
