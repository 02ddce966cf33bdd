/** Money that payers send by themselves: where projects take it, what providers said of it, and the payments that it became. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Rows of before are checked after the migrations.
  await knex.raw(`
    alter table payments
      add column origin text collate "C" not null default 'request',
      -- as the payer typed it
      add column account_number text,
      add constraint payments_origin_check check (origin in ('request', 'paybill')) not valid,
      add constraint payments_account_number_check check ((origin = 'paybill') = (account_number is not null)) not valid,
      drop constraint payments_credit_to_check,
      add constraint payments_credit_to_check check (credit_to in ('wallet', 'sacco', 'receipt')) not valid;

    create table paybills (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      provider text collate "C" not null,
      enabled boolean not null,
      -- whether the payer is told that an account number is unknown, instead of paying
      reject_unknown boolean not null,
      -- SHA-256 of the tokens in the two addresses, and the tokens themselves, encrypted: the addresses stay as the provider knows them
      confirmation_token_hash text not null,
      validation_token_hash text not null,
      tokens_sealed text not null,
      -- of the accounts that it was turned on for: the currency, by what the provider calls the account
      accounts jsonb not null default '{}',
      -- where the provider reached this server when it was last turned on
      server_url text not null,
      -- SHA-256 of account and address: what the provider was asked to register, while it is not known whether it did; what it has registered
      requested_hash text,
      registered_hash text,
      registered_at timestamptz,
      -- questions about its transactions in one minute of system time
      asked_in timestamptz,
      asked integer not null default 0,
      updated_at timestamptz not null,
      unique (project_id, environment, provider)
    );

    create table paybill_confirmations (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      provider text collate "C" not null,
      -- the provider's
      transaction_id text collate "C" not null,
      -- what the provider calls the account that was paid; empty where accounts have no name
      paid_to text collate "C" not null,
      -- as the confirmation claims; null where a person entered the id of the transaction
      amount_minor bigint check (amount_minor > 0),
      currency text collate "C" not null,
      account_number text not null,
      payer_phone text,
      payer_name text,
      status text collate "C" not null default 'pending' check (status in ('pending', 'confirmed', 'refused')),
      -- of a refused one: why
      error text collate "C",
      -- the payment that it became, or confirmed
      payment_id text collate "C" unique references payments,
      -- SHA-256 of the token in the address of the provider's answers
      callback_token_hash text not null,
      provider_data jsonb not null default '{}',
      -- all in system time; next_attempt_at is null once the provider has said how it stands
      received_at timestamptz not null,
      attempts smallint not null default 0,
      unanswered smallint not null default 0,
      next_attempt_at timestamptz,
      ended_at timestamptz,
      constraint paybill_confirmations_once unique (project_id, environment, provider, transaction_id),
      check ((status = 'confirmed') = (payment_id is not null)),
      check ((status = 'refused') = (error is not null)),
      check ((status = 'pending') = (ended_at is null)),
      check (status = 'pending' or next_attempt_at is null)
    );
    create index paybill_confirmations_due on paybill_confirmations (next_attempt_at) where next_attempt_at is not null;
    create index paybill_confirmations_by_book on paybill_confirmations (project_id, environment, id desc);
    create index paybill_confirmations_by_status on paybill_confirmations (project_id, environment, status, id desc);
    create index paybill_confirmations_refused on paybill_confirmations (ended_at) where status = 'refused';
  `);
}
