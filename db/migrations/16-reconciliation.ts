/** Statements of providers, their lines, and what was booked from them; and how payments are found by what a line says. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reconciliation_runs (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      provider text collate "C" not null,
      currency text collate "C" not null,
      period_start date not null,
      period_end date not null check (period_end >= period_start),
      utc_offset_minutes smallint not null check (utc_offset_minutes between -1440 and 1440),
      source_name text,
      -- how the statement is read
      options jsonb not null,
      -- its text, until it has been read
      statement text,
      status text collate "C" not null default 'importing' check (status in ('importing', 'open', 'closed', 'failed')),
      -- why nothing was imported
      error jsonb,
      -- the request was answered before the import had ended: how it ends is read from here
      polled boolean not null default false,
      lines integer not null default 0,
      -- lines by match status, and sums of amounts by kind as texts: they may be larger than a number of JSON
      counts jsonb not null default '{}',
      totals jsonb not null default '{}',
      skipped_rows integer not null default 0,
      actor_type text collate "C" not null,
      actor_id text collate "C" not null,
      created_at timestamptz not null,
      imported_at timestamptz,
      closed_at timestamptz,
      -- system time; while it is importing, when the sweep enqueues the job again
      due_at timestamptz,
      check ((status = 'importing') = (statement is not null)),
      check ((status = 'failed') = (error is not null)),
      check ((status = 'closed') = (closed_at is not null))
    );
    create index reconciliation_runs_by_scope on reconciliation_runs (project_id, environment, id desc);
    create index reconciliation_runs_due on reconciliation_runs (due_at) where due_at is not null;

    create table reconciliation_lines (
      id text collate "C" primary key,
      run_id text collate "C" not null references reconciliation_runs,
      project_id text collate "C" not null,
      environment environment not null,
      -- of the file
      line_no integer not null,
      kind text collate "C" not null
        check (kind in ('payment', 'refund', 'payout', 'payout_reversal', 'fee', 'fee_reversal', 'other')),
      -- with the sign that the statement gives it
      amount_minor bigint not null check (amount_minor <> 0),
      provider_txn_id text,
      reference text,
      date date,
      description text,
      match_status text collate "C" not null check (match_status in
        ('matched', 'unmatched', 'duplicate', 'amount_mismatch', 'currency_mismatch', 'status_mismatch', 'not_applicable')),
      match_note text not null,
      -- the payment that the line names, and the refund of it
      payment_id text collate "C",
      refund_id text collate "C",
      status text collate "C" not null default 'open' check (status in ('open', 'resolving', 'resolved')),
      action text collate "C" check (action in ('settle_payment', 'book_payout', 'book_fee', 'ignore')),
      note text,
      actor_type text collate "C",
      actor_id text collate "C",
      decided_at timestamptz,
      -- bookings that the ledger refused: the id of a refused transfer is spent, so each has one of its own
      attempts integer not null default 0,
      -- system time; when somebody last took it up
      touched_at timestamptz,
      check ((status = 'open') = (action is null)),
      check ((action is null) = (decided_at is null)),
      check (action <> 'ignore' or note is not null)
    ) with (fillfactor = 80);
    create unique index reconciliation_lines_by_run on reconciliation_lines (run_id, line_no);
    create index reconciliation_lines_by_match on reconciliation_lines (run_id, match_status, line_no);
    create index reconciliation_lines_decided on reconciliation_lines (run_id, status) where status <> 'open';
    create index reconciliation_lines_resolving on reconciliation_lines (touched_at) where status = 'resolving';

    -- What a provider calls a payout or a fee: each is booked from one line, whatever statements list it.
    create table reconciliation_bookings (
      project_id text collate "C" not null,
      environment environment not null,
      provider text collate "C" not null,
      kind text collate "C" not null,
      external_id text collate "C" not null,
      line_id text collate "C" not null unique references reconciliation_lines,
      primary key (project_id, environment, provider, kind, external_id)
    );

    create index payments_by_provider_txn on payments (project_id, environment, provider, provider_txn_id)
      where provider_txn_id is not null;
    create index payments_by_provider_and_completion on payments (project_id, environment, provider, completed_at, id)
      where status = 'completed';
  `);
}
