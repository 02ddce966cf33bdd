/** What all entries of a batch have in common is stored once. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sacco_entry_batches
      -- columns that have the same value in all of the batch's entries; null in batches from before they were stored apart
      add column common json;
    create or replace view sacco_entries_in_flight as
      select id, project_id, environment, member_id, loan_id, guarantees
      from sacco_entries where status in ('pending', 'posting')
      union all
      select e.id, e.project_id, e.environment, e.member_id, e.loan_id, e.guarantees
      from sacco_entry_batches b cross join
        json_populate_recordset(json_populate_record(null::sacco_entries, b.common), b.entries) e;
  `);
}
