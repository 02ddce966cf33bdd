/** Who is told whether a worker takes jobs: whoever asks over HTTP, systemd, and, of one that does not, the log and `npm run verify`. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFailed, test } from 'vitest';
import { connect } from '../../db/connection.ts';
import { QUEUE_NAMES } from '../../jobs/registry.ts';
import { TcpProxy } from '../crash/tcp-proxy.ts';
import {
  freshDatabase,
  spawnProcess,
  until,
  type ServiceProcess,
  type TestDatabase,
} from '../harness/index.ts';
import { freePorts } from '../kills/service/ports.ts';

let database: TestDatabase;
let proxy: TcpProxy;
let started: ServiceProcess[];

beforeEach(async () => {
  database = await freshDatabase();
  proxy = await TcpProxy.open(database.url);
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((process) => process.kill()));
  await proxy.close();
  await database.drop();
});

function start(queues: string[], env: Record<string, string> = {}): ServiceProcess {
  const process = spawnProcess('workers/main.js', queues, { DATABASE_URL: proxy.url, ...env });
  onTestFailed(() => console.warn(process.output()));
  started.push(process);
  return process;
}

test('a worker that has not become ready for a minute is named by the log and by verify, until it is ready', async () => {
  const READINESS = /to_jsonb\(migration\)/;
  // The queues become ready, the workers do not.
  const cutWorkers = () => proxy.cutStatements(READINESS, { pass: QUEUE_NAMES.length });
  cutWorkers();
  expect(await start(['ledger-postings', 'topup-credits']).ended).toBe(1);
  const db = connect(database.url, 1);
  const rows = () => db('worker_starts');
  const since = new Date(Date.now() - 61_000);
  await rows().update({ since });
  cutWorkers();
  expect(await start(['ledger-postings', 'topup-credits']).ended).toBe(1);
  proxy.cutStatements(READINESS, { cut: 0 });

  const other = start(['housekeeping']);
  await until('it is named in the log', () =>
    /"queues":"ledger-postings topup-credits".*a worker has not become ready within a minute/.test(
      other.output(),
    ),
  );
  expect(await verify()).toMatch(
    new RegExp(
      `^note a worker has not become ready since ${since.toISOString()}: ledger-postings topup-credits \\(process \\d+ on .+\\)\nverified: nothing differs$`,
      'm',
    ),
  );

  await start(['ledger-postings', 'topup-credits']).ready;
  expect(await rows()).toEqual([]);
  expect(await verify()).not.toContain('not become ready');
  await db.destroy();
});

/** @returns what it prints; it finds no difference */
async function verify(): Promise<string> {
  const verifier = spawnProcess('commands/verify.js', [], { DATABASE_URL: database.url });
  expect(await verifier.ended).toBe(0);
  return verifier.output();
}

test('over HTTP it says that it starts, then that it is ready', async () => {
  const METRICS_PORT = String((await freePorts(1))[0]);
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${METRICS_PORT}${path}`);
    return [response.status, await response.json()];
  };
  proxy.freeze();
  const waiting = start(['housekeeping'], { METRICS_PORT });
  expect(await until('it answers', () => ask('/ready'))).toEqual([503, { status: 'starting' }]);
  expect(await ask('/health')).toEqual([200, { status: 'ok' }]);
  await waiting.kill();
  proxy.thaw();
  await start(['housekeeping'], { METRICS_PORT }).ready;
  expect(await ask('/ready')).toEqual([200, { status: 'ok' }]);
  expect(await ask('/health')).toEqual([200, { status: 'ok' }]);
});

test('systemd is told that it is ready, and then again and again that it is alive', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ushirika-systemd-'));
  const told = join(folder, 'told');
  const program = join(folder, 'systemd-notify');
  await writeFile(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $1" >> '${told}'\n`);
  await chmod(program, 0o755);
  const lines = async () => (await readFile(told, 'utf8').catch(() => '')).trim().split('\n');
  start(['housekeeping'], {
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    NOTIFY_SOCKET: '/run/notify',
    WATCHDOG_USEC: '200000',
  });
  await until('it told three times', async () => (await lines()).length >= 3);
  expect((await lines()).slice(0, 3)).toEqual([
    '/run/notify READY=1',
    '/run/notify WATCHDOG=1',
    '/run/notify WATCHDOG=1',
  ]);
  await rm(folder, { recursive: true });
});
