/** Loans with their products, installments and guarantees; dividends with their lines; and what entries know of them. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sacco_loan_products (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      name text not null,
      rate_bps integer not null check (rate_bps >= 0),
      method text collate "C" not null check (method in ('flat', 'declining')),
      frequency text collate "C" not null check (frequency in ('weekly', 'biweekly', 'monthly')),
      min_amount_minor bigint not null check (min_amount_minor > 0),
      max_amount_minor bigint not null,
      min_term smallint not null check (min_term > 0),
      max_term smallint not null,
      -- null: savings set no limit
      savings_multiple_bps integer check (savings_multiple_bps >= 0),
      min_guarantors smallint not null check (min_guarantors between 0 and 10),
      guarantee_coverage_bps integer not null check (guarantee_coverage_bps >= 0),
      fee_bps integer not null check (fee_bps between 0 and 10000),
      penalty_bps integer not null check (penalty_bps >= 0),
      grace_days smallint not null check (grace_days >= 0),
      status text collate "C" not null default 'active' check (status in ('active', 'retired')),
      created_at timestamptz not null,
      retired_at timestamptz,
      check (max_amount_minor >= min_amount_minor and max_term >= min_term)
    );
    create index sacco_loan_products_by_scope on sacco_loan_products (project_id, environment, id desc);

    create table sacco_loans (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      member_id text collate "C" not null references sacco_members,
      product_id text collate "C" not null references sacco_loan_products,
      entry_id text collate "C" not null,
      approval_id text collate "C",
      currency text collate "C" not null,
      -- the product's terms as they were on application
      principal_minor bigint not null check (principal_minor > 0),
      fee_minor bigint not null check (fee_minor >= 0),
      rate_bps integer not null,
      method text collate "C" not null,
      frequency text collate "C" not null,
      term smallint not null check (term > 0),
      penalty_bps integer not null,
      grace_days smallint not null,
      purpose text,
      status text collate "C" not null default 'applied'
        check (status in ('applied', 'open', 'closed', 'written_off', 'failed', 'rejected', 'cancelled')),
      created_at timestamptz not null,
      disbursed_at timestamptz,
      -- the SACCO's day of disbursement, from which due dates are counted
      disbursed_on date,
      closed_at timestamptz,
      -- sums of the installments, of an open loan
      outstanding_minor bigint not null default 0 check (outstanding_minor >= 0),
      charges_due_minor bigint not null default 0 check (charges_due_minor >= 0),
      -- due date of the oldest installment with anything unpaid
      oldest_unpaid_on date,
      -- the next local date on which interest, a penalty or the first day past due is to be looked at
      next_charge_on date,
      -- an installment was overdue when it was last looked at, and loan.overdue was sent
      overdue boolean not null default false,
      -- the movement that is being booked: there is one at a time
      moving_entry_id text collate "C"
    -- Space for new versions of a row on its page: which movement it has is not in any index.
    ) with (fillfactor = 50);
    create index sacco_loans_by_scope on sacco_loans (project_id, environment, id desc);
    create index sacco_loans_by_status on sacco_loans (project_id, environment, status, id desc);
    create index sacco_loans_by_member on sacco_loans (member_id, id desc);
    create index sacco_loans_to_charge on sacco_loans (next_charge_on) where status = 'open';
    -- All that the portfolio reads, in one place.
    create index sacco_loans_open on sacco_loans (project_id, environment)
      include (outstanding_minor, charges_due_minor, oldest_unpaid_on) where status = 'open';

    create table sacco_loan_installments (
      loan_id text collate "C" not null references sacco_loans,
      no smallint not null,
      project_id text collate "C" not null,
      environment environment not null,
      due_on date not null,
      principal_minor bigint not null check (principal_minor >= 0),
      -- as scheduled until it is charged; then what was charged
      interest_minor bigint not null check (interest_minor >= 0),
      interest_charged boolean not null default false,
      penalty_minor bigint not null default 0 check (penalty_minor >= 0),
      penalty_charged boolean not null default false,
      paid_principal_minor bigint not null default 0,
      paid_interest_minor bigint not null default 0,
      paid_penalty_minor bigint not null default 0,
      primary key (loan_id, no),
      check (paid_principal_minor between 0 and principal_minor),
      check (paid_interest_minor between 0 and interest_minor),
      check (paid_penalty_minor between 0 and penalty_minor)
    ) with (fillfactor = 80);

    create table sacco_loan_guarantees (
      loan_id text collate "C" not null references sacco_loans,
      no smallint not null,
      project_id text collate "C" not null,
      environment environment not null,
      -- the guarantor
      member_id text collate "C" not null references sacco_members,
      amount_minor bigint not null check (amount_minor > 0),
      status text collate "C" not null default 'pledged' check (status in ('pledged', 'held', 'released', 'called')),
      called_minor bigint not null default 0 check (called_minor between 0 and amount_minor),
      -- the ledger's pending transfer
      hold_id uuid not null,
      primary key (loan_id, no),
      unique (loan_id, member_id)
    );
    create index sacco_loan_guarantees_open on sacco_loan_guarantees (member_id) where status in ('pledged', 'held');

    create table sacco_dividends (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      label text not null,
      period_start date not null,
      period_end date not null check (period_end >= period_start),
      share_rate_bps integer not null check (share_rate_bps >= 0),
      interest_rebate_bps integer not null check (interest_rebate_bps >= 0),
      paid_from text collate "C" not null check (paid_from in ('interest_income', 'fee_income')),
      currency text collate "C" not null,
      status text collate "C" not null default 'declared'
        check (status in ('declared', 'paid', 'paid_with_exceptions', 'failed', 'rejected', 'cancelled')),
      total_minor bigint not null,
      failed_minor bigint not null default 0,
      entry_id text collate "C" not null,
      approval_id text collate "C",
      created_at timestamptz not null,
      paid_at timestamptz,
      -- system time; while lines are to be paid, when the sweep enqueues the job again
      due_at timestamptz
    );
    create index sacco_dividends_by_scope on sacco_dividends (project_id, environment, id desc);
    create index sacco_dividends_due on sacco_dividends (due_at) where due_at is not null;
    create unique index sacco_dividends_label_key on sacco_dividends (project_id, environment, label)
      where status not in ('failed', 'rejected', 'cancelled');

    create table sacco_dividend_lines (
      dividend_id text collate "C" not null references sacco_dividends,
      member_id text collate "C" not null references sacco_members,
      project_id text collate "C" not null,
      environment environment not null,
      shares_minor bigint not null,
      interest_paid_minor bigint not null,
      amount_minor bigint not null check (amount_minor >= 0),
      status text collate "C" not null default 'pending' check (status in ('pending', 'paid', 'failed')),
      error text collate "C",
      -- the entry that pays it, from when it is being booked
      entry_id text collate "C",
      primary key (dividend_id, member_id)
    ) with (fillfactor = 50);
    create index sacco_dividend_lines_unpaid on sacco_dividend_lines (dividend_id, member_id) where status <> 'paid';

    alter table sacco_entries
      add column fee_minor bigint not null default 0,
      add column principal_minor bigint not null default 0,
      add column interest_minor bigint not null default 0,
      add column penalty_minor bigint not null default 0,
      -- of a write-off: the part that guarantees cover
      add column called_minor bigint not null default 0,
      -- of a repayment by a payment above the payoff: the part that goes into savings
      add column savings_minor bigint not null default 0,
      -- which income a charge raises, or a dividend is paid from
      add column income text collate "C" check (income in ('interest_income', 'fee_income')),
      add column installment_no smallint,
      -- guarantees that this movement holds, calls or releases
      add column guarantees jsonb,
      -- A dividend may come to nothing.
      drop constraint sacco_entries_check,
      add constraint sacco_entries_amount_check check (amount_minor > 0 or kind in ('member_exit', 'dividend'));
    create unique index sacco_entries_charge on sacco_entries (loan_id, installment_no, income)
      where kind = 'loan_charge' and status in ('pending', 'posting', 'posted');
    create unique index sacco_entries_dividend_line on sacco_entries (dividend_id, member_id)
      where kind = 'dividend' and member_id is not null and status in ('pending', 'posting', 'posted');
    create index sacco_entries_by_loan on sacco_entries (loan_id, id) where loan_id is not null;
    -- A statement finds the member's loans, and the write-offs that called a guarantee, in the order in which they were posted.
    create index sacco_entries_disbursements on sacco_entries (member_id, posted_at, ledger_timestamp)
      where kind = 'loan_disbursement' and status = 'posted';
    create index sacco_entries_write_offs on sacco_entries (project_id, environment, posted_at, ledger_timestamp)
      where kind = 'loan_write_off' and status = 'posted';
    create index sacco_entries_interest_paid on sacco_entries (project_id, environment, posted_at)
      where kind = 'loan_repayment' and status = 'posted';

    alter table sacco_payment_credits
      add column loan_id text collate "C" references sacco_loans,
      drop constraint sacco_payment_credits_purpose_check,
      add constraint sacco_payment_credits_purpose_check check (purpose in ('savings', 'shares', 'loan_repayment'));
  `);
}
