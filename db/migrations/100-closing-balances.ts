/** What accounts held at the end of a run of interest, from which the next one goes on. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- the first instant after the period; null in runs of before
    alter table sacco_savings_interest add column ends_at timestamptz;
    alter table sacco_savings_interest_lines add column closing_minor bigint;
  `);
}
