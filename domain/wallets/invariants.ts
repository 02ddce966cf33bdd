/** Invariants of wallets, their movements and top-ups. */
import { encodeId } from '../../core/ids.ts';
import { sameTransfer, TRANSFER_KINDS } from '../ledger/index.ts';
import {
  readInBatches,
  sqlInvariant,
  type Invariant,
  type Verification,
  text,
} from '../platform/invariants.ts';
import type { MovementRow } from './movements/movement.model.ts';
import { MOVEMENT_KINDS, movementTransfer, type MovementKind } from './movements/movement.rules.ts';

const KINDS = Object.keys(MOVEMENT_KINDS) as MovementKind[];
const CODES = KINDS.map((kind) => TRANSFER_KINDS[kind]).join(', ');
const OUTGOING = KINDS.filter((kind) => MOVEMENT_KINDS[kind].outgoing)
  .map((kind) => `'${kind}'`)
  .join(', ');

export const walletInvariants: Invariant[] = [
  {
    invariant: 'every wallet movement is booked as its row says, and no refused one is',
    async *violations(verification) {
      for await (const rows of readInBatches<MovementRow>(verification.snapshot, 'wallet_movements', 'id'))
        yield* compareBatch(verification, rows);
    },
  },
  sqlInvariant(
    'every transfer in or out of a wallet belongs to a movement',
    `select t.id from ledger_transfers t left join wallet_movements m on m.id = t.id
     where t.code in (${CODES}) and m.id is null
     union
     select t.id from ledger_accounts a
     join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
     left join wallet_movements m on m.id = t.id
     where a.kind = 'wallet' and m.id is null`,
    (row) => `${encodeId('transfer', text(row, 'id'))} moves a wallet, but no movement says so`,
  ),
  sqlInvariant(
    'what wallets are kept to hold is what their movements say',
    `with sums as (
       select wallet_id, sum(amount) as bound from (
         select credit_wallet_id as wallet_id, amount_minor as amount from wallet_movements where status <> 'refused'
         union all
         select debit_wallet_id, -amount_minor from wallet_movements where status = 'posted'
       ) sides where wallet_id is not null group by wallet_id
     )
     select w.id, w.balance_bound_minor, coalesce(s.bound, 0) as bound
     from wallets w left join sums s on s.wallet_id = w.id
     where w.balance_bound_minor is distinct from coalesce(s.bound, 0)`,
    (row) =>
      `${text(row, 'id')} is kept to hold ${text(row, 'balance_bound_minor')}; its movements say ${text(row, 'bound')}`,
  ),
  // That the ledger has booked a movement is recorded a moment later.
  sqlInvariant(
    'what wallets are kept to hold is what the ledger says they hold',
    `with in_flight as (
       select m.*, t.id is not null as booked from wallet_movements m left join ledger_transfers t using (id)
       where m.status = 'pending'
     ), expected as (
       select w.id, b.credits_posted - b.debits_posted as balance, w.balance_bound_minor
         - coalesce((select sum(amount_minor) from in_flight u where u.credit_wallet_id = w.id and not booked), 0)
         - coalesce((select sum(amount_minor) from in_flight u where u.debit_wallet_id = w.id and booked), 0) as recorded
       from wallets w
       join ledger_accounts a on a.kind = 'wallet' and a.owner = w.customer_id and a.currency = w.currency
         and a.project_id = w.project_id and a.environment = w.environment
       join ledger_balances b on b.account_id = a.id
     )
     select id, balance, recorded from expected where balance is distinct from recorded`,
    (row) =>
      `${text(row, 'id')} holds ${text(row, 'balance')} in the ledger, and is kept to hold ${text(row, 'recorded')}`,
  ),
  sqlInvariant(
    'what went out of each wallet on each day is the sum of its movements',
    `with sums as (
       select debit_wallet_id as wallet_id, outgoing_on as day, sum(amount_minor) as out_minor from wallet_movements
       where status <> 'refused' and outgoing_on is not null group by 1, 2
     )
     select coalesce(d.wallet_id, s.wallet_id) as id, coalesce(d.day, s.day) as day,
       coalesce(d.out_minor, 0) as recorded, coalesce(s.out_minor, 0) as moved
     from wallet_daily_out d full join sums s on s.wallet_id = d.wallet_id and s.day = d.day
     where coalesce(d.out_minor, 0) <> coalesce(s.out_minor, 0)`,
    (row) =>
      `${text(row, 'id')} ${text(row, 'day')}: ${text(row, 'recorded')} is kept to have gone out, ${text(row, 'moved')} did`,
  ),
  sqlInvariant(
    'withdrawals and outgoing transfers count on a day, and nothing else does',
    `select id from wallet_movements where (kind in (${OUTGOING})) <> (outgoing_on is not null)`,
    (row) => `${encodeId('transfer', text(row, 'id'))} is not counted as it must be`,
  ),
  sqlInvariant(
    'every top-up is credited and reversed as its status says, at most once',
    `with moved as (
       select reference as payment_id,
         count(*) filter (where kind = 'wallet_topup' and status = 'posted') as credits,
         count(*) filter (where kind = 'wallet_reversal' and status = 'posted') as reversals,
         count(*) filter (where status = 'pending') as in_flight,
         count(*) as movements
       from wallet_movements where kind in ('wallet_topup', 'wallet_reversal') group by reference
     )
     select coalesce(t.payment_id, m.payment_id) as payment_id, t.status,
       coalesce(m.credits, 0) as credits, coalesce(m.reversals, 0) as reversals
     from wallet_topups t full join moved m using (payment_id)
     where t.payment_id is null
       or coalesce(m.credits, 0) <> case when t.status in ('credited', 'reversed') then 1 else 0 end
       or coalesce(m.reversals, 0) <> case when t.status = 'reversed' then 1 else 0 end
       or coalesce(m.in_flight, 0) <> case when t.movement_id is null then 0 else 1 end
       or coalesce(m.movements, 0) <> t.movements`,
    (row) =>
      `${text(row, 'payment_id')} is ${text(row, 'status')}, with ${text(row, 'credits')} credits and ${text(row, 'reversals')} reversals`,
  ),
  sqlInvariant(
    'every top-up and its movements are of its payment: wallet, amount and currency',
    `select t.payment_id from wallet_topups t join payments p on p.id = t.payment_id
     join wallets w on w.id = t.wallet_id
     left join wallet_movements m on m.reference = t.payment_id and m.kind in ('wallet_topup', 'wallet_reversal')
     where p.credit_to is distinct from 'wallet' or p.metadata ->> 'wallet_customer_id' is distinct from t.customer_id
       or (p.project_id, p.environment, p.amount_minor, p.currency, t.customer_id)
         is distinct from (t.project_id, t.environment, t.amount_minor, t.currency, w.customer_id)
       or (m.id is not null and (m.amount_minor, m.currency, coalesce(m.credit_wallet_id, m.debit_wallet_id))
         is distinct from (t.amount_minor, t.currency, t.wallet_id))
     union select p.id from payments p left join wallet_topups t on t.payment_id = p.id
     where p.credit_to = 'wallet' and t.payment_id is null`,
    (row) => `${text(row, 'payment_id')} is not topped up as it says`,
  ),
  // A refund in flight makes the top-up refunded, and one that ends otherwise makes it pending again, in one transaction.
  sqlInvariant(
    'every top-up stands as its payment does',
    `select t.payment_id, t.status, p.status as payment_status from wallet_topups t join payments p on p.id = t.payment_id
     where (p.status in ('failed', 'cancelled')) <> (t.status = 'cancelled')
       or (t.status in ('credited', 'blocked', 'refunded', 'reversed') and (p.status <> 'completed' or t.ready_at is null))
       or (t.status = 'refunded' and p.refunding_minor <> p.amount_minor)
       or (t.status in ('pending', 'credited', 'blocked') and p.refunding_minor <> 0)`,
    (row) =>
      `${text(row, 'payment_id')} is ${text(row, 'payment_status')}, but its top-up is ${text(row, 'status')}`,
  ),
];

async function* compareBatch({ ledger }: Verification, rows: MovementRow[]): AsyncIterable<string> {
  // Read after the snapshot was taken: what is posted in it is booked by now, and what is refused never will be.
  const booked = await ledger.transfers(rows.map(({ id }) => id));
  for (const row of rows) {
    const name = encodeId('transfer', row.id);
    if (row.status === 'refused' && booked.has(row.id)) yield `${name} is refused, but booked`;
    const there = row.status === 'posted' || booked.has(row.id);
    if (there && !sameTransfer(booked, movementTransfer(row)))
      yield `${name} is ${row.status}, but its transfer is missing or different`;
  }
}
