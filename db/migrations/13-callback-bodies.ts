/** An index of the callbacks whose bodies are to be emptied. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index provider_callbacks_to_prune on provider_callbacks (received_at)
      where next_attempt_at is null and length(body) > 0;
  `);
}
