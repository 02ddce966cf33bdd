/** What must be true of dividends and their lines. */
import { sqlInvariant, type Invariant, text } from '../platform/invariants.ts';

export const dividendInvariants: Invariant[] = [
  sqlInvariant(
    'a dividend is the sum of its lines, and each line what its rates make of shares and interest',
    `select d.id from sacco_dividends d left join (
       select l.dividend_id, sum(l.amount_minor) as total, bool_and(l.amount_minor =
         div(l.shares_minor::numeric * d.share_rate_bps + 5000, 10000)
         + div(l.interest_paid_minor::numeric * d.interest_rebate_bps + 5000, 10000)) as right
       from sacco_dividend_lines l join sacco_dividends d on d.id = l.dividend_id group by l.dividend_id
     ) s on s.dividend_id = d.id
     where d.total_minor <> coalesce(s.total, 0) or s.right is false`,
    (row) => `${text(row, 'id')} is not the sum of its lines, or a line is not what its rates make of it`,
  ),
  sqlInvariant(
    'every line is paid by one posted entry of its amount, and no other line is',
    `select coalesce(l.dividend_id, e.dividend_id) as dividend_id, coalesce(l.member_id, e.member_id) as member_id
     from sacco_dividend_lines l full join (
       select * from sacco_entries where kind = 'dividend' and member_id is not null and status = 'posted'
     ) e on e.dividend_id = l.dividend_id and e.member_id = l.member_id
     where l.dividend_id is null or (e.id is not null and (e.amount_minor <> l.amount_minor or e.id <> l.entry_id))
       or (l.status = 'paid' and l.amount_minor > 0) <> (e.id is not null)
       or (l.status = 'pending' and l.entry_id is not null and l.entry_id not in (select id from sacco_entries_in_flight))`,
    (row) => `the line of ${text(row, 'member_id')} in ${text(row, 'dividend_id')} is not paid as it says`,
  ),
  sqlInvariant(
    'a dividend stands as its entry and its lines do',
    `select d.id, d.status from sacco_dividends d left join sacco_entries e on e.id = d.entry_id left join (
       select dividend_id, count(*) filter (where status = 'pending') as pending,
         coalesce(sum(amount_minor) filter (where status = 'failed'), 0) as failed
       from sacco_dividend_lines group by dividend_id
     ) l on l.dividend_id = d.id
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
