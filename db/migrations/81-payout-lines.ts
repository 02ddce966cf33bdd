/** Lines of statements that name payouts. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Rows of before are checked after the migrations.
  await knex.raw(`
    alter table reconciliation_lines
      -- the payout that the line names
      add column payout_id text collate "C",
      drop constraint reconciliation_lines_match_status_check,
      add constraint reconciliation_lines_match_status_check check (match_status in ('matched', 'unmatched', 'duplicate',
        'amount_mismatch', 'currency_mismatch', 'status_mismatch', 'not_applicable', 'not_found')) not valid;
  `);
}
