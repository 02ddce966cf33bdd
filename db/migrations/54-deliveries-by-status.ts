/** Deliveries of one status are listed by an index: few fail, among all that were delivered. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'create index webhook_deliveries_by_status on webhook_deliveries (project_id, environment, status, id desc)',
  );
}
