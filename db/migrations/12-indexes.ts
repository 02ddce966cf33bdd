/** Indexes that came after the tables, and a count that no index gives. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Holds of an account that have expired by some instant: pending ones (0) for the balance now, expired ones (3)
    -- for past balances.
    create index ledger_pending_by_debit_account on ledger_pending (debit_account_id, status, expires_at)
      where status in (0, 3) and expires_at is not null;
    create index ledger_pending_by_credit_account on ledger_pending (credit_account_id, status, expires_at)
      where status in (0, 3) and expires_at is not null;

    -- Lists of a scope by time.
    create index payments_by_book_and_time on payments (project_id, environment, created_at desc, id desc);
    create index ledger_accounts_by_book_and_time on ledger_accounts (project_id, environment, created_at desc, id desc);

    -- The number of transfers of each kind in the daily totals of all scopes. It is spread over slots, so that concurrent
    -- writers rarely wait for each other.
    create table ledger_kind_totals (
      kind text collate "C" not null,
      slot smallint not null,
      transfers bigint not null,
      primary key (kind, slot)
    ) with (fillfactor = 50);
    insert into ledger_kind_totals
      select kind, 0, sum(transfers) from ledger_daily_totals group by kind;
  `);
}
