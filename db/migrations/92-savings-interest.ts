/** Interest on deposits: runs over a period, and a line for every savings account. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sacco_savings_interest (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      label text not null,
      -- local dates, both included
      period_start date not null,
      period_end date not null check (period_end >= period_start),
      rate_bps integer not null check (rate_bps >= 0),
      basis text collate "C" not null check (basis in ('daily_balance', 'minimum_monthly_balance', 'monthly')),
      -- which balance of a month counts
      counting text collate "C" check (counting in ('closing', 'opening')),
      product_id text collate "C" not null references sacco_savings_products,
      -- whether the account that every member has earns it, too: its product was the default one
      of_default_accounts boolean not null,
      credit_to text collate "C" not null check (credit_to in ('same_account', 'default_account')),
      withholding_tax_bps integer not null check (withholding_tax_bps between 0 and 10000),
      currency text collate "C" not null,
      status text collate "C" not null default 'declared'
        check (status in ('declared', 'paid', 'paid_with_exceptions', 'failed', 'rejected', 'cancelled')),
      total_minor bigint not null check (total_minor >= 0),
      tax_minor bigint not null check (tax_minor between 0 and total_minor),
      failed_minor bigint not null default 0,
      entry_id text collate "C" not null,
      approval_id text collate "C",
      created_at timestamptz not null,
      paid_at timestamptz,
      -- system time; while lines are to be paid, when the sweep enqueues the job again
      due_at timestamptz,
      check ((basis = 'monthly') = (counting is not null))
    );
    create index sacco_savings_interest_by_scope on sacco_savings_interest (project_id, environment, id desc);
    create index sacco_savings_interest_by_status on sacco_savings_interest (project_id, environment, status, id desc);
    create index sacco_savings_interest_by_period on sacco_savings_interest (project_id, environment, period_end);
    create index sacco_savings_interest_due on sacco_savings_interest (due_at) where due_at is not null;
    create unique index sacco_savings_interest_label_key on sacco_savings_interest (project_id, environment, label)
      where status not in ('failed', 'rejected', 'cancelled');

    -- Lines are stored by the thousand before their run, in one transaction: npm run verify finds one of no run or member.
    create table sacco_savings_interest_lines (
      savings_interest_id text collate "C" not null,
      member_id text collate "C" not null,
      savings_account_id text collate "C" not null,
      project_id text collate "C" not null,
      environment environment not null,
      -- the sum of the balances that count: of each day, or of each month
      balances_minor numeric not null check (balances_minor >= 0),
      amount_minor bigint not null check (amount_minor >= 0),
      tax_minor bigint not null check (tax_minor between 0 and amount_minor),
      status text collate "C" not null default 'pending' check (status in ('pending', 'paid', 'failed')),
      error text collate "C",
      -- the entry that pays it, from when it is being booked
      entry_id text collate "C",
      primary key (savings_interest_id, member_id, savings_account_id)
    ) with (fillfactor = 50);
    create index sacco_savings_interest_lines_unpaid
      on sacco_savings_interest_lines (savings_interest_id, member_id, savings_account_id) where status <> 'paid';

    alter table sacco_settings
      -- terms and frequency, and the local dates on which they were set and from which they hold; null: nothing is declared by itself
      add column savings_interest jsonb,
      -- plans of before, until their last periods are declared; null: none
      add column ended_interest_plans jsonb;
  `);
}
