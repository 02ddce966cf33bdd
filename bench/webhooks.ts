/**
 * `npm run bench:webhooks`: delivery of a backlog of events to one local receiver, compared with bare requests of the same
 * content on one connection; the jobs and row locks per delivery while events are recorded one by one; and the delay of a
 * good endpoint beside endpoints that hang.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { callUrl } from '../core/http-client.ts';
import { jobDuration } from '../core/metrics.ts';
import { SYSTEM, type Scope } from '../core/scope.ts';
import { run } from '../core/shutdown.ts';
import type { Context } from '../domain/platform/context.ts';
import { inTransaction } from '../domain/platform/unit.ts';
import { createEndpoint, recordEvent, recordEvents } from '../domain/webhooks/index.ts';
import { startWorkers } from '../workers/pool.ts';
import { openServer, percentile, rate, report, SECONDS } from './harness.ts';
import { newProject, openBenchContext } from './project.ts';

const BACKLOG = 2_000;
/** Events recorded in separate transactions, as fast as possible. */
const EVENTS = 1_000;
const WRITERS = 8;
const HANGING = 20;
/** With the endpoints that hang: events per second, to which all endpoints are subscribed. */
const STEADY_PER_S = 20;
const TYPE = 'payment.completed' as const;
/** About as long as the answer to GET of a payment. */
const NOTE = 'x'.repeat(600);

run(async () => {
  if (process.argv[2] === 'receive') return receive();
  const server = await openServer();
  try {
    const { ctx, store } = await openBenchContext(server, { ALLOW_PRIVATE_WEBHOOKS: 'true' });
    const good = await startReceiver(server, 'answer');
    const hanging = await startReceiver(server, 'hang');
    const { scope } = await newProject(ctx.db);
    await createEndpoint(
      { ctx, scope, actor: SYSTEM },
      { mode: 'push', url: good, events: [TYPE] },
      { may_have_secrets: false },
    );
    const workers = await startWorkers(ctx, store, ['webhook-deliveries']);
    server.closeToo(() => workers.close());
    const [bare_per_s, deliveries_per_s] = [await bareRequests(good), await drain(ctx, scope)];
    const cost = await burst(ctx, scope);
    const delays_ms = await beside(ctx, scope, hanging);
    report('webhooks', {
      deliveries_per_s,
      bare_requests_per_s: bare_per_s,
      ratio_to_bare: deliveries_per_s / bare_per_s,
      ...cost,
      hanging_endpoints: HANGING,
      good_p50_ms: percentile(delays_ms, 50),
      good_p99_ms: percentile(delays_ms, 99),
    });
  } finally {
    await server.close();
  }
});

/** A separate process, like a merchant's server: it answers 204 immediately, or never answers. */
async function receive(): Promise<void> {
  const answers = process.argv[3] === 'answer';
  const server = createServer((request, response) => {
    request.resume();
    if (answers) request.once('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
}

async function startReceiver(
  server: { closeToo(close: () => Promise<void>): void },
  manner: string,
): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(import.meta.url), 'receive', manner], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server.closeToo(() => Promise.resolve(void child.kill()));
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return line.toString().trim().replace('ready ', '');
}

function happen(ctx: Context, scope: Scope): Promise<void> {
  return inTransaction({ ctx, scope }, (unit) => recordEvent(unit, TYPE, { id: 'pay_bench', note: NOTE }));
}

/** The baseline: the same requests one after the other, unsigned. @returns requests per second */
async function bareRequests(url: string): Promise<number> {
  const body = { json: JSON.stringify({ type: TYPE, data: { id: 'pay_bench', note: NOTE } }) };
  const request = {
    method: 'POST',
    body,
    deadline_ms: 5_000,
    max_answer_bytes: 1_000,
    repeatable: true,
  } as const;
  return rate(SECONDS / 2, 1, async () => {
    await callUrl(new URL(url), request);
    return 1;
  });
}

/** A complete backlog. @returns deliveries per second */
async function drain(ctx: Context, scope: Scope): Promise<number> {
  const events = Array.from({ length: BACKLOG }, () => ({
    scope,
    type: TYPE,
    row: { id: 'pay_bench', note: NOTE },
  }));
  await inTransaction({ ctx }, (unit) => recordEvents(unit, events, (rows) => rows));
  const started = performance.now();
  await delivered(ctx);
  return BACKLOG / ((performance.now() - started) / 1_000);
}

/** Events by several writers, each in a separate transaction, with concurrent deliveries. */
async function burst(ctx: Context, scope: Scope): Promise<Record<string, number>> {
  const jobs_before = await jobsRun();
  const position = await walPosition(ctx);
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (let i = 0; i < EVENTS / WRITERS; i++) await happen(ctx, scope);
    }),
  );
  await delivered(ctx);
  return {
    jobs_per_delivery: ((await jobsRun()) - jobs_before) / EVENTS,
    row_locks_per_delivery: (await rowLocks(ctx, position)) / EVENTS,
  };
}

/** Waits until nothing is pending. */
async function delivered(ctx: Context): Promise<void> {
  while (await ctx.db('webhook_deliveries').where({ status: 'pending' }).first('id'))
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Delivery jobs that the workers of this process ran, without the scheduled sweep. */
async function jobsRun(): Promise<number> {
  const { values } = await jobDuration.get();
  return values
    .filter(({ metricName, labels }) => metricName?.endsWith('_count') && labels.job === 'deliver-webhooks')
    .reduce((sum, { value }) => sum + value, 0);
}

async function walPosition(ctx: Context): Promise<string> {
  await ctx.db.raw('create extension if not exists pg_walinspect');
  const { rows } = await ctx.db.raw<{ rows: { at: string }[] }>(
    'select pg_current_wal_insert_lsn()::text as at',
  );
  return rows[0]?.at as string;
}

/** Rows of the webhook tables, and of tables that they reference, that were locked, updated or deleted: from the WAL. */
async function rowLocks(ctx: Context, since: string): Promise<number> {
  const { rows } = await ctx.db.raw<{ rows: { locks: bigint }[] }>(ROW_LOCKS, [
    since,
    await walPosition(ctx),
  ]);
  return Number(rows[0]?.locks);
}

const ROW_LOCKS = `
  select count(*) as locks from pg_get_wal_block_info(?, ?) w
  join pg_class c on pg_relation_filenode(c.oid) = w.relfilenode
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and w.block_id = 0
    and w.resource_manager like 'Heap%' and w.record_type ~ '^(LOCK|UPDATE|HOT_UPDATE|DELETE)'`;

/** @returns the delay between event and delivery to the good endpoint, in milliseconds */
async function beside(ctx: Context, scope: Scope, url: string): Promise<number[]> {
  const since = new Date(performance.timeOrigin + performance.now());
  for (let i = 0; i < HANGING; i++)
    await createEndpoint(
      { ctx, scope, actor: SYSTEM },
      { mode: 'push', url, events: [TYPE] },
      { may_have_secrets: false },
    );
  for (let i = 0; i < SECONDS * STEADY_PER_S; i++) {
    await happen(ctx, scope);
    await new Promise((resolve) => setTimeout(resolve, 1_000 / STEADY_PER_S));
  }
  const good = `
    select extract(epoch from a.at - d.created_at)::float8 * 1000 as ms
    from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id
    where d.created_at >= ? and d.endpoint_id = (select id from webhook_endpoints order by id limit 1)`;
  for (;;) {
    const { rows } = await ctx.db.raw<{ rows: { ms: number | null }[] }>(good, [since]);
    if (rows.every(({ ms }) => ms !== null)) return rows.map(({ ms }) => ms as number);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
