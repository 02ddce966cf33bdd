/** The day sheet of a session at a till is a paper, too. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sacco_papers
      drop constraint sacco_papers_kind_check,
      add constraint sacco_papers_kind_check check (kind in
        ('statement', 'loan_schedule', 'receipt', 'dividend_advice', 'guarantee', 'day_sheet')) not valid;
  `);
}
