/**
 * The ledger. `ledger_books` and `ledger_accounts` are used by both backends; most of the rest belongs to the PostgreSQL
 * backend.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table ledger_books (
      no integer generated always as identity primary key,
      project_id text collate "C" not null,
      environment environment not null,
      unique (project_id, environment)
    );

    create table ledger_accounts (
      id uuid primary key,
      project_id text collate "C" not null,
      environment environment not null,
      kind text collate "C" not null,
      currency text collate "C" not null,
      -- whose account it is where a scope has several of the kind: id of a subaccount, customer or member
      owner text collate "C" not null default '',
      name text not null,
      created_at timestamptz not null,
      unique (project_id, environment, kind, currency, owner)
    );

    -- Transfers that clients request through the generic endpoints, stored before the ledger is asked.
    create table ledger_manual_transfers (
      id uuid primary key,
      project_id text collate "C" not null,
      environment environment not null,
      debit_account_id uuid not null references ledger_accounts,
      credit_account_id uuid not null references ledger_accounts,
      amount_minor bigint not null check (amount_minor > 0),
      currency text collate "C" not null,
      -- the client's idempotency key
      reference text not null,
      memo text,
      actor_type text not null,
      actor_id text not null,
      status text collate "C" not null default 'pending' check (status in ('pending', 'posted', 'refused')),
      created_at timestamptz not null,
      -- system time; old in a pending row: its request died
      touched_at timestamptz not null default now()
    );
    create index ledger_manual_transfers_open on ledger_manual_transfers (touched_at) where status = 'pending';

    -- Holds that clients request; the id is that of the pending transfer.
    create table ledger_holds (
      id uuid primary key,
      project_id text collate "C" not null,
      environment environment not null,
      debit_account_id uuid not null references ledger_accounts,
      credit_account_id uuid not null references ledger_accounts,
      amount_minor bigint not null check (amount_minor > 0),
      captured_minor bigint not null default 0 check (captured_minor between 0 and amount_minor),
      currency text collate "C" not null,
      reference text not null,
      memo text,
      timeout_s integer not null,
      -- requested: the ledger has not answered yet whether the money can be held
      status text collate "C" not null default 'requested'
        check (status in ('requested', 'pending', 'captured', 'voided', 'expired', 'refused')),
      created_at timestamptz not null,
      expires_at timestamptz,
      -- system time; set while a request works on it, so that the sweep finishes it when the request dies
      touched_at timestamptz default now()
    );
    create index ledger_holds_by_book on ledger_holds (project_id, environment, id desc);
    create index ledger_holds_by_book_and_status on ledger_holds (project_id, environment, status, id desc);
    create index ledger_holds_touched on ledger_holds (touched_at) where touched_at is not null;
    create index ledger_holds_expiring on ledger_holds (expires_at) where status = 'pending' and expires_at is not null;

    -- What was posted on each day (UTC, the environment's clock), for the report; added to in the transaction that records
    -- the posting, checked against the transfers by \`npm run verify\`.
    create table ledger_daily_totals (
      project_id text collate "C" not null,
      environment environment not null,
      day date not null,
      currency text collate "C" not null,
      kind text collate "C" not null,
      transfers bigint not null,
      amount_minor numeric(30) not null,
      primary key (project_id, environment, day, currency, kind)
    );

    -- Half-filled pages leave space for the new version of a row on the same page, so that no index is written.
    create table ledger_balances (
      account_id uuid primary key,
      ledger bigint not null,
      limit_rule smallint not null,
      debits_pending bigint not null default 0 check (debits_pending >= 0),
      debits_posted bigint not null default 0 check (debits_posted >= 0),
      credits_pending bigint not null default 0 check (credits_pending >= 0),
      credits_posted bigint not null default 0 check (credits_posted >= 0),
      last_timestamp bigint not null default 0,
      check (limit_rule <> 1 or debits_pending + debits_posted <= credits_posted),
      check (limit_rule <> 2 or credits_pending + credits_posted <= debits_posted)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

    create table ledger_transfers (
      id uuid primary key,
      timestamp bigint not null,
      debit_account_id uuid not null,
      credit_account_id uuid not null,
      amount bigint not null check (amount > 0),
      -- the debit account's counters after this transfer, then the credit account's
      dr_debits_pending bigint not null,
      dr_debits_posted bigint not null,
      dr_credits_pending bigint not null,
      dr_credits_posted bigint not null,
      cr_debits_pending bigint not null,
      cr_debits_posted bigint not null,
      cr_credits_pending bigint not null,
      cr_credits_posted bigint not null,
      pending_id uuid,
      timeout_s integer not null,
      code smallint not null,
      phase smallint not null,
      reference text not null,
      memo text
    );
    create index ledger_transfers_by_debit_account on ledger_transfers (debit_account_id, timestamp);
    create index ledger_transfers_by_credit_account on ledger_transfers (credit_account_id, timestamp);
    create trigger ledger_transfers_append_only before update or delete or truncate on ledger_transfers
      for each statement execute function refuse_change();

    -- The status of each pending transfer.
    create table ledger_pending (
      id uuid primary key,
      debit_account_id uuid not null,
      credit_account_id uuid not null,
      ledger bigint not null,
      amount bigint not null,
      status smallint not null default 0,
      -- ledger timestamp from which it counts as expired; null: never
      expires_at bigint
    );
    create index ledger_pending_open_by_expiry on ledger_pending (expires_at) where status = 0 and expires_at is not null;

    -- What TigerBeetle does not keep: texts, and which holds are to be released by a test clock.
    create table ledger_transfer_texts (
      id uuid not null,
      -- as the transfer keeps it: an attempt at the same id that was refused may have had other texts
      text_hash uuid not null,
      reference text not null,
      memo text,
      ledger bigint not null,
      expires_at timestamptz,
      released boolean not null default false,
      primary key (id, text_hash)
    );
    create index ledger_transfer_texts_expiring on ledger_transfer_texts (expires_at)
      where expires_at is not null and not released;

    create table ledger_spent_ids (
      id uuid primary key,
      result text not null,
      spent_at timestamptz not null default now()
    );
  `);
}
