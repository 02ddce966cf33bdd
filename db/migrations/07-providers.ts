/** What projects configure of payment providers, and the callbacks that providers make. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table provider_configs (
      project_id text collate "C" not null references projects,
      environment environment not null,
      provider text collate "C" not null,
      credentials_sealed text not null,
      -- what may be shown of them
      credentials_masked jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (project_id, environment, provider)
    );

    -- SHA-256 of the token in the callback's address; null where the provider never calls
    alter table payments add column callback_token_hash text;

    create table provider_callbacks (
      id text collate "C" primary key,
      payment_id text collate "C" not null references payments,
      project_id text collate "C" not null,
      environment environment not null,
      provider text collate "C" not null,
      authenticity text not null check (authenticity in ('verified', 'unverified')),
      provider_txn_id text,
      claimed_status text,
      -- whether it says that the payer has paid
      claims_paid boolean not null default false,
      -- the provider's id and the claimed status, or a hash of the body where neither could be read
      fingerprint text collate "C" not null,
      method text not null,
      query text not null,
      body bytea not null,
      -- all in system time; next_attempt_at is null once the callback is handled
      received_at timestamptz not null,
      attempts smallint not null default 0,
      next_attempt_at timestamptz,
      handled_at timestamptz,
      constraint provider_callbacks_once unique (payment_id, fingerprint)
    );
    create index provider_callbacks_due on provider_callbacks (next_attempt_at) where next_attempt_at is not null;
  `);
}
