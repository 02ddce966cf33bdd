/**
 * Rows that change once or twice after they are stored leave as many dead ones. By default a table is vacuumed when a fifth of it is
 * dead: the more history, the later. These tables are vacuumed when a fiftieth is, and their statistics renewed as often.
 */
import type { Knex } from 'knex';

const TABLES = [
  'idempotency_keys',
  'ledger_holds',
  'ledger_manual_transfers',
  'ledger_pending',
  'payments',
  'postings',
  'provider_callbacks',
  'reconciliation_lines',
  'refunds',
  'sacco_entries',
  'sacco_loan_installments',
  'webhook_deliveries',
];

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES)
    await knex.raw(
      `alter table ?? set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
        autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 1000)`,
      [table],
    );
}
