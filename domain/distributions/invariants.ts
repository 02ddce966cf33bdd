/** What must be true of every distribution and its lines. */
import { sqlInvariant, type Invariant, text } from '../platform/invariants.ts';
import type { LineTable } from './lines.sql.ts';

interface Tables extends LineTable {
  kind: 'dividend' | 'savings_interest';
  runs: string;
  /** What people call it, with its article. */
  a_run: string;
  /** A condition on a line `l` and its run `d`: the line is what the terms of the run make of its figures. */
  is_right: string;
  /** The same in words. */
  rule: string;
  /** A condition on an entry: it pays a line, and is not the run's own. */
  pays: string;
}

export function distributionInvariants({
  kind,
  table,
  run,
  runs,
  a_run,
  is_right,
  rule,
  pays,
}: Tables): Invariant[] {
  return [
    sqlInvariant(
      `${a_run} is the sum of its lines, and each line ${rule}`,
      `select coalesce(d.id, s.${run}) as id from ${runs} d full join (
         select l.${run}, sum(l.amount_minor) as total, sum(l.tax_minor) as tax, bool_and(${is_right}
           and l.tax_minor in (0, div(l.amount_minor::numeric * d.withholding_tax_bps + 5000, 10000))) as right
         from ${table} l left join ${runs} d on d.id = l.${run} group by l.${run}
       ) s on s.${run} = d.id
       where d.id is null or d.total_minor <> coalesce(s.total, 0) or d.tax_minor <> coalesce(s.tax, 0) or s.right is false`,
      (row) => `${text(row, 'id')} is not the sum of its lines, or a line is not what its terms make of it`,
    ),
    sqlInvariant(
      `every line of ${a_run} is paid by one posted entry of its amount and tax, and no other line is`,
      `select coalesce(l.${run}, e.${run}) as run_id, coalesce(l.member_id, e.member_id) as member_id
       from ${table} l full join (
         select * from sacco_entries where kind = '${kind}' and ${pays} and status = 'posted'
       ) e on e.${run} = l.${run} and e.member_id = l.member_id and e.id = l.entry_id
       where l.${run} is null or (e.id is not null and (e.amount_minor <> l.amount_minor - l.tax_minor or e.tax_minor <> l.tax_minor))
         or (l.status = 'paid' and l.amount_minor > 0) <> (e.id is not null)
         or (l.status = 'pending' and l.entry_id is not null and l.entry_id not in (select id from sacco_entries_in_flight))
       union all
       select ${run}, min(member_id) from ${table} where entry_id is not null group by ${run}, entry_id having count(*) > 1`,
      (row) => `the line of ${text(row, 'member_id')} in ${text(row, 'run_id')} is not paid as it says`,
    ),
    sqlInvariant(
      `${a_run} stands as its entry and its lines do`,
      `select d.id, d.status from ${runs} d left join sacco_entries e on e.id = d.entry_id left join (
         select ${run}, count(*) filter (where status = 'pending') as pending,
           coalesce(sum(amount_minor) filter (where status = 'failed'), 0) as failed
         from ${table} group by ${run}
       ) l on l.${run} = d.id
       where e.id is null or not case d.status
         when 'declared' then e.status in ('awaiting_approval', 'posting', 'posted')
         when 'rejected' then e.status = 'rejected'
         when 'cancelled' then e.status = 'cancelled'
         when 'failed' then e.status = 'failed'
         else e.status = 'posted' and (d.due_at is not null or (coalesce(l.pending, 0) = 0
           and d.failed_minor = coalesce(l.failed, 0) and (d.status = 'paid') = (coalesce(l.failed, 0) = 0))) end`,
      (row) => `${text(row, 'id')} is ${text(row, 'status')}, which its entry and lines do not say`,
    ),
  ];
}
