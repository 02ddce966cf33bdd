/** Indexes that came after the tables. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What of an account's holds is over by some moment: open ones (0) for what counts now, expired ones (3) for its past.
    create index ledger_pending_by_debit_account on ledger_pending (debit_account_id, status, expires_at)
      where status in (0, 3) and expires_at is not null;
    create index ledger_pending_by_credit_account on ledger_pending (credit_account_id, status, expires_at)
      where status in (0, 3) and expires_at is not null;
  `);
}
