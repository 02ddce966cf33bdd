/** Refunds of payments. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Sum of the payment's refunds, those in progress included; never more than the payment.
    alter table payments add column refunding_minor bigint not null default 0
      check (refunding_minor between refunded_minor and amount_minor);

    create table refunds (
      id text collate "C" primary key,
      payment_id text collate "C" not null references payments,
      project_id text collate "C" not null,
      environment environment not null,
      amount_minor bigint not null check (amount_minor > 0),
      currency text collate "C" not null,
      status text collate "C" not null default 'pending'
        check (status in ('pending', 'processing', 'succeeded', 'failed', 'cancelled')),
      reason text,
      -- the provider has no refund API: a person gives the money back and says so
      manual boolean not null,
      note text,
      provider_refund_id text,
      failure_code text,
      failure_message text,
      -- the ledger holds the money
      held boolean not null default false,
      -- the final status, once known; the ledger is asked before the status changes
      outcome text check (outcome in ('succeeded', 'failed', 'cancelled')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      completed_at timestamptz,
      -- system time; when the next step is due, null while a person must act and once it is final
      attempts smallint not null default 0,
      next_attempt_at timestamptz
    );
    create index refunds_by_payment on refunds (payment_id, id desc);
    create index refunds_due on refunds (next_attempt_at) where next_attempt_at is not null;
  `);
}
