/** Payouts: money that providers send to phones and bank accounts, its timeline, and where projects allow it. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A provider without a row sends nothing.
    create table payout_settings (
      project_id text collate "C" not null references projects,
      environment environment not null,
      provider text collate "C" not null,
      enabled boolean not null,
      -- null: no limit
      max_minor bigint check (max_minor > 0),
      daily_max_minor bigint check (daily_max_minor > 0),
      -- above it a second person decides; null: never
      approval_above_minor bigint check (approval_above_minor >= 0),
      updated_at timestamptz not null,
      primary key (project_id, environment, provider)
    );

    create table payouts (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      provider text collate "C" not null,
      -- whose money it is, and the row that it is for; the merchant's has none
      origin text collate "C" not null check (origin in ('merchant', 'sacco', 'paybill')),
      origin_id text collate "C",
      amount_minor bigint not null check (amount_minor > 0),
      currency text collate "C" not null,
      reference text collate "C" not null,
      narration text,
      to_phone text,
      to_bank_code text,
      to_account_number text,
      to_account_name text,
      status text collate "C" not null
        check (status in ('awaiting_approval', 'held', 'sending', 'unknown', 'succeeded', 'failed', 'cancelled')),
      -- the ledger holds the money
      held boolean not null default false,
      -- the final status, once decided; the ledger is asked before the status changes
      outcome text collate "C" check (outcome in ('succeeded', 'failed', 'cancelled')),
      -- what decided that
      outcome_cause text collate "C",
      approval_id text collate "C",
      -- of the request to record how it ended, while that waits
      mark_approval_id text collate "C",
      note text,
      provider_txn_id text collate "C",
      -- the provider's, rounded half up; null where it does not tell one
      fee_minor bigint check (fee_minor >= 0),
      failure_code text collate "C",
      failure_message text,
      provider_data jsonb not null default '{}',
      -- SHA-256 of the token in the callback's address; null where the provider never calls
      callback_token_hash text,
      -- callbacks without a signature, or after the end, since that moment of system time
      callbacks integer not null default 0,
      callbacks_since timestamptz,
      requested_by_type text collate "C" not null,
      requested_by_id text collate "C" not null,
      -- who said how it ended; null where the provider did
      marked_by_type text collate "C",
      marked_by_id text collate "C",
      created_at timestamptz not null,
      updated_at timestamptz not null,
      -- when it was first given to the provider; null while it certainly was not
      sent_at timestamptz,
      -- when it was given to the provider once more, which did not know it
      resent_at timestamptz,
      completed_at timestamptz,
      attempts integer not null default 0,
      unanswered integer not null default 0,
      -- system time; when the next step is due, null while a person must act and once it is over
      next_attempt_at timestamptz,
      check ((origin = 'merchant') = (origin_id is null)),
      check (to_phone is not null or (to_bank_code is not null and to_account_number is not null and to_account_name is not null)),
      check ((to_account_number is null) = (to_account_name is null) and (to_phone is null or to_account_number is null)),
      check ((status in ('succeeded', 'failed', 'cancelled')) = (completed_at is not null)),
      check (completed_at is null or status = outcome),
      check ((outcome is null) = (outcome_cause is null)),
      check (status not in ('sending', 'unknown', 'succeeded') or (held and sent_at is not null)),
      check (resent_at is null or sent_at is not null),
      -- what waits was certainly given to no provider
      check (status not in ('awaiting_approval', 'held') or sent_at is null)
    );
    -- What was not paid leaves its reference for another one. References are chosen by clients for the merchant's own only.
    create unique index payouts_reference_key on payouts (project_id, environment, reference)
      where origin = 'merchant' and (outcome is null or outcome = 'succeeded');
    create unique index payouts_origin_key on payouts (origin_id)
      where origin_id is not null and (outcome is null or outcome = 'succeeded');
    create index payouts_by_book on payouts (project_id, environment, id desc);
    create index payouts_by_status on payouts (project_id, environment, status, id desc);
    create index payouts_by_provider on payouts (project_id, environment, provider, id desc);
    create index payouts_by_origin on payouts (project_id, environment, origin, id desc);
    create index payouts_by_reference on payouts (project_id, environment, reference, id desc);
    create unique index payouts_provider_txn_id_key on payouts (project_id, environment, provider, provider_txn_id)
      where provider_txn_id is not null;
    create index payouts_by_moment on payouts (project_id, environment, created_at desc, id desc);
    -- What counts for the limit of a day, which the index alone adds up.
    create index payouts_by_day on payouts (project_id, environment, provider, currency, created_at) include (amount_minor)
      where outcome is null or outcome = 'succeeded';
    create index payouts_by_origin_id on payouts (origin_id) where origin_id is not null;
    create index payouts_due on payouts (next_attempt_at) where next_attempt_at is not null;

    create table payout_events (
      id text collate "C" primary key,
      payout_id text collate "C" not null references payouts,
      project_id text collate "C" not null,
      environment environment not null,
      type text collate "C" not null,
      "from" text collate "C",
      "to" text collate "C",
      cause text collate "C" not null,
      at timestamptz not null,
      details jsonb not null
    );
    create index payout_events_by_payout on payout_events (payout_id, id desc);
  `);
}
