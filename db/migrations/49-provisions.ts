/** Provisions for loan losses, which may come to nothing. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sacco_entries
      drop constraint sacco_entries_amount_check,
      add constraint sacco_entries_amount_check
        check (amount_minor > 0 or kind in ('member_exit', 'dividend', 'loan_provision'));
    -- The one that is being booked; nearly always none.
    create index sacco_entries_provisions_in_flight on sacco_entries (project_id, environment)
      where kind = 'loan_provision' and status = 'posting';
  `);
}
