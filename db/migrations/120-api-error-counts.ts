/** How many requests of a project the API has refused, by hour and code: processes add up what they have counted. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table api_error_counts (
      project_id text collate "C" not null references projects,
      environment environment not null,
      -- its beginning, in real time
      hour timestamptz not null,
      -- of the error that was answered
      code text collate "C" not null,
      errors bigint not null check (errors > 0),
      last_at timestamptz not null,
      primary key (project_id, environment, hour, code)
    ) with (fillfactor = 50);
    create index api_error_counts_by_hour on api_error_counts (hour);
  `);
}
