/** What must be true of imports. */
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';

export const cutOverInvariants: Invariant[] = [
  sqlInvariant(
    'every line of an import is booked once, by an entry of its amount, member and loan, and an import ends with its last line',
    `select l.import_id || ' line ' || l.no as id from sacco_import_lines l
     join sacco_imports i on i.id = l.import_id left join sacco_entries e on e.id = l.entry_id
     where (l.status = 'posted' and (e.id is null or e.kind <> 'opening_balance' or e.status <> 'posted'
         or (e.project_id, e.environment, e.member_id, e.loan_id, e.amount_minor) is distinct from
           (i.project_id, i.environment, l.member_id, l.loan_id, (l.content ->> 'amount_minor')::bigint)))
       or (l.status = 'pending' and (i.status <> 'importing' or e.status = 'posted'))
     union all
     select e.id from sacco_entries e left join sacco_import_lines l on l.entry_id = e.id
     where e.kind = 'opening_balance' and l.import_id is null`,
    (row) => `${text(row, 'id')} is not booked as it was imported`,
  ),
  sqlInvariant(
    'an import waits exactly while its approval is pending, and ends as that was decided',
    `select i.id from sacco_imports i left join sacco_approvals a on a.id = i.approval_id
     where (i.approval_id is null) <> (i.status in ('checking', 'checked') or (i.status = 'refused' and a.id is null))
       or (a.id is not null and not case a.status when 'pending' then i.status = 'awaiting_approval'
         when 'approved' then i.status in ('importing', 'imported', 'refused') else i.status = a.status end)`,
    (row) => `${text(row, 'id')} and its approval do not agree`,
  ),
  sqlInvariant(
    'what an import says that it brought to members and loans is what its lines do',
    `select i.id from sacco_imports i join (
       select import_id, sum(coalesce((content ->> 'savings_minor')::bigint, 0)) as savings,
         sum(coalesce((content ->> 'shares_minor')::bigint, 0)) as shares,
         sum(coalesce((content ->> 'principal_minor')::bigint, 0)) as principal,
         sum(coalesce((content ->> 'interest_minor')::bigint, 0)) as charges
       from sacco_import_lines group by import_id
     ) l on l.import_id = i.id
     where (l.savings, l.shares, l.principal, l.charges) is distinct from (
       (i.totals ->> 'member_savings')::numeric, (i.totals ->> 'member_shares')::numeric,
       (i.totals ->> 'loan_principal')::numeric, (i.totals ->> 'interest_receivable')::numeric)`,
    (row) => `${text(row, 'id')} has other totals than its lines`,
  ),
];
