/** Recomputes the ledger of a database from its transfers, and reports what differs. For ledgers without holds. */
import type { Db } from '../../db/connection.ts';

const SIDES = `
  select debit_account_id as account_id, timestamp, amount as debit, 0::bigint as credit,
    dr_debits_posted as debits_after, dr_credits_posted as credits_after from ledger_transfers
  union all
  select credit_account_id, timestamp, 0, amount, cr_debits_posted, cr_credits_posted from ledger_transfers`;

const CHECKS: Record<string, string> = {
  'transfers that are not plain': 'select id from ledger_transfers where phase <> 0',
  'balances that are not the sum of their transfers': `
    select b.account_id from ledger_balances b left join (
      select account_id, sum(debit) as debits, sum(credit) as credits from (${SIDES}) each group by account_id
    ) s using (account_id)
    where (b.debits_posted, b.credits_posted) <> (coalesce(s.debits, 0), coalesce(s.credits, 0))
      or b.debits_pending <> 0 or b.credits_pending <> 0`,
  'transfers whose balances are not the running sums': `
    select account_id, timestamp from (
      select *, sum(debit) over running as debits, sum(credit) over running as credits from (${SIDES}) each
      window running as (partition by account_id order by timestamp)
    ) r where (debits, credits) <> (debits_after, credits_after)`,
  'timestamps that an account has twice': `
    select account_id, timestamp from (${SIDES}) each group by account_id, timestamp having count(*) > 1`,
  'transfers of accounts that are not open': `
    select account_id from (${SIDES}) each where account_id not in (select account_id from ledger_balances)`,
  'debits that differ from credits': `
    select sum(debits_posted) from ledger_balances having sum(debits_posted) <> sum(credits_posted)`,
};

/** @returns each check that finds something, with the first rows it finds; empty when nothing differs */
export async function ledgerFaults(db: Db): Promise<Record<string, unknown[]>> {
  const faults: Record<string, unknown[]> = {};
  for (const [what, statement] of Object.entries(CHECKS)) {
    const { rows } = await db.raw<{ rows: unknown[] }>(`${statement} limit 5`);
    if (rows.length > 0) faults[what] = rows;
  }
  return faults;
}
