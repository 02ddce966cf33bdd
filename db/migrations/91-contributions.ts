/** What members have agreed to save regularly. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sacco_contributions (
      member_id text collate "C" primary key references sacco_members,
      project_id text collate "C" not null,
      environment environment not null,
      -- of each time
      amount_minor bigint not null check (amount_minor > 0),
      frequency text collate "C" not null check (frequency in ('weekly', 'biweekly', 'monthly')),
      -- a local date
      start_date date not null,
      updated_at timestamptz not null
    );
    create index sacco_contributions_by_book on sacco_contributions (project_id, environment, member_id);
  `);
}
