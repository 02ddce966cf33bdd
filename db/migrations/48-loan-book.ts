/** The loan book: who looks after a loan, and how late loans are provided for. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- the staff member who looks after it; null where nobody was named by a key that applied
    alter table sacco_loans add column officer_user_id text collate "C" references users;
    -- Who applied so far.
    update sacco_loans l set officer_user_id = e.requested_by_id from sacco_entries e
    where e.id = l.entry_id and e.requested_by_type = 'user';

    create table sacco_provisioning_tables (
      project_id text collate "C" not null references projects,
      environment environment not null,
      -- a list of { name, from_days, rate_bps }, by rising days
      classes jsonb not null,
      updated_at timestamptz not null,
      primary key (project_id, environment)
    );
  `);
}
