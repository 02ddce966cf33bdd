/** The ledger on PostgreSQL keeps the rules. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerPool } from '../../db/connection.ts';
import type { LedgerBackend } from '../../domain/ledger/backend.port.ts';
import { postgresBackend } from '../../domain/ledger/postgres/backend.ts';
import { freshDatabase, type TestDatabase } from '../harness/database.ts';
import { Book, hold, transfer } from './book.ts';
import { describeLedger } from './conformance.ts';

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

  // TigerBeetle's counters are of 128 bits, which no sum of amounts that the API takes can reach.
  describe('counters are of 64 bits', () => {
    const MOST = 2n ** 63n - 1n;

    test('and what would not fit is refused, before the limits are looked at', async () => {
      const book = new Book(ledger);
      const [a, b, c] = [await book.open(), await book.open(), await book.open('debits')];
      expect(await book.chain(transfer(a, b, MOST - 1n))).toBe('created');
      expect(await book.chain(transfer(a, c, 2n))).toBe('overflows_debits @0');
      expect(await book.chain(transfer(c, b, 2n))).toBe('overflows_credits @0');
      const held = hold(a, b, 1n);
      expect(await book.chain(held, hold(a, c, 1n))).toBe('overflows_debits @1');
      // The ids are not spent.
      expect(await book.chain(held)).toBe('created');
      expect(await book.chain(hold(a, b, 1n))).toBe('overflows_debits @0');
      await book.audit();
    });
  });

  test('a chain may be of any length', async () => {
    const book = new Book(ledger);
    const [a, b] = [await book.open(), await book.open('debits')];
    const chain = Array.from({ length: 9_000 }, (_each, i) =>
      i % 2 ? transfer(b, a, 1n) : transfer(a, b, 1n),
    );
    expect(await book.chain(...chain)).toBe('created');
    expect(await book.chain(...chain, transfer(b, a, 1n, { id: randomUUID() }))).toBe('exists @0');
  });
});
