/** Events that wait to be published to the sink, and the turn of the process that publishes them. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A row for each event that is not published yet, written with the event where a sink is configured. Positions are given
    -- when the rows are written: what was written after another row's commit has a higher one, whatever the clocks show.
    create table event_exports (
      position bigint generated always as identity primary key,
      event_id text collate "C" not null,
      -- of the event
      created_at timestamptz not null
    ) with (
      fillfactor = 100, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
      autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000
    );

    create table event_export_state (
      -- the only row
      id boolean primary key default true check (id),
      -- one process publishes, until then at most; null when none does
      leased_until timestamptz,
      -- attempts in a row that published nothing
      failures integer not null default 0,
      -- system time
      next_attempt_at timestamptz not null default now()
    ) with (fillfactor = 50);
    insert into event_export_state default values;
  `);
}
