/**
 * `npm run bench:growth`: the cost of a transfer when the table holds 10 million rows, compared with 100 thousand. The rows are
 * loaded in bulk; BENCH_ROWS sets another size.
 */
import type pg from 'pg';
import { run } from '../core/shutdown.ts';
import { ledgerPool } from '../db/connection.ts';
import { postgresBackend } from '../domain/ledger/index.ts';
import { openServer, rate, report, SECONDS } from './harness.ts';
import { hotPair, transfers, type Pair } from './hot-pair.ts';

const FEW = 100_000;
const MANY = Number(process.env['BENCH_ROWS'] ?? 10_000_000);

/** Measurements of each table, in turn, so that a slow minute of the machine affects both. */
const ROUNDS = 3;

run(async () => {
  const server = await openServer();
  try {
    const few = await loadedBooks(await server.database(), FEW);
    const many = await loadedBooks(await server.database(), MANY);
    let few_total = 0;
    let many_total = 0;
    for (let round = 0; round < ROUNDS; round++) {
      few_total += await few.measure();
      many_total += await many.measure();
    }
    report('growth', {
      rows_few: FEW,
      rows_many: MANY,
      transfers_per_s_few: few_total / ROUNDS,
      transfers_per_s_many: many_total / ROUNDS,
      ratio_cost_many_to_few: few_total / many_total,
    });
    await few.close();
    await many.close();
  } finally {
    await server.close();
  }
});

interface LoadedBooks {
  /** @returns transfers per second */
  measure(): Promise<number>;
  close(): Promise<void>;
}

async function loadedBooks(url: string, rows: number): Promise<LoadedBooks> {
  const pool = ledgerPool(url);
  const backend = postgresBackend(pool);
  const pair = await hotPair(backend);
  await load(pool, pair, rows);
  return {
    measure: () =>
      rate(SECONDS, 2, async () => {
        const chains = transfers(pair, 1_000).map((transfer) => [transfer]);
        await backend.post(chains, new Date());
        return chains.length;
      }),
    close: () => pool.end(),
  };
}

/** Half of the rows on the hot pair, half on a thousand other accounts; indexes as shipped. */
async function load(pool: pg.Pool, pair: Pair, rows: number): Promise<void> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(
    `insert into ledger_transfers
     select ('018f0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n,
       case when n % 2 = 0 then $1::uuid else ('00000000-0000-7000-8000-' || lpad(to_hex(n % 1000), 12, '0'))::uuid end,
       case when n % 2 = 0 then $2::uuid else ('00000000-0000-7000-9000-' || lpad(to_hex(n % 1000), 12, '0'))::uuid end,
       100, 0, n, 0, 0, 0, 0, 0, n, null, 0, 1, 0, 'pay_01M7Y57135ENPBVZEG12N2HP4B', null, 1
     from generate_series(1, $3::bigint) n`,
    [pair.debit, pair.credit, rows],
  );
  await client.query('vacuum analyze ledger_transfers');
  await client.query('checkpoint').catch(() => undefined);
  client.release();
}
