/** Money that is paid to members names the savings account: dividends by what the member chose, loans by what was applied for. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- In all of these null is the account that every member has.
    alter table sacco_members add column dividend_account_id text collate "C";
    alter table sacco_dividend_lines add column savings_account_id text collate "C";
    alter table sacco_loans add column savings_account_id text collate "C";
    update sacco_loans l set savings_account_id = e.savings_account_id from sacco_entries e
    where l.member_id in (select member_id from sacco_savings_accounts)
      and e.id = l.entry_id and e.savings_account_id is not null;
  `);
}
