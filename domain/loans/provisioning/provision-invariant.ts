/** What must be true of the allowance for loan losses. */
import { sqlInvariant, text } from '../../platform/invariants.ts';
import { effectSql } from '../../movements/index.ts';
import { ALLOWANCE_DOWN, ALLOWANCE_UP } from './provisioning.rules.ts';

/** Applies only where ledger and entries are in one database. */
export const allowanceInvariant = sqlInvariant(
  'what the allowance for loan losses holds is the sum of the provisions',
  `with moved as (
     select project_id, environment, currency, sum(${effectSql('loan_loss_allowance', [ALLOWANCE_UP, ALLOWANCE_DOWN])}) as moved from sacco_entries
     where status = 'posted' and kind = 'loan_provision' group by 1, 2, 3
   ), held as (
     select a.project_id, a.environment, a.currency, sum(b.credits_posted - b.debits_posted) as held
     from ledger_accounts a join ledger_balances b on b.account_id = a.id where a.kind = 'loan_loss_allowance' group by 1, 2, 3
   )
   select project_id, environment, coalesce(moved, 0) as moved, coalesce(held, 0) as held
   from moved full join held using (project_id, environment, currency)
   where coalesce(moved, 0) <> coalesce(held, 0) and exists (select from ledger_balances)
     and not exists (select from sacco_entries e where e.kind = 'loan_provision' and e.status = 'posting'
       and e.project_id = coalesce(moved.project_id, held.project_id)
       and e.environment = coalesce(moved.environment, held.environment))`,
  (row) =>
    `${text(row, 'project_id')} ${text(row, 'environment')}: the ledger says ${text(row, 'held')}, the provisions ${text(row, 'moved')}`,
);
