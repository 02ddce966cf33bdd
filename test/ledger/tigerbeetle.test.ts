/**
 * The ledger on TigerBeetle keeps the same rules, on a real cluster: where TIGERBEETLE_ADDRESSES names one (see ledger.md
 * for how to start one). Without it these tests are skipped, and say so.
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
import { TestScope, transfer } from './test-scope.ts';

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
      { code: string; status: number; after_ms: number }
    >;
    expect(Object.keys(answers)).toEqual(['post', 'balances', 'history', 'ping']);
    for (const { code, status, after_ms } of Object.values(answers)) {
      expect({ code, status }).toEqual({ code: 'SERVICE_UNAVAILABLE', status: 503 });
      expect(after_ms).toBeGreaterThanOrEqual(deadline_ms - 5);
      expect(after_ms).toBeLessThan(deadline_ms + 8_000);
    }
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
