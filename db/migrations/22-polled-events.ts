/** Endpoints that receive nothing: whoever made one asks for its events. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_endpoints
      alter column url drop not null,
      add column mode text collate "C" not null default 'push' check (mode in ('push', 'poll')),
      add constraint webhook_endpoints_mode_has_url check ((mode = 'push') = (url is not null));

    -- Of an endpoint that is asked for its events. It has no row in webhook_endpoint_states, so nothing is sent to it.
    create table webhook_poll_states (
      endpoint_id text collate "C" primary key references webhook_endpoints,
      project_id text collate "C" not null,
      environment environment not null,
      -- the highest of its deliveries
      last_position bigint not null default 0,
      -- system time
      polled_at timestamptz not null
    );
    create index webhook_poll_states_idle on webhook_poll_states (polled_at);

    -- Where the delivery is among those of an endpoint that is polled; null until it is first answered. It follows the order
    -- in which deliveries became visible, so a position that is answered is never followed by a lower one.
    alter table webhook_deliveries add column position bigint;
    create index webhook_deliveries_polled on webhook_deliveries (endpoint_id, position) where position is not null;
  `);
}
