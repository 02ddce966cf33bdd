/** Tax that is withheld from dividends and interest on deposits: its rates, who is exempt, and what each line withholds. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Rows of before are checked after the migrations.
  await knex.raw(`
    alter table sacco_entries
      add column savings_interest_id text collate "C",
      drop constraint sacco_entries_amount_check,
      add constraint sacco_entries_amount_check check (amount_minor > 0
        or kind in ('member_exit', 'dividend', 'loan_provision', 'savings_interest')) not valid;
    alter table sacco_approvals add column savings_interest_id text collate "C";

    alter table sacco_dividends
      add column withholding_tax_bps integer not null default 0,
      add column tax_minor bigint not null default 0,
      add constraint sacco_dividends_tax_check
        check (withholding_tax_bps between 0 and 10000 and tax_minor between 0 and total_minor) not valid;
    alter table sacco_dividend_lines
      add column tax_minor bigint not null default 0,
      add constraint sacco_dividend_lines_tax_check check (tax_minor between 0 and amount_minor) not valid;

    alter table sacco_members
      add column tax_number text,
      -- why nothing is withheld; null: tax is
      add column tax_exemption text;
  `);
}
