/** Payments, their timeline, and the postings that book them. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table payments (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      provider text collate "C" not null,
      amount_minor bigint not null check (amount_minor > 0),
      currency text collate "C" not null,
      reference text collate "C" not null,
      status text collate "C" not null check (status in ('initiated', 'pending', 'processing', 'completed', 'failed', 'cancelled')),
      customer_phone text,
      metadata jsonb not null default '{}',
      split jsonb,
      next_action jsonb,
      provider_txn_id text,
      failure_code text,
      failure_message text,
      refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      completed_at timestamptz,
      -- state of the status poller, in system time
      polls smallint not null default 0,
      next_poll_at timestamptz,
      has_posting boolean not null default false,
      constraint payments_reference_key unique (project_id, environment, provider, reference)
    );
    create index payments_by_book on payments (project_id, environment, id desc);
    create index payments_by_book_and_status on payments (project_id, environment, status, id desc);
    create index payments_to_poll on payments (next_poll_at) where next_poll_at is not null;
    create index payments_without_posting on payments (id) where status = 'completed' and not has_posting;

    create table payment_events (
      id text collate "C" primary key,
      payment_id text collate "C" not null references payments,
      project_id text collate "C" not null,
      environment environment not null,
      type text not null,
      "from" text,
      "to" text,
      cause text not null,
      at timestamptz not null,
      details jsonb not null default '{}'
    );
    create index payment_events_by_payment on payment_events (payment_id, id);

    create table postings (
      payment_id text collate "C" primary key references payments,
      project_id text collate "C" not null,
      environment environment not null,
      -- number of manual retries: a refused transfer id cannot be used again, so each retry posts under new ids
      generation smallint not null default 0,
      status text collate "C" not null default 'pending' check (status in ('pending', 'posted', 'failed')),
      attempts integer not null default 0,
      error text,
      -- system time; when the pending posting is tried again
      next_attempt_at timestamptz not null default now(),
      created_at timestamptz not null,
      posted_at timestamptz
    ) with (fillfactor = 70);
    create index postings_pending on postings (next_attempt_at, payment_id) where status = 'pending';
    -- Few, because most postings are posted at once and every index is written twice then.
    create index postings_by_book on postings (project_id, environment, created_at desc, payment_id desc);
    create index postings_open_by_book on postings (project_id, environment, status, created_at desc, payment_id desc)
      where status <> 'posted';
  `);
}
