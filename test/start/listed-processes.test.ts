/** Processes are listed from their start to their end, for operators to see. */
import { afterEach, beforeEach, expect, onTestFailed, test } from 'vitest';
import { connect, type Db } from '../../db/connection.ts';
import { freshDatabase, spawnProcess, type ServiceProcess, type TestDatabase } from '../harness/index.ts';

let database: TestDatabase;
let db: Db;
let started: ServiceProcess[];

beforeEach(async () => {
  database = await freshDatabase();
  db = connect(database.url, 1);
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((process) => process.kill()));
  await db.destroy();
  await database.drop();
});

async function start(program: string, ...args: string[]): Promise<ServiceProcess> {
  const process = spawnProcess(program, args, { DATABASE_URL: database.url, PORT: '0' });
  onTestFailed(() => console.warn(process.output()));
  started.push(process);
  await process.ready;
  return process;
}

const listed = async (): Promise<string[][]> =>
  (await db<{ runs: string[] }>('service_processes').orderBy('no')).map(({ runs }) => runs);

test('a worker and a web process say what they run, until they end', async () => {
  const worker = await start('workers/main.js', 'housekeeping', 'ledger-postings');
  const web = await start('api/main.js');
  expect(await listed()).toEqual([['housekeeping', 'ledger-postings'], ['web']]);
  await worker.terminate();
  expect(await listed()).toEqual([['web']]);
  await web.terminate();
  expect(await listed()).toEqual([]);
});

test('npm start lists itself with all it runs', async () => {
  const all = await start('commands/start.js');
  const [runs = []] = await listed();
  expect(runs[0]).toBe('web');
  expect(runs).toContain('housekeeping');
  await all.terminate();
  expect(await listed()).toEqual([]);
});
