/** Dividends are paid into the savings account that was chosen for the member. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- In both null is the account that every member has.
    alter table sacco_members add column dividend_account_id text collate "C";
    alter table sacco_dividend_lines add column savings_account_id text collate "C";
  `);
}
