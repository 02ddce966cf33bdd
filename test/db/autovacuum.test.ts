/** Tables whose rows change after they are stored are vacuumed long before a fifth of their history is dead. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Db } from '../../db/connection.ts';
import { freshDatabase, type TestDatabase } from '../harness/index.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await freshDatabase();
  db = connect(database.url, 1);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test.each([
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
  'webhook_deliveries_first',
])('%s', async (table) => {
  const { rows } = await db.raw('select reloptions from pg_class where oid = ?::regclass', [table]);
  expect(rows[0].reloptions).toEqual(
    expect.arrayContaining(['autovacuum_vacuum_scale_factor=0.02', 'autovacuum_analyze_scale_factor=0.02']),
  );
});

test('accounts leave space on their pages for new versions, and are vacuumed early', async () => {
  const { rows } = await db.raw(`select reloptions from pg_class where oid = 'ledger_balances'::regclass`);
  expect(rows[0].reloptions).toEqual(['fillfactor=50', 'autovacuum_vacuum_scale_factor=0.05']);
});
