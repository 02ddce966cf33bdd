/** Batches of movements: one sum of money that came in, split among members line by line. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Rows of before are checked after the migrations.
  await knex.raw(`
    create table sacco_movement_batches (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      status text collate "C" not null check (status in
        ('awaiting_approval', 'posting', 'posted', 'posted_with_failures', 'rejected', 'cancelled')),
      source text collate "C" not null check (source in ('cash', 'bank')),
      bank_account_id text collate "C",
      reference text,
      currency text collate "C" not null,
      total_minor bigint not null check (total_minor > 0),
      memo text not null,
      lines integer not null check (lines > 0),
      -- of the lines that failed: the sum is unallocated
      failed_lines integer not null default 0,
      failed_minor bigint not null default 0,
      -- of a remittance of an employer: for which month, and the fingerprint of its content
      employer_id text collate "C",
      month date,
      content_sha256 text collate "C",
      requested_by_type text collate "C" not null,
      requested_by_id text collate "C" not null,
      approval_id text collate "C",
      -- the entry that brings the money in, from the approval on
      entry_id text collate "C" unique,
      created_at timestamptz not null,
      posted_at timestamptz,
      -- system time; while it is being posted, when the sweep enqueues the job again
      due_at timestamptz,
      check ((source = 'bank') = (bank_account_id is not null)),
      check ((status = 'posting') = (due_at is not null)),
      check ((status in ('posted', 'posted_with_failures')) = (posted_at is not null)),
      check ((status = 'posted_with_failures') = (failed_lines > 0)),
      check ((employer_id is null) = (month is null) and (employer_id is null) = (content_sha256 is null))
    );
    create index sacco_movement_batches_by_book on sacco_movement_batches (project_id, environment, id desc);
    create index sacco_movement_batches_by_status on sacco_movement_batches (project_id, environment, status, id desc);
    create index sacco_movement_batches_by_employer on sacco_movement_batches (employer_id, month, id desc)
      where employer_id is not null;
    create index sacco_movement_batches_due on sacco_movement_batches (due_at) where due_at is not null;
    -- The same file of an employer counts once.
    create unique index sacco_movement_batches_content_key on sacco_movement_batches (employer_id, month, content_sha256)
      where employer_id is not null and status not in ('rejected', 'cancelled');

    create table sacco_movement_batch_lines (
      batch_id text collate "C" not null references sacco_movement_batches,
      no integer not null,
      project_id text collate "C" not null,
      environment environment not null,
      -- of the file
      line_no integer not null,
      -- as it is written: a member number, or a payroll number
      named text not null,
      -- null: nobody is named so, and the money becomes unallocated
      member_id text collate "C" references sacco_members,
      kind text collate "C" not null check (kind in ('deposit', 'share_purchase', 'loan_repayment', 'fee', 'unallocated')),
      loan_id text collate "C",
      -- of a deposit: null is the member's default account
      savings_account_id text collate "C",
      amount_minor bigint not null check (amount_minor > 0),
      reference text,
      status text collate "C" not null default 'pending' check (status in ('pending', 'posted', 'failed')),
      error text collate "C",
      -- the same as a sentence, where it says more
      reason text,
      -- the entry that books it, from when it is being booked
      entry_id text collate "C",
      -- of a line that failed: its money, which is unallocated
      receipt_id text collate "C",
      primary key (batch_id, no),
      check ((kind = 'unallocated') = (member_id is null)),
      check ((kind = 'loan_repayment') = (loan_id is not null)),
      check ((status = 'failed') = (error is not null))
    ) with (fillfactor = 60);
    create index sacco_movement_batch_lines_by_status on sacco_movement_batch_lines (batch_id, status, no);
    create unique index sacco_movement_batch_lines_entry_key on sacco_movement_batch_lines (entry_id) where entry_id is not null;

    alter table sacco_entries
      drop constraint sacco_entries_source_check,
      add constraint sacco_entries_source_check
        check (source in ('cash', 'savings', 'payment', 'bank', 'mobile', 'unallocated', 'batch')) not valid;
  `);
}
