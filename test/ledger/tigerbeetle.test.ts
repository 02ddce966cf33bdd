/**
 * The ledger on TigerBeetle keeps the same rules, on a real cluster: where TIGERBEETLE_ADDRESSES names one (see docs
 * of operating how to start one). Without it these tests are skipped, and say so.
 */
import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Db } from '../../db/connection.ts';
import type { LedgerBackend } from '../../domain/ledger/backend.port.ts';
import { tigerbeetleBackend } from '../../domain/ledger/tigerbeetle/backend.ts';
import { freshDatabase, type TestDatabase } from '../harness/index.ts';
import { describeLedger } from './conformance/index.ts';
import { capture, hold, later, TestScope, transfer } from './test-scope.ts';

const addresses = (process.env['TIGERBEETLE_ADDRESSES'] ?? '').split(',').filter(Boolean);
const missing = addresses.length === 0;
if (missing) {
  console.warn(
    'SKIPPED: the TigerBeetle backend was NOT tested. Start a cluster and set TIGERBEETLE_ADDRESSES (host:port,…).',
  );
}

describe.skipIf(missing)(
  `the ledger on TigerBeetle${missing ? ' — NOT TESTED, as TIGERBEETLE_ADDRESSES is not set' : ''}`,
  () => {
    let database: TestDatabase;
    let db: Db;
    let ledger: LedgerBackend;
    let rival: LedgerBackend;

    beforeAll(async () => {
      database = await freshDatabase();
      db = connect(database.url, 4);
      ledger = tigerbeetleBackend(db, addresses);
      rival = tigerbeetleBackend(db, addresses);
    });
    afterAll(async () => {
      await ledger.close();
      await rival.close();
      await db.destroy();
      await database.drop();
    });

    describeLedger(() => ({ ledger, rival }));

    describe('the running totals', () => {
      const HOUR_S = 3_600;
      let scope: TestScope;
      let of_ledger: number;

      /** What differs of the scope, after changes that are then undone. */
      async function differing(change?: string): Promise<string[]> {
        const trx = await db.transaction();
        if (change) await trx.raw(change);
        const found: string[] = [];
        for await (const each of ledger.differingTotals(trx)) found.push(each);
        await trx.rollback();
        return found.filter((each) => each.includes(`ledger ${of_ledger}`));
      }

      beforeAll(async () => {
        scope = new TestScope(ledger);
        of_ledger = scope.number * 1000 + 404;
        const [a, b] = [await scope.open(), await scope.open('none', undefined, 2)];
        const now = new Date();
        const held = hold(a, b, 9n);
        await scope.must(now, transfer(a, b, 100n, { code: 3 }), transfer(b, a, 30n, { code: 4 }), held);
        for (const hours of [1, 2, 26]) await scope.must(later(now, hours * HOUR_S), transfer(a, b, 7n));
        // The clock is moved back, as when a request was on its way while it was moved on.
        await scope.must(later(now, HOUR_S), transfer(a, b, 1n), capture(held, { amount: 4n }));
        await ledger.advanceTotals();
        await ledger.postedBefore([of_ledger], [now]);
        // Days up to two days from now are closed: what comes later counts after them.
        const end = new Date(now.getTime() + 48 * HOUR_S * 1_000).toISOString().slice(0, 10);
        await db.raw(
          `insert into ledger_books (no, project_id, environment) overriding system value values (?, 'prj_sealed', 'test')`,
          [scope.number],
        );
        await db.raw(
          `insert into accounting_periods (id, project_id, environment, start_date, end_date, status, memo, trial_balance,
             figures_sha256, utc_offset_minutes, requested_by_type, requested_by_id, approval_id, created_at, closed_at)
           values ('per_sealed', 'prj_sealed', 'test', ?, ?, 'closed', 'over', '{}', '', 0, 'user', 'usr', 'apr', now(), now())`,
          [end, end],
        );
        await ledger.seal([of_ledger], new Date(new Date(end).getTime() + 24 * HOUR_S * 1_000));
        await scope.must(now, transfer(a, b, 11n), transfer(a, b, 2n));
        await rival.postedBefore([of_ledger], [now]);
      });

      test('are what the transfers say, also after clocks that jumped and days that were closed', async () => {
        expect(await differing()).toEqual([]);
        // What is booked since is not in them yet, which is no difference.
        const [a, b] = [...scope.accounts.keys()] as [string, string];
        await scope.must(new Date(), transfer(a, b, 3n));
        expect(await differing()).toEqual([]);
      });

      const OF = (more = ''): string => `ledger = ${of_ledger} ${more}`;
      test.each([
        ['another sum', () => `update ledger_posted_totals set debits = debits + 1 where ${OF()}`, 'it says'],
        [
          'another quarter',
          () => `update ledger_posted_totals set quarter = quarter + 1 where ${OF()}`,
          'it has transfers',
        ],
        [
          'another last transfer',
          () => `update ledger_posted_totals set last_timestamp = last_timestamp - 1 where ${OF()}`,
          'it says',
        ],
        [
          'a row that is gone',
          () => `delete from ledger_posted_totals where ${OF('and transfer_code = 4')}`,
          'are in no total',
        ],
        [
          'a row after the last',
          () => `insert into ledger_posted_totals values (${of_ledger}, 1, 3, 9999999, 1, 1, ${2n ** 62n})`,
          'no transfer of it',
        ],
        [
          'a row too many',
          () => `insert into ledger_posted_totals values (${of_ledger}, 9, 9, 1, 1, 1, 1)`,
          'it says 1 and 1',
        ],
        [
          'a cursor that is gone',
          () => `delete from ledger_total_cursors where ${OF()}`,
          'nothing was added',
        ],
        [
          'a cursor that was set back',
          () => `update ledger_total_cursors set last_timestamp = 1 where ${OF()}`,
          'it says',
        ],
        [
          'days that nobody closed',
          () => `delete from accounting_periods where id = 'per_sealed'`,
          'it has transfers',
        ],
      ])('verify finds %s', async (_what, change, report) => {
        expect((await differing(change())).join('\n')).toContain(report);
      });
    });

    // PostgreSQL takes chains of any length; here one must fit into a request.
    test('a chain that does not fit into a request is refused before any of it is booked', async () => {
      const scope = new TestScope(ledger);
      const [a, b] = [await scope.open(), await scope.open()];
      const chain = Array.from({ length: 9_000 }, () => transfer(a, b, 1n));
      await expect(ledger.post([chain], new Date())).rejects.toThrow('no chain of more than');
      await scope.expectBalances(a, {});
      expect(await scope.chain(transfer(a, b, 1n))).toBe('created');
    });
  },
);

describe('a TigerBeetle that is out of reach', () => {
  test('is answered with 503 at the deadline, and the process can end', async () => {
    const deadline_ms = 700;
    const program = fileURLToPath(new URL('unreachable.mjs', import.meta.url));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, `127.0.0.1:${await freePort()}`, String(deadline_ms)],
      { timeout: 60_000 },
    );
    const { closed, ...answers } = JSON.parse(stdout.trim().split('\n').at(-1) as string) as Record<
      string,
      { code: string; status: number }
    >;
    expect(Object.keys(answers)).toEqual(['post', 'balances', 'history', 'ping']);
    for (const answer of Object.values(answers))
      expect(answer).toEqual({ code: 'SERVICE_UNAVAILABLE', status: 503 });
    expect(closed).toEqual({ code: 'SERVICE_UNAVAILABLE' });
  });
});

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
