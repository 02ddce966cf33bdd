/** The processes of the service that run now: each says so itself, again and again. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table service_processes (
      no bigint generated always as identity primary key,
      machine text not null,
      process_id integer not null,
      version text not null,
      -- 'web', and the names of queues
      runs text[] not null,
      started_at timestamptz not null default now(),
      -- when it last said that it runs
      seen_at timestamptz not null default now()
    )`);
}
