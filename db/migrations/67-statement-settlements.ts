/** Lines of statements whose decision waits for a second person. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table reconciliation_lines
      -- of the request to carry out the decision, where it waited for a second person
      add column approval_id text collate "C",
      drop constraint reconciliation_lines_status_check,
      add constraint reconciliation_lines_status_check
        check (status in ('open', 'awaiting_approval', 'resolving', 'resolved')),
      add constraint reconciliation_lines_awaiting check (status <> 'awaiting_approval' or approval_id is not null);
  `);
}
