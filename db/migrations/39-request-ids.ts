/** Which requests caused what is done later, so that a request's id finds that, too. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- null: by the service's own schedule, or before this was recorded
    alter table postings add column request_ids text[];
    alter table webhook_events add column request_ids text[];
  `);
}
