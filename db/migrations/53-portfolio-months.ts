/** The loan book at the end of each month that is over. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sacco_portfolio_months (
      project_id text collate "C" not null references projects,
      environment environment not null,
      -- minutes east of UTC by which the month ended: by another offset it ended at another moment, and is another row
      utc_offset_minutes integer not null,
      -- the month's last day
      month_end date not null check (extract(day from month_end + 1) = 1),
      active_loans bigint not null check (active_loans >= 0),
      outstanding_minor numeric(38) not null check (outstanding_minor >= 0),
      par30_minor numeric(38) not null check (par30_minor between 0 and outstanding_minor),
      par90_minor numeric(38) not null check (par90_minor between 0 and par30_minor),
      primary key (project_id, environment, utc_offset_minutes, month_end)
    );

    -- The month in which a SACCO began to lend is the first one of its history.
    create index sacco_loans_disbursed on sacco_loans (project_id, environment, disbursed_at)
      where disbursed_at is not null;

    -- real time; null where the test clock was not moved since this was recorded
    alter table projects add column test_clock_moved_at timestamptz;
  `);
}
