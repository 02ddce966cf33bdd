/** Entries that credit payments are booked in batches: what is in flight says which payment and receipt it is of. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace view sacco_entries_in_flight as
      select id, project_id, environment, member_id, loan_id, guarantees, payment_id, receipt_id, kind, source
      from sacco_entries where status in ('pending', 'posting', 'paying')
      union all
      select e.id, e.project_id, e.environment, e.member_id, e.loan_id, e.guarantees, e.payment_id, e.receipt_id, e.kind, e.source
      from sacco_entry_batches b cross join
        json_populate_recordset(json_populate_record(null::sacco_entries, b.common), b.entries) e;
  `);
}
