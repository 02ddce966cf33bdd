/** Random histories on PostgreSQL, compared with a naive ledger event by event, also while two engines race. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerPool } from '../../db/connection.ts';
import type { LedgerBackend } from '../../domain/ledger/backend.port.ts';
import { postgresBackend } from '../../domain/ledger/postgres/backend.ts';
import { compareHistories, freshDatabase, type TestDatabase } from '../harness/index.ts';
import { EVERY_OUTCOME, step, type Step } from './ledger-events.ts';
import { LedgerPair, seen_outcomes } from './ledger-pair.ts';

/** The example brings up every outcome; these look for what nobody thought of, another 30 each time. */
const RUNS = 60;

let database: TestDatabase;
let engines: [LedgerBackend, LedgerBackend];

beforeAll(async () => {
  database = await freshDatabase();
  engines = [postgresBackend(ledgerPool(database.url)), postgresBackend(ledgerPool(database.url))];
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await database.drop();
});

test('whatever happens, the ledger answers as the naive one does', { timeout: 300_000 }, async () => {
  await compareHistories<Step, LedgerPair>({
    events: fc.array(step, { minLength: 15, maxLength: 30 }),
    examples: [EVERY_OUTCOME],
    runs: RUNS,
    async open() {
      const pair = new LedgerPair(engines);
      await pair.begin();
      return pair;
    },
    apply: (pair, event) => pair.apply(event),
    sweep: (pair) => pair.sweep(),
    states: (pair) => pair.states(),
    finish: (pair) => pair.finish(),
  });
  expect([...seen_outcomes]).toEqual(expect.arrayContaining(COMMON_OUTCOMES));
});

const COMMON_OUTCOMES = [
  'created',
  'replayed',
  'exists',
  'exists_with_different_amount',
  'id_already_failed',
  'accounts_must_be_different',
  'debit_account_not_found',
  'accounts_must_have_the_same_ledger',
  'exceeds_credits',
  'exceeds_debits',
  'pending_transfer_not_found',
  'pending_transfer_already_posted',
  'pending_transfer_already_voided',
  'pending_transfer_expired',
  'exceeds_pending_transfer_amount',
];
