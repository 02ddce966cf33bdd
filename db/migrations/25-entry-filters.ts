/** What entries and approvals are filtered by. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What jobs make by the thousand is most of all entries, and is found on the way through all of them.
    create index sacco_entries_by_kind on sacco_entries (project_id, environment, kind, id desc)
      where kind not in ('loan_charge', 'dividend');
    create index sacco_entries_by_requester on sacco_entries (requested_by_id, id desc)
      where requested_by_type <> 'system';
    -- Rows are stored in the order of their days.
    create index sacco_entries_local_date on sacco_entries using brin (local_date);
    create index sacco_approvals_by_requester on sacco_approvals (requested_by_id, id desc);
  `);
}
