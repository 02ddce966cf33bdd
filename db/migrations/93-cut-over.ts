/** Imports at cut-over: members with what they hold, loans as they stand, and the balances of the cooperative's own accounts. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Rows of before are checked after the migrations.
  await knex.raw(`
    create table sacco_imports (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      dry_run boolean not null,
      -- the local day whose balances it brings
      cut_over_date date not null,
      currency text collate "C" not null,
      cash_on_hand_minor bigint not null check (cash_on_hand_minor >= 0),
      memo text,
      status text collate "C" not null default 'checking' check (status in
        ('checking', 'checked', 'refused', 'awaiting_approval', 'importing', 'imported', 'rejected', 'cancelled')),
      -- the texts of the files by their names, until it has ended
      files jsonb,
      members integer not null default 0,
      loans integer not null default 0,
      -- sums by kind of account, as decimal text
      totals jsonb not null default '{}',
      error_count integer not null default 0,
      -- a client was told to poll
      polled boolean not null default false,
      requested_by_type text collate "C" not null,
      requested_by_id text collate "C" not null,
      approval_id text collate "C",
      approved_by_type text collate "C",
      approved_by_id text collate "C",
      created_at timestamptz not null,
      -- the members are stored, and what they hold is being booked
      stored_at timestamptz,
      finished_at timestamptz,
      -- system time; while there is work, when the sweep enqueues the job again
      due_at timestamptz,
      check ((status in ('checking', 'importing')) = (due_at is not null)),
      check ((files is null) = (status not in ('checking', 'awaiting_approval', 'importing') or stored_at is not null)),
      check ((status = 'imported') = (finished_at is not null))
    );
    create index sacco_imports_by_book on sacco_imports (project_id, environment, id desc) where not dry_run;
    create index sacco_imports_due on sacco_imports (due_at) where due_at is not null;
    create index sacco_imports_dry on sacco_imports (id) where dry_run;

    create table sacco_import_errors (
      import_id text collate "C" not null references sacco_imports on delete cascade,
      no integer not null,
      file text collate "C" not null,
      line_no integer not null,
      column_name text,
      message text not null,
      primary key (import_id, no)
    );

    -- What an import books: an entry for each line that moves anything.
    create table sacco_import_lines (
      import_id text collate "C" not null references sacco_imports,
      no integer not null,
      member_id text collate "C",
      loan_id text collate "C",
      -- the amounts of the entry, and the loan that it opens
      content jsonb not null,
      status text collate "C" not null check (status in ('pending', 'posted')),
      -- from when it is being booked
      entry_id text collate "C",
      primary key (import_id, no)
    ) with (fillfactor = 80);
    create index sacco_import_lines_pending on sacco_import_lines (import_id, no) where status = 'pending';
    create unique index sacco_import_lines_entry_key on sacco_import_lines (entry_id) where entry_id is not null;

    alter table sacco_loans
      -- of a loan that began before the cooperative kept its books here: principal_minor is what was outstanding at cut-over,
      -- of which so much was overdue, with these charges, since that day
      add column is_opening boolean not null default false,
      add column arrears_minor bigint not null default 0,
      add column arrears_charges_minor bigint not null default 0,
      add column overdue_since date,
      -- the due date of its first installment; null: counted from the disbursement, or all of it is overdue
      add column first_due_on date,
      drop constraint sacco_loans_term_check,
      add constraint sacco_loans_term_check check (term > 0 or (is_opening and term = 0)) not valid,
      add constraint sacco_loans_opening_check check (
        arrears_minor between 0 and principal_minor and arrears_charges_minor >= 0
        and (is_opening or (arrears_minor = 0 and arrears_charges_minor = 0 and overdue_since is null and first_due_on is null))
        and (not is_opening or (term > 0) = (first_due_on is not null))
        and (overdue_since is not null) = (arrears_minor + arrears_charges_minor > 0)) not valid;

    alter table sacco_entries
      drop constraint sacco_entries_lines_check,
      add constraint sacco_entries_lines_check check (kind = 'opening_balance'
        or (lines is not null) = (kind = 'journal' or reverses_kind is not distinct from 'journal')) not valid;
  `);
}
