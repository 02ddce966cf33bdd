/** Views for analysts of savings products, accounts, terms and interest, and of tax; see 79. New columns come at the end. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create view analytics.savings_products as
      select id, project_id, environment::text as environment, name, kind, currency, min_balance_minor, min_opening_minor,
        notice_days, early_fee_bps, counts_for_multiple, monthly_fee_minor, withdrawal_fee_minor, rate_bps, term_days, at_maturity,
        status, created_at, retired_at
      from sacco_savings_products;

    -- The account that every member has is of the product that is the default one now.
    create view analytics.savings_accounts as
      select id, project_id, environment::text as environment, member_id, product_id, currency, false as is_default, status,
        opened_on, closed_at
      from sacco_savings_accounts
      union all
      select 'sav' || substr(m.id, 4), m.project_id, m.environment::text, m.id, s.savings_product_id, s.currency, true,
        case m.status when 'exited' then 'closed' else 'active' end, null, null
      from sacco_members m join sacco_settings s on s.project_id = m.project_id and s.environment = m.environment;

    create view analytics.savings_terms as
      select account_id, no, project_id, environment::text as environment, member_id, principal_minor, rate_bps, starts_on,
        matures_on, status, interest_minor, tax_minor, entry_id
      from sacco_savings_terms;

    create view analytics.savings_interest as
      select id, project_id, environment::text as environment, label, period_start, period_end, rate_bps, basis, counting,
        product_id, of_default_accounts, withholding_tax_bps, currency, status, total_minor, tax_minor, failed_minor, created_at,
        paid_at
      from sacco_savings_interest;

    create view analytics.savings_interest_lines as
      select savings_interest_id, member_id, savings_account_id, project_id, environment::text as environment, balances_minor,
        amount_minor, tax_minor, status, entry_id
      from sacco_savings_interest_lines;

    create or replace view analytics.entries as
      select id, project_id, environment::text as environment, kind, member_id, loan_id, dividend_id, payment_id, source,
        direction, category, currency, amount_minor, shares_minor, savings_minor, fee_minor, principal_minor, interest_minor,
        penalty_minor, status, local_date, created_at, posted_at, reverses_entry_id, reversed_by_entry_id, savings_account_id,
        to_savings_account_id, savings_interest_id, tax_minor
      from sacco_entries;

    create or replace view analytics.dividends as
      select id, project_id, environment::text as environment, label, period_start, period_end, share_rate_bps,
        interest_rebate_bps, currency, status, total_minor, failed_minor, created_at, paid_at, withholding_tax_bps, tax_minor
      from sacco_dividends;

    create or replace view analytics.dividend_lines as
      select dividend_id, member_id, project_id, environment::text as environment, shares_minor, interest_paid_minor,
        amount_minor, status, entry_id, tax_minor
      from sacco_dividend_lines;
  `);
}
