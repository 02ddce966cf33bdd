/** Space on each page for new versions of its rows: a change that is in no index then writes the row alone. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Each row is charged once and paid once or twice, a few rows of a page at a time.
    alter table sacco_loan_installments set (fillfactor = 85);
  `);
}
