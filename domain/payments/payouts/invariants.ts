/** Invariants of payouts: what is held, paid and released agrees with their states. */
import { sameTransfer } from '../../ledger/index.ts';
import {
  readInBatches,
  sqlInvariant,
  text,
  type Invariant,
  type Verification,
} from '../../platform/invariants.ts';
import { merchantTransfer } from './merchant-origin.ts';
import { endingOf, holdOf } from './payout-transfers.rules.ts';
import type { PayoutRow } from './payout.model.ts';

export const payoutInvariants: Invariant[] = [
  {
    invariant: "the merchant's payouts are held, paid or released as their states say",
    async *violations(verification) {
      const merchants = { origin: 'merchant' };
      for await (const payouts of readInBatches<PayoutRow>(verification.snapshot, 'payouts', 'id', merchants))
        yield* compareBatch(verification, payouts);
    },
  },
  sqlInvariant(
    'a payout of the merchant is booked once, and only one that is on its way or succeeded',
    `select t.reference, count(*) filter (where t.phase = 2) as times from ledger_transfers t
       left join payouts p on p.id = t.reference and p.origin = 'merchant'
     where t.code = 14 group by t.reference
     having count(*) filter (where t.phase = 2) > 1 or bool_or(p.id is null)
       or (count(*) filter (where t.phase = 2) > 0 and bool_or(p.outcome is distinct from 'succeeded'))`,
    (row) => `${text(row, 'reference')} is booked ${text(row, 'times')} times, which it does not say`,
  ),
  sqlInvariant(
    "the report's payouts are the sums of those that succeeded",
    `with paid as (
       select project_id, environment, currency, count(*) as payouts, sum(amount_minor) as amount
       from payouts where status = 'succeeded' group by 1, 2, 3
     ), reported as (
       select project_id, environment, currency, sum(transfers) as payouts, sum(amount_minor) as amount
       from ledger_daily_totals where kind = 'provider_payout' group by 1, 2, 3
     )
     select project_id, currency, p.amount as paid, r.amount as reported
     from paid p full join reported r using (project_id, environment, currency)
     where p.amount is distinct from r.amount or p.payouts is distinct from r.payouts`,
    (row) =>
      `${text(row, 'project_id')} ${text(row, 'currency')}: paid out ${text(row, 'paid')}, reported ${text(row, 'reported')}`,
  ),
  sqlInvariant(
    'a payout waits for a second person exactly while its approval is pending',
    `select coalesce(p.id, a.subject_id) as id from (
       select id, approval_id from payouts where status = 'awaiting_approval' and outcome is null and held
     ) p full join (
       select id, subject_id from sacco_approvals where kind = 'payout' and status = 'pending'
     ) a on a.id = p.approval_id and a.subject_id = p.id
     where p.id is null or a.id is null`,
    (row) => `${text(row, 'id')} and its approval do not agree`,
  ),
  sqlInvariant(
    'a payout names the request to mark it exactly while that is pending',
    `select coalesce(p.id, a.subject_id) as id from (
       select id, mark_approval_id from payouts where mark_approval_id is not null
     ) p full join (
       select id, subject_id from sacco_approvals where kind = 'payout_mark' and status = 'pending'
     ) a on a.id = p.mark_approval_id and a.subject_id = p.id
     where p.id is null or a.id is null`,
    (row) => `${text(row, 'id')} and the request to mark it do not agree`,
  ),
  sqlInvariant(
    "every payout that ended says so at the end of its timeline, and is of its events' project",
    `select p.id from payouts p
     where p.completed_at is not null and not exists (
       select from payout_events e where e.payout_id = p.id and e."to" = p.status
         and e.project_id = p.project_id and e.environment = p.environment)`,
    (row) => `${text(row, 'id')} ended, and its timeline does not say so`,
  ),
];

async function* compareBatch({ ledger }: Verification, payouts: PayoutRow[]): AsyncIterable<string> {
  const expected = payouts.map((payout) => {
    const transfer = merchantTransfer(payout);
    const [posted, released] = [endingOf(transfer, 'succeeded'), endingOf(transfer, 'failed')];
    return { payout, hold: holdOf(transfer), posted, released };
  });
  const booked = await ledger.transfers(
    expected.flatMap(({ hold, posted, released }) => [hold.id, posted.id, released.id]),
  );
  for (const { payout, hold, posted, released } of expected) {
    const { id, status, held, completed_at } = payout;
    if (held && !sameTransfer(booked, hold)) yield `${id} says that its money is held, and it is not`;
    // How one ends that is under way may be booked since the snapshot.
    if (!completed_at) continue;
    const [is, is_not] = status === 'succeeded' ? [posted, released] : [released, posted];
    if (booked.has(hold.id) && !sameTransfer(booked, is))
      yield `${id} is ${status}, and its hold is not ended so`;
    if (booked.has(is_not.id)) yield `${id} is ${status}, and its hold was ended otherwise`;
  }
}
