/** Projects that can be filled with the data of a demonstration, and how far that is. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A row for each demo project; other projects have none, and cannot be filled.
    create table demo_fills (
      id text collate "C" primary key references projects (id),
      status text collate "C" not null default 'empty' check (status in ('empty', 'filling', 'filled')),
      -- who asked for it, and in whose name the movements are requested
      user_id text collate "C" references users (id),
      -- who decides on them: somebody else
      checker_id text collate "C" references users (id),
      -- time of the test environment at which the year of the demonstration begins
      begins_at timestamptz,
      -- how many of its months are done
      months integer not null default 0,
      attempts integer not null default 0,
      -- system time; while there is something to do
      next_attempt_at timestamptz,
      filled_at timestamptz
    );
    create index demo_fills_due on demo_fills (next_attempt_at) where next_attempt_at is not null;
  `);
}
