/** Who marked how a refund ended, where a person did. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table refunds add column marked_by_type text, add column marked_by_id text');
}
