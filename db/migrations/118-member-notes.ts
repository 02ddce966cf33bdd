/** What staff write down about members: append-only. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sacco_member_notes (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      member_id text collate "C" not null references sacco_members,
      text text not null,
      written_by_type text collate "C" not null,
      written_by_id text collate "C" not null,
      created_at timestamptz not null
    );
    create index sacco_member_notes_by_member on sacco_member_notes (member_id, id desc);
    create trigger sacco_member_notes_append_only before update or delete or truncate on sacco_member_notes
      for each statement execute function refuse_change();
  `);
}
