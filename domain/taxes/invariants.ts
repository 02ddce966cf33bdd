/** What must be true of the tax that was withheld. */
import { effectSql } from '../movements/index.ts';
import type { MovementRegistry } from '../movements/registry.port.ts';
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';

/** Journals move tax payable, too, by lines of their own. */
export const taxInvariants = ({ all }: MovementRegistry): Invariant[] => [
  sqlInvariant(
    'tax payable is what was withheld, less what was remitted',
    `with moved as (
       select project_id, environment, currency, sum(${effectSql(
         'tax_payable',
         all.filter(({ reverses_kind }) => reverses_kind === null),
       )}) as moved
       from sacco_entries where status = 'posted' and kind <> 'journal' and reverses_kind is distinct from 'journal' group by 1, 2, 3
       union all
       select e.project_id, e.environment, e.currency,
         sum((line ->> 'amount_minor')::numeric * case when (line ->> 'side' = 'credit') = (e.kind = 'journal') then 1 else -1 end)
       from sacco_entries e cross join jsonb_array_elements(e.lines) as line
       where e.status = 'posted' and line ->> 'kind' = 'tax_payable' group by 1, 2, 3
     ), totals as (
       select project_id, environment, currency, sum(moved) as moved from moved group by 1, 2, 3
     )
     select t.project_id, t.moved, coalesce(b.credits_posted - b.debits_posted, 0) as held from totals t
     left join ledger_accounts a on a.project_id = t.project_id and a.environment = t.environment
       and a.currency = t.currency and a.kind = 'tax_payable' and a.owner = ''
     left join ledger_balances b on b.account_id = a.id
     where exists (select from ledger_balances) and t.moved <> coalesce(b.credits_posted - b.debits_posted, 0)
       and not exists (select from sacco_entries_in_flight f
         where f.project_id = t.project_id and f.environment = t.environment)`,
    (row) =>
      `${text(row, 'project_id')}: the ledger says ${text(row, 'held')}, the entries ${text(row, 'moved')}`,
  ),
];
