/** The local day up to which each cooperative's borrowers have been told of installments that are due soon, or overdue. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sacco_loan_reminder_days (
      project_id text collate "C" not null references projects,
      environment environment not null,
      reminded_on date not null,
      primary key (project_id, environment)
    );
  `);
}
