/** The statement that recomputes the running totals. */
import { defineQuery, int2, int4, int8, params } from '../../../db/statement.ts';

/** Totals that are not the sums of the transfers. */
export const readDifferingTotals = defineQuery({
  params: params<Record<string, never>>(),
  result: { ledger: int8, account_code: int2, transfer_code: int2, quarter: int4 },
  sql: `
    with sides as (
      select debit_account_id as account_id, code, timestamp, amount as debit, 0 as credit from ledger_transfers where phase in (0, 2)
      union all
      select credit_account_id, code, timestamp, 0, amount from ledger_transfers where phase in (0, 2)
    ), quarters as (
      select b.ledger, b.code as account_code, s.code as transfer_code, (s.timestamp / 900000000000)::integer as quarter,
        sum(s.debit) as debits, sum(s.credit) as credits, max(s.timestamp) as last_timestamp
      from sides s join ledger_balances b using (account_id) group by 1, 2, 3, 4
    ), running as (
      select ledger, account_code, transfer_code, quarter, last_timestamp,
        sum(debits) over step as debits, sum(credits) over step as credits
      from quarters window step as (partition by ledger, account_code, transfer_code order by quarter)
    )
    select ledger, account_code, transfer_code, quarter
    from running r full join ledger_posted_totals t using (ledger, account_code, transfer_code, quarter)
    where (r.debits, r.credits, r.last_timestamp) is distinct from (t.debits, t.credits, t.last_timestamp) limit 100`,
});
