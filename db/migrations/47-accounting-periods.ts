/** Accounting periods, and approvals of requests that are not about an entry. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounting_periods (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      -- local dates, both included
      start_date date not null,
      end_date date not null,
      status text collate "C" not null check (status in ('closing', 'closed', 'reopening', 'open')),
      memo text not null,
      -- the trial balance as JSON, kept as it was written: its bytes are what the hash is of
      trial_balance text,
      figures_sha256 text collate "C",
      -- minutes east of UTC by which the days were counted
      utc_offset_minutes integer not null,
      requested_by_type text collate "C" not null,
      requested_by_id text collate "C" not null,
      -- of the request to close it, then of that to reopen it
      approval_id text collate "C" not null,
      created_at timestamptz not null,
      closed_at timestamptz,
      reopened_at timestamptz,
      check (start_date <= end_date),
      check ((status = 'closing') = (closed_at is null)),
      check ((trial_balance is null) = (closed_at is null) and (figures_sha256 is null) = (closed_at is null)),
      check ((status = 'open') = (reopened_at is not null))
    );
    create index accounting_periods_by_scope on accounting_periods (project_id, environment, id desc);
    -- A period that is reopened makes place for another of the same days.
    create unique index accounting_periods_under_way on accounting_periods (project_id, environment)
      where status in ('closing', 'reopening');
    create unique index accounting_periods_closed on accounting_periods (project_id, environment, end_date)
      where status in ('closed', 'reopening');

    alter table sacco_approvals
      -- what it is about where there is no entry
      add column subject_type text collate "C",
      add column subject_id text collate "C",
      add column memo text,
      add constraint sacco_approvals_subject check ((entry_id is null) = (subject_id is not null)
        and (subject_type is null) = (subject_id is null));
  `);
}
