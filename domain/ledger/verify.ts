/**
 * What must be true of the books whatever happened. The statements recompute everything from the transfers of the
 * PostgreSQL backend; with TigerBeetle those tables are empty and the cluster vouches for itself.
 */
import { idOf } from '../../core/ids.ts';
import { statementCheck, type Check } from '../verification.ts';

const account = (row: Record<string, unknown>): string => idOf('account', String(row['account_id']));

export const ledgerChecks: Check[] = [
  statementCheck(
    'every balance is the sum of its transfers and open holds',
    `with moved as (
       select account_id, sum(debits) as debits, sum(credits) as credits from (
         select debit_account_id as account_id, amount as debits, 0 as credits from ledger_transfers where phase in (0, 2)
         union all
         select credit_account_id, 0, amount from ledger_transfers where phase in (0, 2)
       ) sides group by account_id
     ), held as (
       select account_id, sum(debits) as debits, sum(credits) as credits from (
         select debit_account_id as account_id, amount as debits, 0 as credits from ledger_pending where status = 0
         union all
         select credit_account_id, 0, amount from ledger_pending where status = 0
       ) sides group by account_id
     )
     select b.account_id, b.debits_posted, b.credits_posted, b.debits_pending, b.credits_pending,
       coalesce(m.debits, 0) as sum_debits, coalesce(m.credits, 0) as sum_credits,
       coalesce(h.debits, 0) as held_debits, coalesce(h.credits, 0) as held_credits
     from ledger_balances b full join moved m using (account_id) left join held h using (account_id)
     where b.debits_posted is distinct from coalesce(m.debits, 0) or b.credits_posted is distinct from coalesce(m.credits, 0)
       or b.debits_pending is distinct from coalesce(h.debits, 0) or b.credits_pending is distinct from coalesce(h.credits, 0)`,
    (row) =>
      `${account(row)} says debits ${String(row['debits_posted'])}, credits ${String(row['credits_posted'])}, ` +
      `held ${String(row['debits_pending'])}/${String(row['credits_pending'])}; its transfers say ` +
      `${String(row['sum_debits'])}, ${String(row['sum_credits'])}, ${String(row['held_debits'])}/${String(row['held_credits'])}`,
  ),
  statementCheck(
    'the counters kept with each transfer follow from those before it',
    `with sides as (
       select debit_account_id as account_id, timestamp, id, dr_debits_posted as debits, dr_credits_posted as credits,
         case when phase in (0, 2) then amount else 0 end as debited, 0 as credited from ledger_transfers
       union all
       select credit_account_id, timestamp, id, cr_debits_posted, cr_credits_posted,
         0, case when phase in (0, 2) then amount else 0 end from ledger_transfers
     ), steps as (
       select *, debits - lag(debits, 1, 0::bigint) over step as more_debits,
         credits - lag(credits, 1, 0::bigint) over step as more_credits
       from sides window step as (partition by account_id order by timestamp)
     )
     select account_id, id from steps where more_debits <> debited or more_credits <> credited limit 100`,
    (row) =>
      `after ${idOf('transfer', String(row['id']))} the counters of ${account(row)} are not what they were plus it`,
  ),
  statementCheck(
    'money is conserved: over all accounts of a currency debits equal credits',
    `select ledger, sum(debits_posted) as debits, sum(credits_posted) as credits,
       sum(debits_pending) as held_debits, sum(credits_pending) as held_credits
     from ledger_balances group by ledger
     having sum(debits_posted) <> sum(credits_posted) or sum(debits_pending) <> sum(credits_pending)`,
    (row) =>
      `in ledger ${String(row['ledger'])} debits are ${String(row['debits'])} and credits ${String(row['credits'])}`,
  ),
  statementCheck(
    'no account is beyond its limit',
    `select account_id from ledger_balances
     where (limit_rule = 1 and debits_pending + debits_posted > credits_posted)
        or (limit_rule = 2 and credits_pending + credits_posted > debits_posted)`,
    (row) => `${account(row)} is beyond its limit`,
  ),
  statementCheck(
    'every hold ended as its transfers say, at most once',
    `select p.id, p.status, count(t.id) as endings, min(t.phase) as phase
     from ledger_pending p left join ledger_transfers t on t.pending_id = p.id
     group by p.id having count(t.id) <> case when p.status in (1, 2) then 1 else 0 end
       or (p.status = 1 and min(t.phase) <> 2) or (p.status = 2 and min(t.phase) <> 3)`,
    (row) =>
      `${idOf('hold', String(row['id']))} has status ${String(row['status'])} and ${String(row['endings'])} endings`,
  ),
  statementCheck(
    'a spent id was never booked',
    `select s.id from ledger_spent_ids s join ledger_transfers t using (id)`,
    (row) => `${idOf('transfer', String(row['id']))} is spent and booked`,
  ),
  statementCheck(
    'the directory knows every account that has a balance, and its limit',
    `select b.account_id from ledger_balances b left join ledger_accounts a on a.id = b.account_id where a.id is null
       and (b.debits_posted > 0 or b.credits_posted > 0)`,
    (row) => `${account(row)} is in no directory`,
  ),
  statementCheck(
    'every manual transfer that was posted is in the audit log once',
    `select t.id, count(l.id) as entries from ledger_manual_transfers t
     left join audit_log l on l.project_id = t.project_id and l.environment = t.environment
       and l.action = 'ledger.transfer' and l.details::jsonb ->> 'idempotency_key' = t.reference
     where t.status = 'posted' group by t.id having count(l.id) <> 1`,
    (row) => `${idOf('transfer', String(row['id']))} has ${String(row['entries'])} audit entries`,
  ),
];
