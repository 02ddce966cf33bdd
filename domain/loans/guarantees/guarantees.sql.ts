/** Pledges on applications that wait, by member and savings account. Those of a loan that is being paid out are held by the ledger already. */
import { defineQuery, orNull, params, text } from '../../../db/statement.ts';

/** Sums are decimal text: numeric has no parser. */
export const sumWaitingPledges = defineQuery({
  params: params<{ member_ids: readonly string[] }>(),
  result: { member_id: text, savings_account_id: orNull(text), pledged: text },
  sql: `
    select g.member_id, g.savings_account_id, sum(g.amount_minor)::text as pledged from sacco_loan_guarantees g
    join sacco_loans l on l.id = g.loan_id join sacco_entries e on e.id = l.entry_id
    where g.member_id = any(:member_ids::text[]) and g.status in ('requested', 'pledged') and e.status <> 'paying'
    group by 1, 2`,
});
