/**
 * `npm run bench:dead-rows`: how far autovacuum lags behind a steady load of movements, payments and webhooks: for each table that
 * is changed, its updates, how many of them wrote no index, the most dead rows seen at once, and how its size grew. BENCH_SECONDS
 * sets how long; an hour shows what a day does.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openContext } from '../app/compose.ts';
import { readConfig } from '../core/config.ts';
import { SYSTEM } from '../core/scope.ts';
import { run } from '../core/shutdown.ts';
import type { Db } from '../db/connection.ts';
import { createEndpoint } from '../domain/webhooks/index.ts';
import { QUEUE_NAMES } from '../jobs/registry.ts';
import { startWorkers } from '../workers/pool.ts';
import { deposits, payments, SUBACCOUNTS, transferLoads, walletTransfers, type Next } from './api-loads.ts';
import { openServer, report, SECONDS, type BenchServer } from './harness.ts';
import { invite } from './people.ts';
import { openServices, posts, type Services } from './served.ts';

const PEOPLE = 200;
/** Of each load; few, so that none takes all. */
const CONNECTIONS = 4;
const SAMPLE_MS = 5_000;
/** A payer whose payments complete at once. */
const PAYS = '+254712345678';

run(async () => {
  const server = await openServer();
  try {
    const services = await openServices(server);
    await workOn(server, services);
    const people = await invite(services, PEOPLE);
    const transfers = await transferLoads(services, SUBACCOUNTS);
    const loads: Next[] = [
      transfers.hot,
      transfers.spread,
      transfers.holds,
      deposits(people),
      await walletTransfers(services, people),
      paid,
    ];
    const before = await readTables(services.ctx.db);
    const sampling = new AbortController();
    const sampled = sample(services.ctx.db, sampling.signal);
    const done = await Promise.all(
      loads.map((next) => posts(services.ours, services.headers, next, CONNECTIONS)),
    );
    sampling.abort();
    reportTables(before, await sampled);
    report('dead rows load', {
      seconds: SECONDS,
      requests_per_s: done.reduce((sum, { per_s }) => sum + per_s, 0),
    });
  } finally {
    await server.close();
  }
});

function paid(): ReturnType<Next> {
  const { path, body } = payments();
  return { path, body: { ...body, customer_phone: PAYS } };
}

/** Works on all queues in this process, with an endpoint that takes every event. */
async function workOn(server: BenchServer, { database_url, scope }: Services): Promise<void> {
  const receiver = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  server.closeToo(async () => void receiver.close());
  const config = readConfig({
    DATABASE_URL: database_url,
    LOG_LEVEL: 'error',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    ALLOW_PRIVATE_WEBHOOKS: 'true',
  });
  const { ctx, store, close } = await openContext(config, database_url, false);
  server.closeToo(close);
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await createEndpoint(
    { ctx, scope, actor: SYSTEM },
    { mode: 'push', url, events: ['*'] },
    { may_have_secrets: false },
  );
  const workers = await startWorkers(ctx, store, QUEUE_NAMES);
  server.closeToo(() => workers.close());
}

interface TableState {
  name: string;
  live: bigint;
  dead: bigint;
  updates: bigint;
  hot_updates: bigint;
  bytes: bigint;
  vacuums: bigint;
}

const TABLES = `
  select schemaname || '.' || relname as name, n_live_tup as live, n_dead_tup as dead, n_tup_upd + n_tup_del as updates,
    n_tup_hot_upd as hot_updates, pg_total_relation_size(relid) as bytes, autovacuum_count as vacuums
  from pg_stat_user_tables`;

async function readTables(db: Db): Promise<Map<string, TableState>> {
  const { rows } = await db.raw<{ rows: TableState[] }>(TABLES);
  return new Map(rows.map((row) => [row.name, row]));
}

type Sampled = Map<string, TableState & { most_dead: bigint }>;

/** The state at the end, with the most dead rows of each table meanwhile. */
async function sample(db: Db, ended: AbortSignal): Promise<Sampled> {
  const seen: Sampled = new Map();
  for (;;) {
    for (const [name, state] of await readTables(db)) {
      const most = seen.get(name)?.most_dead ?? 0n;
      seen.set(name, { ...state, most_dead: state.dead > most ? state.dead : most });
    }
    if (ended.aborted) return seen;
    await pause(SAMPLE_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}

function reportTables(before: Map<string, TableState>, after: Sampled): void {
  const changed = [...after.values()]
    .map((state) => ({ state, updates: state.updates - (before.get(state.name)?.updates ?? 0n) }))
    .filter(({ updates }) => updates > 0n)
    .toSorted((a, b) => Number(b.updates - a.updates));
  for (const { state, updates } of changed)
    report('dead rows', {
      table: state.name,
      live: Number(state.live),
      updates: Number(updates),
      hot_updates: Number(state.hot_updates - (before.get(state.name)?.hot_updates ?? 0n)),
      most_dead: Number(state.most_dead),
      vacuums: Number(state.vacuums),
      start_kb: Number(before.get(state.name)?.bytes ?? 0n) / 1_024,
      end_kb: Number(state.bytes) / 1_024,
    });
}
