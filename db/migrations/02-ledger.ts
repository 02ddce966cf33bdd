/**
 * The ledger. `ledger_books` and `ledger_accounts` are the directory for both backends; the rest are the PostgreSQL
 * backend's own counters and transfers.
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
      -- whose account it is where a book has several of the kind: a subaccount's, customer's or member's id
      owner text collate "C" not null default '',
      name text not null,
      created_at timestamptz not null,
      unique (project_id, environment, kind, currency, owner)
    );

    -- Half-filled pages leave room for the new version of a row on its own page, so that no index is touched.
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
      amount bigint not null check (amount >= 0),
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

    -- What became of each pending transfer.
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

    create table ledger_spent_ids (
      id uuid primary key,
      result text not null,
      spent_at timestamptz not null default now()
    );
  `);
}
