/** Timestamps are unique in a scope, whoever writes, and become visible in their order: so they can serve as cursors. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LEDGER, hotPair, transfers } from '../../bench/hot-pair.ts';
import { ledgerPool } from '../../db/connection.ts';
import { postgresBackend } from '../../domain/ledger/index.ts';
import { freshDatabase, type TestDatabase } from '../harness/index.ts';

const WRITER = fileURLToPath(new URL('../../dist/bench/ledger-writer.js', import.meta.url));
const WRITERS = 3;

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** A process that writes as fast as it can between accounts of its own. */
async function write(debit: string, credit: string): Promise<unknown> {
  const env = { ...process.env, BENCH_SECONDS: '1' };
  const child = spawn(process.execPath, [WRITER, database.url, debit, credit], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return code;
}

test('two engines that write to accounts of one scope at the same millisecond', async () => {
  const engines = [0, 1].map(() => postgresBackend(ledgerPool(database.url)));
  const now = new Date();
  const booked = await Promise.all(
    engines.map(async (engine) => {
      const pair = await hotPair(engine);
      const chains = transfers(pair, 2_000).map((transfer) => [transfer]);
      const outcomes = await engine.post(chains, now);
      return outcomes.flatMap((outcome) => (outcome.status === 'refused' ? [] : outcome.transfers));
    }),
  );
  const timestamps = booked.flat().map(({ timestamp }) => timestamp);
  expect(timestamps).toHaveLength(4_000);
  expect(new Set(timestamps).size).toBe(4_000);
  for (const engine of engines) await engine.close();
});

test('processes that write to accounts of one scope at once', async () => {
  const pool = ledgerPool(database.url);
  const backend = postgresBackend(pool);
  const pairs = await Promise.all(Array.from({ length: WRITERS }, () => hotPair(backend)));
  const writers = Promise.all(pairs.map(({ debit, credit }) => write(debit, credit)));
  let over = false;
  void writers.finally(() => (over = true));

  // A reader that goes on after the last timestamp it has seen, as a client with a cursor does.
  let cursor = 0n;
  let read = 0;
  for (let last = false; !last;) {
    last = over;
    const { rows } = await pool.query<{ timestamp: bigint }>(
      'select timestamp from ledger_transfers where timestamp > $1 order by timestamp',
      [cursor],
    );
    read += rows.length;
    cursor = rows.at(-1)?.timestamp ?? cursor;
  }
  expect(await writers).toEqual(pairs.map(() => 0));

  const { rows } = await pool.query<{ transfers: bigint; timestamps: bigint; clock: bigint }>(
    `select count(*) as transfers, count(distinct timestamp) as timestamps,
       (select last_timestamp from ledger_clocks where scope_number = $1) as clock from ledger_transfers`,
    [Math.floor(LEDGER / 1000)],
  );
  const [found] = rows;
  expect(found?.transfers).toBeGreaterThan(1_000n);
  expect(found?.timestamps).toBe(found?.transfers);
  expect(BigInt(read)).toBe(found?.transfers);
  expect(found?.clock).toBe(cursor);
  await pool.end();
});
