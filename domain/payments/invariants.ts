/** Invariants of payments and their postings. */
import { sameTransfer, type Transfer } from '../ledger/index.ts';
import { readInBatches, sqlInvariant, type Invariant, type Verification } from '../platform/invariants.ts';
import type { PaymentRow } from './payment.model.ts';
import { paybillInvariants } from './paybills/invariants.ts';
import { payoutInvariants } from './payouts/invariants.ts';
import type { PostingRow } from './postings/posting.model.ts';
import { settlementOf } from './postings/settlement.ts';

interface Booked {
  posting: PostingRow;
  chain: Transfer[];
}

export const paymentInvariants: Invariant[] = [
  ...payoutInvariants,
  ...paybillInvariants,
  {
    invariant: 'every posted payment is booked as its posting says, and no failed one is',
    async *violations(verification) {
      for await (const postings of readInBatches<PostingRow>(
        verification.snapshot,
        'postings',
        'payment_id',
      )) {
        yield* compareBatch(verification, postings);
      }
    },
  },
  sqlInvariant(
    'a payment is booked once',
    `select reference, count(*) as times from ledger_transfers where code = 1 group by reference having count(*) > 1`,
    (row) => `${String(row['reference'])} is booked ${String(row['times'])} times`,
  ),
  sqlInvariant(
    'every booked settlement belongs to a completed payment of that amount',
    `select t.reference from ledger_transfers t left join payments p on p.id = t.reference
     where t.code = 1 and (p.id is null or p.status <> 'completed' or p.amount_minor <> t.amount)`,
    (row) => `${String(row['reference'])} is booked, but is not a completed payment of that amount`,
  ),
  sqlInvariant(
    'only completed payments have postings',
    `select s.payment_id from postings s join payments p on p.id = s.payment_id where p.status <> 'completed'`,
    (row) => `${String(row['payment_id'])} has a posting but is not completed`,
  ),
  sqlInvariant(
    "the report's daily totals are the sums of what was posted",
    `with booked as (
       select s.project_id, s.environment, (to_timestamp(t.timestamp / 1000000000) at time zone 'UTC')::date as day, p.currency,
         case t.code when 1 then 'payment_settlement' else 'split' end as kind,
         count(*) as transfers, sum(t.amount) as amount
       from postings s join payments p on p.id = s.payment_id join ledger_transfers t on t.reference = s.payment_id
       where s.status = 'posted' and t.code in (1, 2) group by 1, 2, 3, 4, 5
     )
     select coalesce(b.project_id, d.project_id) as project_id, coalesce(b.day, d.day) as day, coalesce(b.kind, d.kind) as kind,
       coalesce(b.amount, 0) as booked, coalesce(d.amount_minor, 0) as reported
     from booked b full join (
       select * from ledger_daily_totals where kind in ('payment_settlement', 'split')
         and exists (select from ledger_transfers)
     ) d using (project_id, environment, day, currency, kind)
     where b.amount is distinct from d.amount_minor or b.transfers is distinct from d.transfers`,
    (row) =>
      `${String(row['project_id'])} ${String(row['day'])} ${String(row['kind'])}: booked ${String(row['booked'])}, reported ${String(row['reported'])}`,
  ),
];

async function* compareBatch(
  { snapshot, ledger }: Verification,
  postings: PostingRow[],
): AsyncIterable<string> {
  const payments: PaymentRow[] = await snapshot('payments').whereIn(
    'id',
    postings.map(({ payment_id }) => payment_id),
  );
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  const expected = postings.map((posting): Booked => ({
    posting,
    chain: settlementOf(posting, { ...(byId.get(posting.payment_id) as PaymentRow), ...posting }).chain,
  }));
  const booked = await ledger.transfers(expected.flatMap(({ chain }) => chain.map(({ id }) => id)));
  for (const { posting, chain } of expected) {
    if (posting.status === 'posted' && !chain.every((transfer) => sameTransfer(booked, transfer))) {
      yield `${posting.payment_id} is posted, but its transfers are missing or different`;
    }
    if (posting.status === 'failed' && chain.some(({ id }) => booked.has(id))) {
      yield `${posting.payment_id} has a failed posting, but is booked`;
    }
  }
}
