/** Who asked for a refund. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table refunds
      -- null in refunds from before it was kept
      add column requested_by_type text collate "C",
      add column requested_by_id text collate "C",
      add constraint refunds_requested_by_check check ((requested_by_type is null) = (requested_by_id is null));
  `);
}
