/** What must be true of savings products, of members' accounts of them, and of what jobs book on these. */
import { savingsIds } from '../cooperative/index.ts';
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';

const UNFINISHED = "('pending', 'posting', 'paying', 'awaiting_approval')";

export const savingsInvariants: Invariant[] = [
  sqlInvariant(
    'every cooperative has a default savings product, which is its own and regular',
    `select s.project_id, s.environment from sacco_settings s
     left join sacco_savings_products p on p.id = s.savings_product_id
       and (p.project_id, p.environment, p.currency) = (s.project_id, s.environment, s.currency)
     where p.kind is distinct from 'regular' or p.status is distinct from 'active'`,
    (row) => `${text(row, 'project_id')} ${text(row, 'environment')} has no default savings product`,
  ),
  sqlInvariant(
    'every savings account is of a member and a product of its SACCO, and of the kind of its product',
    `select a.id from sacco_savings_accounts a join sacco_members m on m.id = a.member_id
     join sacco_savings_products p on p.id = a.product_id
     where (a.project_id, a.environment) is distinct from (m.project_id, m.environment)
       or (a.project_id, a.environment, a.currency, a.kind) is distinct from (p.project_id, p.environment, p.currency, p.kind)`,
    (row) => `${text(row, 'id')} is not of its member's and product's SACCO`,
  ),
  sqlInvariant(
    'a savings account that is closed holds nothing, and so does every account of a member who has left',
    `select a.id from sacco_savings_accounts a join sacco_members m on m.id = a.member_id
     left join ledger_accounts l on l.owner = a.id and l.kind = 'member_savings'
     left join ledger_balances b on b.account_id = l.id
     where (m.status = 'exited' and a.status <> 'closed')
       or (a.status = 'closed' and b.credits_posted <> b.debits_posted)`,
    (row) => `${text(row, 'id')} should be closed and empty`,
  ),
  sqlInvariant(
    'a fixed account has a running term exactly while it is open, and it was opened by its entry',
    `select a.id from sacco_savings_accounts a left join sacco_savings_terms t on t.account_id = a.id and t.status = 'running'
     left join sacco_entries e on e.id = a.entry_id
     where (a.kind = 'fixed' and a.status = 'active') <> (t.account_id is not null)
       or (a.kind = 'fixed' and (e.status, e.kind, e.to_savings_account_id, e.member_id)
         is distinct from ('posted', 'term_deposit', a.id, a.member_id))
     union
     select to_savings_account_id from sacco_entries e
     left join sacco_savings_accounts a on a.entry_id = e.id
     where e.kind = 'term_deposit' and e.status = 'posted' and a.id is null`,
    (row) => `${text(row, 'id')} and its terms do not agree`,
  ),
  sqlInvariant(
    'a fixed account holds the principal of its running term',
    `select t.account_id from sacco_savings_terms t
     join ledger_accounts l on l.owner = t.account_id and l.kind = 'member_savings'
     join ledger_balances b on b.account_id = l.id
     where t.status = 'running' and t.moving_entry_id is null and b.credits_posted - b.debits_posted <> t.principal_minor`,
    (row) => `${text(row, 'account_id')} does not hold its principal`,
  ),
  sqlInvariant(
    'a term that matured was paid once, by an entry that says the same; one that was broken was paid out',
    `select t.account_id, t.no from sacco_savings_terms t left join sacco_entries e on e.id = t.entry_id
     where t.status <> 'running' and case t.status
       when 'matured' then (e.status, e.kind, e.savings_account_id, e.interest_minor, e.tax_minor)
         is distinct from ('posted', 'term_maturity', t.account_id, t.interest_minor, t.tax_minor)
       else e.status is distinct from 'posted' or e.kind not in ('term_withdrawal', 'member_exit') end
     union
     select e.savings_account_id, 0 from sacco_entries e
     left join sacco_savings_terms t on t.account_id = e.savings_account_id and t.entry_id = e.id
     where e.kind in ('term_maturity', 'term_withdrawal') and e.status = 'posted' and t.account_id is null
     union
     select account_id, 0 from sacco_savings_terms where status = 'matured' group by account_id, entry_id having count(*) > 1`,
    (row) => `${text(row, 'account_id')} was not paid as its terms say`,
  ),
  sqlInvariant(
    'a term that is being paid, renewed or broken waits for an entry',
    `select t.account_id from sacco_savings_terms t left join sacco_entries e on e.id = t.moving_entry_id
     where t.moving_entry_id is not null and coalesce(e.status not in ${UNFINISHED}, true)
       and t.moving_entry_id not in (select id from sacco_entries_in_flight)`,
    (row) => `${text(row, 'account_id')} waits for an entry that is over`,
  ),
  sqlInvariant(
    'a renewed term begins when the one before it ended, with its principal or more',
    `select t.account_id, t.no from sacco_savings_terms t
     left join sacco_savings_terms b on b.account_id = t.account_id and b.no = t.no - 1
     join sacco_savings_accounts a on a.id = t.account_id join sacco_savings_products p on p.id = a.product_id
     where t.matures_on <> t.starts_on + p.term_days or (t.no > 1 and (b.status is distinct from 'matured'
       or b.matures_on <> t.starts_on or t.principal_minor <> b.principal_minor +
         case p.at_maturity when 'renew_all' then b.interest_minor - b.tax_minor else 0 end))`,
    (row) => `term ${text(row, 'no')} of ${text(row, 'account_id')} does not follow the one before`,
  ),
  sqlInvariant(
    'movements use no more of the notices of an account than these cover',
    `with used as (
       select coalesce(savings_account_id, ${savingsIds.defaultIdSql('member_id')}) as account_id, sum(notice_minor) as used
       from sacco_entries where notice_minor > 0 and reversed_by_entry_id is null
         and status in ('pending', 'posting', 'paying', 'awaiting_approval', 'posted') group by 1
     )
     select u.account_id from used u
     where u.used > (select coalesce(sum(amount_minor), 0) from sacco_savings_notices n where n.account_id = u.account_id)`,
    (row) => `more than the notices of ${text(row, 'account_id')} is used`,
  ),
  sqlInvariant(
    'every monthly fee stands as its entry does, and every entry of a fee has its line',
    `select coalesce(f.account_id, e.id) as id
     from sacco_savings_fees f full join (select * from sacco_entries where kind = 'savings_fee') e on e.id = f.entry_id
     where case
       when f.account_id is null then true
       when e.id is null then f.status = 'charged'
         or (f.status = 'pending' and f.entry_id not in (select id from sacco_entries_in_flight))
       else (f.status = 'charged') <> (e.status = 'posted') or (f.status = 'skipped') <> (e.status = 'failed') end`,
    (row) => `${text(row, 'id')} was not charged as it says`,
  ),
];
