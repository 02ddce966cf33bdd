/** Outgoing webhooks: endpoints, events with the payload as it was, deliveries and each attempt. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table webhook_endpoints (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      url text not null,
      events text[] not null,
      status text not null default 'enabled' check (status in ('enabled', 'disabled')),
      secret_sealed text not null,
      -- [{ sealed, until }], newest first: secrets that were replaced, and until when they still sign too
      previous_secrets jsonb not null default '[]',
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create index webhook_endpoints_by_book on webhook_endpoints (project_id, environment, id desc) where deleted_at is null;

    create table webhook_events (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      type text not null,
      payload text not null,
      created_at timestamptz not null
    );

    create table webhook_deliveries (
      id text collate "C" primary key,
      event_id text collate "C" not null references webhook_events,
      endpoint_id text collate "C" not null references webhook_endpoints,
      project_id text collate "C" not null,
      environment environment not null,
      type text not null,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
      attempts smallint not null default 0,
      -- system time; null when there will be no further attempt
      next_attempt_at timestamptz,
      -- an attempt is under way until then at most; null when none is
      leased_until timestamptz,
      created_at timestamptz not null
    ) with (fillfactor = 80);
    create index webhook_deliveries_by_book on webhook_deliveries (project_id, environment, id desc);
    create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';
    create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, next_attempt_at) where status = 'pending';
    create index webhook_deliveries_under_way on webhook_deliveries (endpoint_id, leased_until) where leased_until is not null;

    create table webhook_attempts (
      delivery_id text collate "C" not null references webhook_deliveries,
      no smallint not null,
      at timestamptz not null,
      status_code smallint,
      error text,
      primary key (delivery_id, no)
    );
  `);
}
