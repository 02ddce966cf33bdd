/** A process that loses its connections to PostgreSQL while it starts becomes ready or ends with 1; it never hangs. */
import { afterEach, beforeEach, expect, onTestFailed, test } from 'vitest';
import { QUEUE_NAMES } from '../../jobs/registry.ts';
import { TcpProxy } from '../crash/tcp-proxy.ts';
import { freshDatabase, spawnProcess, type ServiceProcess, type TestDatabase } from '../harness/index.ts';

/** The statement by which a queue or worker of BullMQ finds out whether it may begin. */
const READINESS = /to_jsonb\(migration\)/;

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

function start(program: string, ...args: string[]): ServiceProcess {
  const process = spawnProcess(program, args, { DATABASE_URL: proxy.url });
  onTestFailed(() => console.warn(process.output()));
  started.push(process);
  return process;
}

test.each([
  ['a worker whose queues are cut off', 'workers/main.js', ['all'], 0],
  ['a worker whose workers are cut off', 'workers/main.js', ['all'], QUEUE_NAMES.length],
  ['a web process whose queues are cut off', 'api/main.js', [], 0],
  ['the whole service whose workers are cut off', 'commands/start.js', [], QUEUE_NAMES.length],
] as const)('%s while they open ends with 1, and says why', async (_what, program, args, pass) => {
  proxy.cutStatements(READINESS, { pass });
  const process = start(program, ...args);
  expect(await process.ended).toBe(1);
  expect(process.output()).toMatch(/The database of DATABASE_URL ended the connection/);
  proxy.cutStatements(READINESS, { cut: 0 });
  await start(program, ...args).ready;
});
