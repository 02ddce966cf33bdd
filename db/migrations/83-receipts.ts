/** Receipts: money that came without a prompt, on its way to members, and what belongs to nobody yet. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Rows of before are checked after the migrations.
  await knex.raw(`
    create table sacco_receipts (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      -- null where it came into a bank account
      payment_id text collate "C" unique references payments,
      amount_minor bigint not null check (amount_minor > 0),
      currency text collate "C" not null,
      -- as the payer typed it
      account_number text not null,
      payer_phone text,
      payer_name text,
      -- the provider's id of the transaction, or the bank's reference
      reference text,
      -- of money that came into the bank: what is known of it
      memo text,
      -- whose it is, by the account number
      member_id text collate "C" references sacco_members,
      loan_id text collate "C",
      matched_by text collate "C" check (matched_by in ('member_no', 'loan', 'phone')),
      -- the parts that are still to be booked to the member: a list of { purpose, loan_id, amount_minor }; null before it is planned
      plan jsonb,
      status text collate "C" not null default 'pending' check (status in
        ('pending', 'allocating', 'allocated', 'unallocated', 'resolving', 'refunding', 'refunded')),
      -- why it is, or was, unallocated
      reason text collate "C",
      -- what members have got of it
      credited_minor bigint not null default 0 check (credited_minor >= 0),
      -- what the account of unallocated money holds of it
      unallocated_minor bigint not null default 0 check (unallocated_minor >= 0),
      -- the entry that is being booked, or waits for a checker, or was the last
      entry_id text collate "C",
      -- of a refund: what a second person decides, or has decided, and the payout that sends it
      approval_id text collate "C",
      payout_id text collate "C" references payouts,
      -- the payment is posted: its money is in the merchant's balance
      booked boolean not null default false,
      -- system time; when the next part is due, for the sweep
      due_at timestamptz,
      attempts smallint not null default 0,
      received_at timestamptz not null,
      resolved_at timestamptz,
      check (credited_minor + unallocated_minor <= amount_minor),
      check ((status in ('unallocated', 'resolving', 'refunding')) = (unallocated_minor > 0)),
      check ((status in ('allocated', 'refunded')) = (resolved_at is not null)),
      check (status <> 'allocated' or credited_minor = amount_minor)
    );
    create index sacco_receipts_by_book on sacco_receipts (project_id, environment, id desc);
    create index sacco_receipts_by_status on sacco_receipts (project_id, environment, status, id desc);
    -- Of all receipts few are unallocated, and these are what people look at.
    create index sacco_receipts_open on sacco_receipts (project_id, environment, id desc) where unallocated_minor > 0;
    create index sacco_receipts_due on sacco_receipts (due_at) where due_at is not null;

    alter table sacco_entries
      -- of money that came without a prompt
      add column receipt_id text collate "C",
      drop constraint sacco_entries_source_check,
      add constraint sacco_entries_source_check
        check (source in ('cash', 'savings', 'payment', 'bank', 'mobile', 'unallocated')) not valid;

    alter table sacco_settings
      add column paybill_match_phone boolean not null default false,
      -- steps, separated by commas
      add column paybill_waterfall text not null default 'savings';
  `);
}
