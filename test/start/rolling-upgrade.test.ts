/**
 * Web and worker processes are replaced one by one while clients send requests, as Kubernetes does it with the chart: a new
 * process takes connections once it is ready, an old one is taken out of the Service, and gets SIGTERM a moment later. No request
 * fails, and the books are right: with the same build, and with the build before the newest migration beside this one.
 */
import { createServer, connect as connectTcp, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { connect } from '../../db/connection.ts';
import {
  Client,
  createProject,
  freshRedis,
  spawnProcess,
  until,
  withDatabase,
  type ServiceProcess,
} from '../harness/index.ts';
import { CLIENTS, startLoad, type Load } from './load.ts';
import { buildCommit, commitBeforeNewestMigration } from './previous-build.ts';

vi.setConfig({ testTimeout: 400_000 });

/** Each is served by every mixture of processes for at least this long. */
const STAGE_MS = 1_000;
/** The chart's drainSeconds, shorter: here proxies learn at once. */
const DRAIN_MS = 300;
const KEY = Buffer.alloc(32, 7).toString('base64');
const PREVIOUS = commitBeforeNewestMigration();

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** A database without a schema. */
async function emptyDatabase(): Promise<string> {
  const server_url = inject('server_url');
  const name = `${inject('template')}_rolling_${process.pid}_${cleanUps.length}`;
  const run = async (statement: string): Promise<void> => {
    const server = connect(server_url, 1);
    await server.raw(statement).finally(() => server.destroy());
  };
  await run(`create database ${name}`);
  cleanUps.push(() => run(`drop database if exists ${name} with (force)`));
  return withDatabase(server_url, name);
}

/** What a Service of Kubernetes is to connections: each new one goes to the next process that is ready. */
async function openBalancer() {
  const ready: URL[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    const target = ready[turn++ % ready.length] as URL;
    const upstream = connectTcp(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as [Socket, Socket][]) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ready };
}

interface Cluster {
  env: Record<string, string>;
  ready: URL[];
}

function startProcess(env: Record<string, string>, program: string, dist?: string): ServiceProcess {
  const args = program === 'workers/main.js' ? ['all'] : [];
  const started = spawnProcess(program, args, env, dist === undefined ? {} : { dist });
  cleanUps.push(() => started.kill());
  return started;
}

async function migrate(env: Record<string, string>, dist?: string): Promise<void> {
  const migrating = spawnProcess('commands/migrate.js', [], env, dist === undefined ? {} : { dist });
  expect([await migrating.ended, migrating.output()]).toEqual([0, 'migrated\n']);
}

async function addWeb({ env, ready }: Cluster, dist?: string): Promise<ServiceProcess> {
  const web = startProcess(env, 'api/main.js', dist);
  const url = new URL(await web.ready);
  await until('the new process is ready', async () => (await fetch(new URL('/ready', url))).status === 200);
  ready.push(url);
  return web;
}

/** As Kubernetes ends a pod: out of the Service first, then SIGTERM. */
async function endWeb({ ready }: Cluster, web: ServiceProcess): Promise<void> {
  const { port } = new URL(await web.ready);
  ready.splice(
    ready.findIndex((url) => url.port === port),
    1,
  );
  await delay(DRAIN_MS);
  expect(await web.terminate()).toBe(0);
}

/** @param dist_before the build that is replaced; this one when left out */
async function replaceUnderLoad(dist_before?: string): Promise<Load> {
  const { url, ready } = await openBalancer();
  const env = { DATABASE_URL: await emptyDatabase(), ENCRYPTION_KEY: KEY, ...(await freshRedis()) };
  const cluster: Cluster = { env, ready };
  await migrate(env, dist_before);
  const old = [await addWeb(cluster, dist_before), await addWeb(cluster, dist_before)];
  const old_worker = startProcess(env, 'workers/main.js', dist_before);
  await old_worker.ready;
  const load = startLoad(url, await createProject(new Client(url)));
  await delay(STAGE_MS);

  await migrate(env);
  await delay(STAGE_MS);
  await startProcess(env, 'workers/main.js').ready;
  expect(await old_worker.terminate()).toBe(0);
  for (const web of old) {
    await addWeb(cluster);
    await delay(STAGE_MS);
    await endWeb(cluster, web);
  }
  await delay(STAGE_MS);
  await load.stop();

  const verifying = spawnProcess('commands/verify.js', [], env);
  expect([await verifying.ended, verifying.output()]).toEqual([0, expect.any(String)]);
  return load;
}

test('a rolling restart fails no request', async () => {
  const { answered, failed } = await replaceUnderLoad();
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(CLIENTS * 20);
});

test.skipIf(PREVIOUS === null)(
  `a rolling upgrade from the commit before the newest migration (${PREVIOUS?.slice(0, 8) ?? 'not in this clone'}) fails no request`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ushirika-previous-'));
    cleanUps.push(() => rm(folder, { recursive: true }));
    const { answered, failed } = await replaceUnderLoad(buildCommit(PREVIOUS as string, folder));
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(CLIENTS * 20);
  },
);
