/** Wallets, their movements, what they paid out each day, and top-ups by payments. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table wallets (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      customer_id text collate "C" not null references customers,
      currency text collate "C" not null,
      -- The ledger balance plus credits in progress, so never less than the balance: the balance limit is checked without
      -- asking the ledger. Every movement locks this row.
      balance_bound_minor bigint not null default 0 check (balance_bound_minor >= 0),
      created_at timestamptz not null,
      unique (customer_id, currency)
    ) with (fillfactor = 80);

    -- Every movement into or out of a wallet, stored before the ledger is asked.
    create table wallet_movements (
      -- the ledger transfer's
      id uuid primary key,
      project_id text collate "C" not null,
      environment environment not null,
      -- the ledger transfer's
      kind text collate "C" not null,
      -- null where the merchant's balance is that side
      debit_wallet_id text collate "C" references wallets,
      credit_wallet_id text collate "C" references wallets check (credit_wallet_id <> debit_wallet_id),
      debit_account_id uuid not null references ledger_accounts,
      credit_account_id uuid not null references ledger_accounts,
      amount_minor bigint not null check (amount_minor > 0),
      currency text collate "C" not null,
      -- the client's idempotency key, or the payment's id
      reference text not null,
      -- the day (UTC, the environment's clock) whose outgoing limit it counts towards; null when it does not count
      outgoing_on date,
      actor_type text not null,
      actor_id text not null,
      status text collate "C" not null default 'pending' check (status in ('pending', 'posted', 'refused')),
      refusal text collate "C" check ((refusal is not null) = (status = 'refused')),
      created_at timestamptz not null,
      -- system time; old in a pending row: its process died
      touched_at timestamptz not null default now(),
      check (debit_wallet_id is not null or credit_wallet_id is not null)
    );
    create index wallet_movements_open on wallet_movements (touched_at) where status = 'pending';
    create index wallet_movements_open_by_debit on wallet_movements (debit_wallet_id) where status = 'pending';
    create index wallet_movements_open_by_credit on wallet_movements (credit_wallet_id) where status = 'pending';

    -- What each wallet paid out on each day, movements in progress included.
    create table wallet_daily_out (
      wallet_id text collate "C" not null references wallets,
      day date not null,
      out_minor numeric(30) not null check (out_minor >= 0),
      primary key (wallet_id, day)
    ) with (fillfactor = 80);

    create table wallet_topups (
      payment_id text collate "C" primary key references payments,
      project_id text collate "C" not null,
      environment environment not null,
      wallet_id text collate "C" not null references wallets,
      customer_id text collate "C" not null references customers,
      amount_minor bigint not null check (amount_minor > 0),
      currency text collate "C" not null,
      status text collate "C" not null default 'pending'
        check (status in ('pending', 'credited', 'blocked', 'refunded', 'reversed', 'cancelled')),
      -- why it is blocked
      reason text collate "C" check ((reason is not null) = (status = 'blocked')),
      -- system time; since when the payment is posted, so that it may be credited
      ready_at timestamptz,
      -- number of movements made for it: part of their ids, since a refused transfer id cannot be used again
      movements integer not null default 0,
      -- the one in progress
      movement_id uuid references wallet_movements,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      credited_at timestamptz
    );
    create index wallet_topups_by_book on wallet_topups (project_id, environment, payment_id desc);
    create index wallet_topups_by_book_and_status on wallet_topups (project_id, environment, status, payment_id desc);
    create index wallet_topups_open_by_customer on wallet_topups (customer_id) where status in ('pending', 'blocked');
    create index wallet_topups_ready on wallet_topups (ready_at) where status = 'pending' and ready_at is not null;
  `);
}
