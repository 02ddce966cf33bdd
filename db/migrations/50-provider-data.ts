/** What a provider's adapter has to remember of a payment or refund: ids and answers that only the provider knows. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- name to text, as the adapter needs them; never shown
    alter table payments add column provider_data jsonb not null default '{}';
    alter table refunds add column provider_data jsonb not null default '{}';
  `);
}
