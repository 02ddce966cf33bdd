/** Interest that is declared by itself for savings products besides the first one. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- one plan for each product, as savings_interest; null: none
    alter table sacco_settings add column savings_interest_plans jsonb;
  `);
}
