/** Indexes that came after the tables, and a count that no index gives. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What of an account's holds is over by some moment: open ones (0) for what counts now, expired ones (3) for its past.
    create index ledger_pending_by_debit_account on ledger_pending (debit_account_id, status, expires_at)
      where status in (0, 3) and expires_at is not null;
    create index ledger_pending_by_credit_account on ledger_pending (credit_account_id, status, expires_at)
      where status in (0, 3) and expires_at is not null;

    -- Lists of a book by time, from any moment on.
    create index payments_by_book_and_time on payments (project_id, environment, created_at desc, id desc);
    create index ledger_accounts_by_book_and_time on ledger_accounts (project_id, environment, created_at desc, id desc);

    -- How many transfers of each kind the daily totals count, of all books. A kind's sum is spread over slots, so that
    -- workers who book at once seldom wait for each other.
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
