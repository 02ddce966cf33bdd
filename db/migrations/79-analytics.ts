/**
 * Views for analysts, which keep their columns: docs/operating/analytics.md. A later migration may only add columns at the end of
 * a view (`create or replace view`); PostgreSQL refuses to drop a column that a view reads. They name no person.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema if not exists analytics;

    create view analytics.accounts as
      select id, project_id, environment::text as environment, kind, currency, nullif(owner, '') as owner, created_at
      from ledger_accounts;

    -- What was posted. The totals are those of the two accounts right after the transfer.
    create view analytics.transfers as
      select t.id, a.project_id, a.environment::text as environment,
        to_timestamp(t.timestamp / 1000000000) + ((t.timestamp / 1000) % 1000000) * interval '1 microsecond' as at,
        t.debit_account_id, t.credit_account_id, a.currency, t.amount as amount_minor, t.code as kind_code,
        t.dr_debits_posted as debit_account_debits_minor, t.dr_credits_posted as debit_account_credits_minor,
        t.cr_debits_posted as credit_account_debits_minor, t.cr_credits_posted as credit_account_credits_minor
      from ledger_transfers t join ledger_accounts a on a.id = t.debit_account_id
      where t.phase in (0, 2);

    create view analytics.payments as
      select id, project_id, environment::text as environment, provider, currency, amount_minor, refunded_minor, status,
        failure_code, created_at, completed_at
      from payments;

    create view analytics.refunds as
      select id, project_id, environment::text as environment, payment_id, currency, amount_minor, status, manual, failure_code,
        created_at, completed_at
      from refunds;

    create view analytics.wallet_movements as
      select id, project_id, environment::text as environment, kind, debit_wallet_id, credit_wallet_id, currency, amount_minor,
        status, created_at
      from wallet_movements;

    create view analytics.members as
      select id, project_id, environment::text as environment, customer_id, status, joined_at
      from sacco_members;

    create view analytics.entries as
      select id, project_id, environment::text as environment, kind, member_id, loan_id, dividend_id, payment_id, source,
        direction, category, currency, amount_minor, shares_minor, savings_minor, fee_minor, principal_minor, interest_minor,
        penalty_minor, status, local_date, created_at, posted_at, reverses_entry_id, reversed_by_entry_id
      from sacco_entries;

    create view analytics.loan_products as
      select id, project_id, environment::text as environment, name, rate_bps, method, frequency, fee_bps, penalty_bps, status,
        created_at
      from sacco_loan_products;

    create view analytics.loans as
      select id, project_id, environment::text as environment, member_id, product_id, currency, principal_minor, fee_minor,
        rate_bps, method, frequency, term, status, outstanding_minor, charges_due_minor, oldest_unpaid_on, overdue, created_at,
        disbursed_on, closed_at
      from sacco_loans;

    create view analytics.loan_installments as
      select loan_id, no, project_id, environment::text as environment, due_on, principal_minor, interest_minor, penalty_minor,
        paid_principal_minor, paid_interest_minor, paid_penalty_minor
      from sacco_loan_installments;

    create view analytics.dividends as
      select id, project_id, environment::text as environment, label, period_start, period_end, share_rate_bps,
        interest_rebate_bps, currency, status, total_minor, failed_minor, created_at, paid_at
      from sacco_dividends;

    create view analytics.dividend_lines as
      select dividend_id, member_id, project_id, environment::text as environment, shares_minor, interest_paid_minor,
        amount_minor, status, entry_id
      from sacco_dividend_lines;
  `);
}
