/** What must be true of members, entries and approvals. */
import { sameTransfer, type Transfer } from '../ledger/index.ts';
import { inBatches, statementCheck, type Check, type Verification } from '../verification.ts';
import { transfersOf } from './book-entries.ts';
import type { EntryRow } from './entry.ts';
import { UNDER_WAY } from './entry.rules.ts';

export const saccoChecks: Check[] = [
  {
    claim: 'every posted entry is booked as the booking table says, and no other one is',
    async *differences(verification) {
      for await (const entries of inBatches<EntryRow>(verification.snapshot, 'sacco_entries', 'id'))
        yield* compareBatch(verification, entries);
    },
  },
  {
    claim: "what a member's accounts hold is the sum of the member's entries",
    async *differences({ snapshot }) {
      const { rows } = await snapshot.raw<{ rows: Record<string, unknown>[] }>(MEMBER_BALANCES);
      for (const row of rows)
        yield `${String(row['member_id'])} ${String(row['kind'])}: the ledger says ${String(row['held'])}, the entries ${String(row['moved'])}`;
    },
  },
  statementCheck(
    'a payment is credited to a member at most once',
    `select payment_id from sacco_entries where payment_id is not null and status = 'posted'
     group by payment_id having count(*) > 1`,
    (row) => `${String(row['payment_id'])} is credited more than once`,
  ),
  statementCheck(
    'every credited payment is completed, of the same amount and not refunded, and its entry is posted',
    `select c.payment_id from sacco_payment_credits c join payments p on p.id = c.payment_id
     left join sacco_entries e on e.payment_id = c.payment_id and e.status = 'posted'
     where (c.status = 'credited') <> (e.id is not null and p.status = 'completed'
       and e.amount_minor = p.amount_minor and e.member_id = c.member_id and p.refunding_minor = 0)
       and (c.status = 'credited' or e.id is not null) and c.status <> 'posting'`,
    (row) => `${String(row['payment_id'])} and its credit do not agree`,
  ),
  statementCheck(
    'an entry waits for approval exactly while its approval is pending, and ends as that was decided',
    `select e.id from sacco_entries e left join sacco_approvals a on a.id = e.approval_id
     where (e.approval_id is null and e.status in ('awaiting_approval', 'posting', 'rejected'))
       or (e.approval_id is not null and (a.id is null or a.entry_id <> e.id or not case a.status
         when 'pending' then e.status = 'awaiting_approval'
         when 'approved' then e.status in ('posting', 'posted', 'failed')
         else e.status = a.status end))`,
    (row) => `${String(row['id'])} and its approval do not agree`,
  ),
  statementCheck(
    'nobody has decided on a request of their own',
    `select a.id from sacco_approvals a left join api_keys k on k.id = a.requested_by_id
     where a.status in ('approved', 'rejected')
       and a.decided_by_id = case a.requested_by_type when 'api_key' then k.created_by else a.requested_by_id end`,
    (row) => `${String(row['id'])} was decided by the person who asked for it`,
  ),
  statementCheck(
    "member numbers of the service's own have no gaps",
    `select s.project_id, s.environment, n from sacco_settings s cross join generate_series(1, s.last_member_no) n
     left join sacco_members m on m.project_id = s.project_id and m.environment = s.environment
       and m.member_no = 'M' || lpad(n::text, greatest(5, length(n::text)), '0')
     where m.id is null`,
    (row) =>
      `${String(row['project_id'])} ${String(row['environment'])}: number ${String(row['n'])} is nobody's`,
  ),
  statementCheck(
    'a member is exiting exactly while an exit waits or is being booked, and has exited with a posted one',
    `select m.id, m.status from sacco_members m left join sacco_entries e on e.member_id = m.id and e.kind = 'member_exit'
       and e.status in ('awaiting_approval', 'posting', 'posted')
     where (m.status = 'exiting') <> coalesce(e.status in ('awaiting_approval', 'posting'), false)
       or (m.status = 'exited') <> coalesce(e.status = 'posted', false)`,
    (row) => `${String(row['id'])} is ${String(row['status'])}, which its exit does not say`,
  ),
];

/** Signed sums of the posted entries per member account, beside the ledger's balances; only where the two are in one database. */
const MEMBER_BALANCES = `
  with moved as (
    select member_id, 'member_savings' as kind, sum(case
      when kind = 'deposit' then amount_minor
      when kind = 'withdrawal' or (kind = 'share_purchase' and source = 'savings') then -amount_minor
      when kind = 'member_exit' then shares_minor - amount_minor else 0 end) as moved
    from sacco_entries where status = 'posted' and member_id is not null group by member_id
    union all
    select member_id, 'member_shares', sum(case
      when kind = 'share_purchase' then amount_minor when kind = 'member_exit' then -shares_minor else 0 end)
    from sacco_entries where status = 'posted' and member_id is not null group by member_id
  ), held as (
    select a.owner as member_id, a.kind, sum(b.credits_posted - b.debits_posted) as held
    from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.kind in ('member_savings', 'member_shares') group by 1, 2
  )
  select coalesce(m.member_id, h.member_id) as member_id, coalesce(m.kind, h.kind) as kind,
    coalesce(m.moved, 0) as moved, coalesce(h.held, 0) as held
  from moved m full join held h using (member_id, kind)
  where coalesce(m.moved, 0) <> coalesce(h.held, 0) and exists (select from ledger_balances)
    and not exists (select from sacco_entries e where e.member_id = coalesce(m.member_id, h.member_id)
      and e.status in ('pending', 'posting'))`;

async function* compareBatch({ ledger }: Verification, entries: EntryRow[]): AsyncIterable<string> {
  const expected = entries.map((entry): { entry: EntryRow; chain: Transfer[] } => ({
    entry,
    chain: transfersOf(entry),
  }));
  const booked = await ledger.transfers(expected.flatMap(({ chain }) => chain.map(({ id }) => id)));
  for (const { entry, chain } of expected) {
    if (UNDER_WAY.includes(entry.status)) continue;
    if (entry.status === 'posted' && !chain.every((transfer) => sameTransfer(booked, transfer)))
      yield `${entry.id} is posted, but its transfers are missing or different`;
    if (entry.status !== 'posted' && chain.some(({ id }) => booked.has(id)))
      yield `${entry.id} is ${entry.status}, but is booked`;
  }
}
