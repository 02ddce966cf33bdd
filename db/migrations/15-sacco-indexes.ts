/** Entries of the SACCO by any status, of a book and of a member, and how many members there are of each status. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index sacco_entries_by_status;
    create index sacco_entries_by_status on sacco_entries (project_id, environment, status, id desc);
    -- Posted ones are nearly all that a member has, and are found by the index of them all.
    create index sacco_entries_by_member_and_status on sacco_entries (member_id, status, id desc) where status <> 'posted';
    -- Without ids it is one short key with many places, so that counting reads little.
    create index sacco_members_counted on sacco_members (project_id, environment, status);
  `);
}
