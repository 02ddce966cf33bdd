/** The SACCO: its settings, members, movements (entries), approvals, and payments that are credited to members. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sacco_settings (
      project_id text collate "C" not null references projects,
      environment environment not null,
      currency text collate "C" not null,
      min_kyc_tier smallint not null check (min_kyc_tier between 0 and 3),
      entrance_fee_minor bigint not null check (entrance_fee_minor >= 0),
      min_share_capital_minor bigint not null check (min_share_capital_minor >= 0),
      utc_offset_minutes smallint not null check (utc_offset_minutes between -720 and 840),
      withdrawal_approval_minor bigint check (withdrawal_approval_minor >= 0),
      -- the last member number that was assigned: taken under this row's lock, so numbers have no gaps
      last_member_no integer not null default 0,
      updated_at timestamptz not null,
      primary key (project_id, environment)
    );

    create table sacco_members (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      member_no text collate "C" not null,
      customer_id text collate "C" not null references customers,
      status text collate "C" not null default 'active' check (status in ('active', 'suspended', 'exiting', 'exited')),
      entrance_fee_paid boolean not null,
      joined_at timestamptz not null,
      updated_at timestamptz not null,
      constraint sacco_members_member_no_key unique (project_id, environment, member_no)
    );
    -- A customer who has left may join again, as a new member.
    create unique index sacco_members_customer_key on sacco_members (project_id, environment, customer_id) where status <> 'exited';
    create index sacco_members_by_number on sacco_members (project_id, environment, upper(member_no));
    create index sacco_members_by_customer on sacco_members (customer_id);
    create index sacco_members_by_book on sacco_members (project_id, environment, id desc);
    create index sacco_members_by_status on sacco_members (project_id, environment, status, id desc);
    -- Without the id equal keys are stored once (deduplication), so that counting reads few pages.
    create index sacco_members_counted on sacco_members (project_id, environment, status);

    create table sacco_approvals (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      kind text collate "C" not null,
      status text collate "C" not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'cancelled')),
      entry_id text collate "C",
      loan_id text collate "C",
      dividend_id text collate "C",
      summary text not null,
      requested_by_type text collate "C" not null,
      requested_by_id text collate "C" not null,
      requested_at timestamptz not null,
      decided_by_type text collate "C",
      decided_by_id text collate "C",
      decided_at timestamptz,
      note text,
      check ((status = 'pending') = (decided_at is null))
    );
    create index sacco_approvals_by_book on sacco_approvals (project_id, environment, id desc);
    create index sacco_approvals_by_status on sacco_approvals (project_id, environment, status, id desc);

    create table sacco_entries (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      kind text collate "C" not null,
      member_id text collate "C" references sacco_members,
      loan_id text collate "C",
      dividend_id text collate "C",
      payment_id text collate "C",
      source text collate "C" check (source in ('cash', 'savings', 'payment')),
      direction text collate "C" check (direction in ('in', 'out')),
      -- of an exit: what is paid out, known once it is approved
      amount_minor bigint not null check (amount_minor > 0 or kind = 'member_exit'),
      -- of an exit: the part that is share capital
      shares_minor bigint not null default 0 check (shares_minor >= 0),
      currency text collate "C" not null,
      status text collate "C" not null
        check (status in ('pending', 'posting', 'awaiting_approval', 'posted', 'failed', 'rejected', 'cancelled')),
      error text collate "C",
      reason text,
      memo text,
      requested_by_type text collate "C" not null,
      requested_by_id text collate "C" not null,
      approval_id text collate "C" references sacco_approvals,
      -- the SACCO's day on which it was requested
      local_date date not null,
      created_at timestamptz not null,
      posted_at timestamptz,
      -- the ledger's timestamp: the order of posting
      ledger_timestamp bigint,
      -- system time; when the sweep resumes an entry in progress, because its request died
      due_at timestamptz
    );
    create index sacco_entries_by_book on sacco_entries (project_id, environment, id desc);
    -- Two indexes: nearly all entries end as posted, and then have no key in the first one.
    create index sacco_entries_by_status on sacco_entries (project_id, environment, status, id desc)
      where status <> 'posted';
    create index sacco_entries_posted on sacco_entries (project_id, environment, id desc) where status = 'posted';
    create index sacco_entries_by_member on sacco_entries (member_id, id desc);
    -- Nearly all entries of a member are posted, and are found by the index above.
    create index sacco_entries_by_member_and_status on sacco_entries (member_id, status, id desc)
      where status <> 'posted';
    create index sacco_entries_statement on sacco_entries (member_id, posted_at, ledger_timestamp) where status = 'posted';
    create index sacco_entries_due on sacco_entries (due_at) where due_at is not null;
    create unique index sacco_entries_entrance_fee on sacco_entries (member_id) where kind = 'entrance_fee';
    create unique index sacco_entries_payment on sacco_entries (payment_id)
      where payment_id is not null and status in ('pending', 'posting', 'posted');

    create table sacco_payment_credits (
      payment_id text collate "C" primary key references payments,
      project_id text collate "C" not null,
      environment environment not null,
      member_id text collate "C" not null references sacco_members,
      purpose text collate "C" not null check (purpose in ('savings', 'shares')),
      status text collate "C" not null default 'pending'
        check (status in ('pending', 'posting', 'credited', 'failed', 'cancelled', 'refunded')),
      -- the payment is posted: its money is in the merchant's balance
      booked boolean not null default false,
      -- system time; when the credit is due, for the sweep
      due_at timestamptz,
      attempts smallint not null default 0
    );
    create index sacco_payment_credits_due on sacco_payment_credits (due_at) where due_at is not null;
  `);
}
