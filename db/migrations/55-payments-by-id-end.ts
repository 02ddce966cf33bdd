/**
 * Statements of these providers name a payment by the end of its id. Their payments alone are in the index, so that nobody else
 * writes it.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index payments_by_id_end on payments (project_id, environment, provider, right(id, 12))
      where provider in ('mpesa', 'telebirr')`);
}
