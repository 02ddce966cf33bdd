/** What must be true of batches. */
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';

export const batchInvariants: Invariant[] = [
  sqlInvariant(
    'the lines of a batch are its total, and what failed of them is unallocated',
    `select b.id from sacco_movement_batches b left join (
       select batch_id, count(*) as lines, sum(amount_minor) as total, count(*) filter (where status = 'failed') as failed,
         coalesce(sum(amount_minor) filter (where status = 'failed'), 0) as failed_minor,
         count(*) filter (where status = 'pending') as pending
       from sacco_movement_batch_lines group by batch_id
     ) l on l.batch_id = b.id
     where (b.lines, b.total_minor) is distinct from (l.lines, l.total)
       or (b.posted_at is not null and (b.failed_lines, b.failed_minor, 0) is distinct from (l.failed, l.failed_minor, l.pending))
       or (b.entry_id is null and l.pending <> l.lines)`,
    (row) => `${text(row, 'id')} does not say what its lines do`,
  ),
  sqlInvariant(
    'every line that is posted is booked once, by an entry of its amount, member and loan; one that failed has a receipt of its amount',
    `select l.batch_id || ' line ' || l.no as id from sacco_movement_batch_lines l
     left join sacco_entries e on e.id = l.entry_id left join sacco_receipts r on r.id = l.receipt_id
     where (l.status = 'posted' and (e.status is distinct from 'posted' or e.source is distinct from 'batch'
         or (e.project_id, e.environment, e.member_id, e.loan_id, e.amount_minor) is distinct from
           (l.project_id, l.environment, l.member_id, l.loan_id, l.amount_minor)))
       or (l.status = 'pending' and e.status in ('posted', 'failed'))
       or (l.status = 'failed' and (e.status = 'posted' or r.amount_minor is distinct from l.amount_minor))
       or (l.status <> 'failed' and l.receipt_id is not null)
     union all
     select e.id from sacco_entries e left join sacco_movement_batch_lines l on l.entry_id = e.id
     where e.source = 'batch' and l.batch_id is null`,
    (row) => `${text(row, 'id')} is not booked as its batch says`,
  ),
  sqlInvariant(
    'a batch is booked with an entry of its total, once it is approved, and by no other',
    `select coalesce(b.id, e.id) as id from sacco_movement_batches b
     full join (select * from sacco_entries where kind = 'batch_receipt') e on e.id = b.entry_id
     where (b.id is null) or (b.entry_id is not null and (e.id is null or
         (e.amount_minor, e.source, e.bank_account_id, e.currency) is distinct from
           (b.total_minor, b.source, b.bank_account_id, b.currency)))
       or (b.entry_id is null) <> (b.status in ('awaiting_approval', 'rejected', 'cancelled'))
       or (b.posted_at is not null and e.status <> 'posted')`,
    (row) => `${text(row, 'id')} and what brought its money in do not agree`,
  ),
  sqlInvariant(
    'a batch waits exactly while its approval is pending, and ends as that was decided',
    `select b.id from sacco_movement_batches b left join sacco_approvals a on a.id = b.approval_id
     where a.id is null or not case a.status when 'pending' then b.status = 'awaiting_approval'
       when 'approved' then b.status in ('posting', 'posted', 'posted_with_failures') else b.status = a.status end`,
    (row) => `${text(row, 'id')} and its approval do not agree`,
  ),
];
