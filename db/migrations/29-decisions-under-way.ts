/**
 * Decisions about lines of statements that are being carried out, in a table of their own: so no index of the lines names what
 * changes in them, and a decision writes no index of the much larger table. `npm run verify` looks for lines without a run.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Empty unless somebody decides: it needs no index but its key.
    create table reconciliation_decisions (
      -- the line's
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      run_id text collate "C" not null,
      status text collate "C" not null default 'resolving' check (status = 'resolving'),
      -- system time; when somebody last took it up
      touched_at timestamptz not null
    );
    insert into reconciliation_decisions (id, project_id, environment, run_id, touched_at)
      select id, project_id, environment, run_id, coalesce(touched_at, now()) from reconciliation_lines where status = 'resolving';

    drop index reconciliation_lines_decided, reconciliation_lines_resolving;
    -- A look at the row that is referred to, and a lock on it, for each of thousands of lines that one transaction writes.
    alter table reconciliation_lines drop constraint reconciliation_lines_run_id_fkey;
    alter table reconciliation_bookings drop constraint reconciliation_bookings_line_id_fkey,
      drop constraint reconciliation_bookings_line_id_key;
    -- Each line is written twice more, and finds space for that on its page.
    alter table reconciliation_lines drop column touched_at, set (fillfactor = 50);
  `);
}
