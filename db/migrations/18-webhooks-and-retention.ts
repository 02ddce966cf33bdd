/**
 * What the sender of an endpoint keeps beside it, and deliveries that are written with one row lock each; what retention
 * needs to find old rows; and how often a phone was prompted.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Apart from the endpoint, whose row every recorded event reads: a sender must never hold those up.
    create table webhook_endpoint_states (
      endpoint_id text collate "C" primary key references webhook_endpoints,
      project_id text collate "C" not null,
      environment environment not null,
      -- one process sends to the endpoint, until then at most; null when none does
      leased_until timestamptz,
      -- since the first attempt that got no answer in time; null once there is an answer again
      hanging_since timestamptz,
      -- when a sweep last woke the endpoint's sender
      swept_at timestamptz
    ) with (fillfactor = 70);
    create index webhook_endpoint_states_leased on webhook_endpoint_states (project_id) where leased_until is not null;
    insert into webhook_endpoint_states (endpoint_id, project_id, environment)
      select id, project_id, environment from webhook_endpoints;

    -- The lease is the endpoint's.
    drop index webhook_deliveries_under_way;
    alter table webhook_deliveries drop column leased_until;
    -- In the order in which they are sent.
    drop index webhook_deliveries_due;
    drop index webhook_deliveries_of_endpoint;
    create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, next_attempt_at, id)
      where status = 'pending';

    -- Each of these locked a row per insert, the endpoint's among them, which all events of a project share. What they
    -- guarded holds by construction: a delivery is written with its event in one transaction, an attempt from the
    -- delivery's own row, endpoints are never deleted, and retention deletes the three together.
    alter table webhook_deliveries drop constraint webhook_deliveries_event_id_fkey;
    alter table webhook_deliveries drop constraint webhook_deliveries_endpoint_id_fkey;
    alter table webhook_attempts drop constraint webhook_attempts_delivery_id_fkey;

    -- Retention deletes events with their deliveries.
    create index webhook_deliveries_by_event on webhook_deliveries (event_id);
    -- Keys are written in the order of time, so this index is a few pages, and costs an insert next to nothing.
    create index idempotency_keys_by_age on idempotency_keys using brin (created_at);

    -- Payers whose phones were prompted through checkout pages lately.
    create table payment_prompts (
      project_id text collate "C" not null,
      environment environment not null,
      phone text collate "C" not null,
      -- system time of the latest prompts, the oldest first
      prompted_at timestamptz[] not null,
      primary key (project_id, environment, phone)
    );
  `);
}
