/** The ledger on PostgreSQL keeps the rules. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerPool } from '../../db/connection.ts';
import type { LedgerBackend } from '../../domain/ledger/backend.port.ts';
import { postgresBackend } from '../../domain/ledger/postgres/backend.ts';
import { freshDatabase, type TestDatabase } from '../harness/index.ts';
import { describeLedger } from './conformance/index.ts';
import { hold, TestScope, transfer } from './test-scope.ts';

describe('the ledger on PostgreSQL', () => {
  let database: TestDatabase;
  let ledger: LedgerBackend;
  let rival: LedgerBackend;

  beforeAll(async () => {
    database = await freshDatabase();
    ledger = postgresBackend(ledgerPool(database.url));
    rival = postgresBackend(ledgerPool(database.url));
  });
  afterAll(async () => {
    await ledger.close();
    await rival.close();
    await database.drop();
  });

  describeLedger(() => ({ ledger, rival }));

  // TigerBeetle's balances have 128 bits, which no sum of amounts that the API accepts can reach.
  describe('balances have 64 bits', () => {
    const MOST = 2n ** 63n - 1n;

    test('and what would not fit is refused, before the limits are checked', async () => {
      const scope = new TestScope(ledger);
      const [a, b, c] = [await scope.open(), await scope.open(), await scope.open('debits')];
      expect(await scope.chain(transfer(a, b, MOST - 1n))).toBe('created');
      expect(await scope.chain(transfer(a, c, 2n))).toBe('overflows_debits @0');
      expect(await scope.chain(transfer(c, b, 2n))).toBe('overflows_credits @0');
      const held = hold(a, b, 1n);
      expect(await scope.chain(held, hold(a, c, 1n))).toBe('overflows_debits @1');
      // The ids are still usable.
      expect(await scope.chain(held)).toBe('created');
      expect(await scope.chain(hold(a, b, 1n))).toBe('overflows_debits @0');
      await scope.audit();
    });
  });

  test('a chain may be of any length', async () => {
    const scope = new TestScope(ledger);
    const [a, b] = [await scope.open(), await scope.open('debits')];
    const chain = Array.from({ length: 9_000 }, (_each, i) =>
      i % 2 ? transfer(b, a, 1n) : transfer(a, b, 1n),
    );
    expect(await scope.chain(...chain)).toBe('created');
    expect(await scope.chain(...chain, transfer(b, a, 1n, { id: randomUUID() }))).toBe('exists @0');
  });
});
