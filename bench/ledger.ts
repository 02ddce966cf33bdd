/**
 * `npm run bench:ledger`: the engine's transfers per second on one hot account pair, compared with a bare multi-row INSERT of
 * the same rows into the same table and indexes, and with one transaction per transfer. All in one run.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { newUuid } from '../core/ids.ts';
import { run } from '../core/shutdown.ts';
import { ledgerPool } from '../db/connection.ts';
import { ZERO_BALANCES } from '../domain/ledger/rules/balances.rules.ts';
import { postgresBackend } from '../domain/ledger/postgres/backend.ts';
import { transferColumns } from '../domain/ledger/postgres/rows.ts';
import { INSERT_TRANSFERS } from '../domain/ledger/postgres/statements.ts';
import { openServer, percentile, rate, report, SECONDS, type BenchServer } from './harness.ts';
import { hotPair, transfers } from './hot-pair.ts';

/** Callers of one transfer each, as many as a busy web process has requests. */
const CALLERS = 256;

run(async () => {
  const server = await openServer();
  try {
    // Warm-up.
    await engineRate(server, 1_000, 1, 1);
    const engine_1 = await engineRate(server, 1, 1);
    const engine_100 = await engineRate(server, 100, 1);
    const engine_1000 = await engineRate(server, 1_000, 2);
    const one_per_transaction = await transactionRate(server);
    const bare_insert = await bareInsertRate(server);
    const engine_1000_again = await engineRate(server, 1_000, 2);
    const engine_best = (engine_1000 + engine_1000_again) / 2;
    const one_writer = await writersRate(server, 1);
    const two_writers = await writersRate(server, 2);
    const callers = await callersRate(server);
    report('ledger', {
      engine_1,
      engine_100,
      engine_1000,
      engine_1000_again,
      one_per_transaction_32_connections: one_per_transaction,
      bare_insert_1000: bare_insert,
      ratio_to_bare_insert: engine_best / bare_insert,
      ratio_to_one_per_transaction: engine_best / one_per_transaction,
      one_writer_process: one_writer,
      two_writer_processes: two_writers,
      ratio_two_writers_to_one: two_writers / one_writer,
      callers_256: callers.rate,
      callers_256_p50_ms: callers.p50_ms,
      callers_256_p99_ms: callers.p99_ms,
      ratio_callers_to_one_per_transaction: callers.rate / one_per_transaction,
      ratio_callers_p99_to_p50: callers.p99_ms / callers.p50_ms,
    });
  } finally {
    await server.close();
  }
});

async function withPool<Result>(
  server: BenchServer,
  work: (pool: pg.Pool) => Promise<Result>,
  size?: number,
): Promise<Result> {
  const pool = ledgerPool(await server.database(), size);
  try {
    // Dirty pages of the previous measurement must not slow this one. (Needs a privilege that a given server may deny.)
    await pool.query('checkpoint').catch(() => undefined);
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Callers that each submit `batch` independent transfers and wait for them. */
function engineRate(server: BenchServer, batch: number, callers: number, seconds = SECONDS): Promise<number> {
  return withPool(server, async (pool) => {
    const backend = postgresBackend(pool);
    const pair = await hotPair(backend);
    return rate(seconds, callers, async () => {
      const outcomes = await backend.post(
        transfers(pair, batch).map((transfer) => [transfer]),
        new Date(),
      );
      return outcomes.filter((outcome) => outcome.status === 'created').length;
    });
  });
}

/** 256 callers that each book one transfer, wait for it, and book the next. */
function callersRate(server: BenchServer): Promise<{ rate: number; p50_ms: number; p99_ms: number }> {
  return withPool(server, async (pool) => {
    const backend = postgresBackend(pool);
    const pair = await hotPair(backend);
    const waits_ms: number[] = [];
    const callers_rate = await rate(SECONDS, CALLERS, async () => {
      const started = performance.now();
      await backend.post([transfers(pair, 1)], new Date());
      waits_ms.push(performance.now() - started);
      return 1;
    });
    return { rate: callers_rate, p50_ms: percentile(waits_ms, 50), p99_ms: percentile(waits_ms, 99) };
  });
}

/** Processes that concurrently write batches of 1,000 between the same two accounts. @returns total transfers per second */
async function writersRate(server: BenchServer, writers: number): Promise<number> {
  const url = await server.database();
  const pool = ledgerPool(url);
  const pair = await hotPair(postgresBackend(pool));
  const program = fileURLToPath(new URL('ledger-writer.js', import.meta.url));
  const rates = await Promise.all(
    Array.from({ length: writers }, () => printedNumber(program, [url, pair.debit, pair.credit])),
  );
  await pool.end();
  return rates.reduce((total, each) => total + each, 0);
}

/** Runs a program that prints one number. */
function printedNumber(program: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.once('exit', (code) =>
      code === 0 ? resolve(Number(printed)) : reject(new Error(`it ended with ${code}`)),
    );
  });
}

/** The same rows through the same statement, without reading, locking or evaluating anything. */
function bareInsertRate(server: BenchServer): Promise<number> {
  return withPool(server, async (pool) => {
    const pair = { debit: newUuid(), credit: newUuid() };
    let timestamp = BigInt(Date.now()) * 1_000_000n;
    let total = 0n;
    return rate(SECONDS, 2, async () => {
      const rows = transfers(pair, 1_000).map((transfer) => {
        timestamp += 1n;
        total += transfer.amount;
        return {
          ...transfer,
          scope_number: 1,
          timestamp,
          created_at: new Date(),
          debit_after: { ...ZERO_BALANCES, debits_posted: total },
          credit_after: { ...ZERO_BALANCES, credits_posted: total },
        };
      });
      await pool.query({ name: 'bare', text: INSERT_TRANSFERS, values: transferColumns(rows) });
      return rows.length;
    });
  });
}

/** The approach of most ledgers: a transaction per transfer, on 32 connections. */
function transactionRate(server: BenchServer): Promise<number> {
  const connections = 32;
  return withPool(
    server,
    async (pool) => {
      const pair = await hotPair(postgresBackend(pool));
      return rate(SECONDS, connections, async () => {
        const client = await pool.connect();
        try {
          await client.query('begin');
          await client.query(
            'select * from ledger_balances where account_id = any($1::uuid[]) order by account_id for no key update',
            [[pair.debit, pair.credit]],
          );
          const [transfer] = transfers(pair, 1);
          await client.query(
            `insert into ledger_transfers values ($1, $2, $3, $4, 100, 0, 0, 0, 0, 0, 0, 0, 0, null, 0, 1, 0, $5, null, 1)`,
            [transfer?.id, BigInt(Date.now()) * 1_000_000n, pair.debit, pair.credit, transfer?.reference],
          );
          await client.query(
            'update ledger_balances set debits_posted = debits_posted + 100 where account_id = $1',
            [pair.debit],
          );
          await client.query(
            'update ledger_balances set credits_posted = credits_posted + 100 where account_id = $1',
            [pair.credit],
          );
          await client.query('commit');
          return 1;
        } finally {
          client.release();
        }
      });
    },
    connections,
  );
}
