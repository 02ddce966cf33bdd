/** WEB_CONCURRENCY: several processes serve one port as one, beside the workers of `npm start` and by themselves. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  Client,
  createProject,
  freshRedis,
  killIfThere,
  must,
  paymentBody,
  processesIn,
  spawnProcess,
  startService,
  until,
  type ServiceProcess,
  type TestService,
} from '../harness/index.ts';
import { freePorts } from '../kills/service/ports.ts';

vi.setConfig({ testTimeout: 180_000 });

/** One more would look like any other number. */
const PROCESSES = 2;

let service: TestService;
let base: string;
const started: ServiceProcess[] = [];

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
afterEach(async () => {
  for (const each of started.splice(0)) await each.kill();
});

async function start(env: Record<string, string> = {}, program = 'api/main.js'): Promise<ServiceProcess> {
  const process_ = spawnProcess(program, [], {
    WEB_CONCURRENCY: String(PROCESSES),
    ...(await freshRedis()),
    ...env,
  });
  started.push(process_);
  return process_;
}

const onDatabase = () => ({ DATABASE_URL: service.database_url });

async function childrenOf({ child: { pid } }: ServiceProcess): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return listed.split(' ').filter(Boolean).map(Number);
}

async function webProcessesOf(of: ServiceProcess): Promise<number[]> {
  const children = await childrenOf(of);
  const commands = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8')));
  return children.filter((_pid, i) => commands[i]?.includes('api/main.js'));
}

/** On a connection of its own, which no process has taken yet. */
async function readAnew(url: string): Promise<string> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
  return text(response);
}

const JOBS_OF_THE_PRIMARY = /^ushirika_job_duration_seconds_count\{queue="ledger-postings"/m;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Each on a connection of its own, which any of them may take. */
async function ask(url: string, times: number): Promise<number[]> {
  const ask_ = () => fetch(`${url}/api/version`, { headers: { connection: 'close' } });
  return Promise.all(Array.from({ length: times }, async () => (await ask_()).status));
}

test('both answer; their metrics are one; who dies is replaced; one key makes one payment; a signal to the first ends all', async () => {
  const web = await start(onDatabase());
  const url = await web.ready;
  const processes = await childrenOf(web);
  expect(processes).toHaveLength(PROCESSES);
  expect(await ask(url, 20)).toEqual(Array(20).fill(200));
  // A request is counted once its answer has gone out.
  const metrics = await until('all are counted', async () => {
    const read = await (await fetch(`${url}/metrics`)).text();
    const count = /^ushirika_http_request_duration_seconds_count\{.*route="\/api\/version".*\} (\d+)$/m;
    return Number(count.exec(read)?.[1]) === 20 && read;
  });
  // What lives in the database is counted once.
  expect(metrics.match(/^ushirika_postings\{status="pending"\} 0$/gm)).toHaveLength(1);

  const [victim = 0, other = 0] = processes;
  process.kill(victim, 'SIGKILL');
  await until('it is replaced', async () => {
    const now = await childrenOf(web);
    return now.length === PROCESSES && !now.includes(victim);
  });
  expect(await childrenOf(web)).toContain(other);
  expect(await ask(url, 20)).toEqual(Array(20).fill(200));

  const { key } = await createProject(service.anyone);
  const body = paymentBody();
  const headers = { ...key.headers, 'idempotency-key': 'once', connection: 'close' };
  const stored = await Promise.all(
    Array.from({ length: 10 }, () => new Client(url, headers).post('/api/v1/payments', body)),
  );
  expect(new Set(stored.map((answer) => must(answer).body.id)).size).toBe(1);

  const all = await childrenOf(web);
  expect(await web.terminate()).toBe(0);
  expect(all.filter(isRunning)).toEqual([]);
});

test('one that dies while another is still starting is replaced', async () => {
  const [port] = await freePorts(1);
  const web = await start({ ...onDatabase(), PORT: String(port) });
  const [early = 0, late = 0] = await until('both have begun', async () => {
    const begun = await childrenOf(web);
    return begun.length === PROCESSES && begun;
  });
  process.kill(late, 'SIGSTOP');
  await until('the other serves', () => ask(`http://127.0.0.1:${port}`, 1));
  process.kill(early, 'SIGKILL');
  await until('it has ended', async () => !(await childrenOf(web)).includes(early));
  process.kill(late, 'SIGCONT');
  await web.ready;
  await until('both are there', async () => (await childrenOf(web)).length === PROCESSES);
  expect(await web.terminate()).toBe(0);
});

test('when the first one is killed the others end', async () => {
  const web = await start(onDatabase());
  await web.ready;
  const processes = await childrenOf(web);
  expect(processes).toHaveLength(PROCESSES);
  await web.kill();
  await until('they have ended', () => processes.filter(isRunning).length === 0);
});

test('when they keep ending, the first one says so and ends with 1', async () => {
  const web = await start(onDatabase());
  await web.ready;
  while (web.child.exitCode === null) {
    (await childrenOf(web)).forEach(killIfThere);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await web.ended).toBe(1);
  expect(web.output()).toContain('Web processes keep ending');
});

test('a port that is taken is one sentence, and leaves no process behind', async () => {
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const port = String((occupant.address() as AddressInfo).port);
  const web = await start({ ...onDatabase(), PORT: port });
  expect(await web.ended).toBe(1);
  occupant.close();
  expect(web.output()).toContain(`Port ${port} is taken. Set PORT`);
  expect(web.output()).not.toMatch(/^ {4}at /m);
});

test('npm start serves by several processes beside its workers and its own PostgreSQL', async () => {
  base = await mkdtemp(join(tmpdir(), 'ushirika-web-'));
  const all = await start({ DATA_DIR: join(base, 'data') }, 'commands/start.js');
  const url = await all.ready;
  expect((await childrenOf(all)).length).toBeGreaterThanOrEqual(PROCESSES);
  const key = /X-API-Key: (\S+?)'/.exec(all.output())?.[1] ?? '';
  const client = new Client(url, { 'x-api-key': key });
  const { body } = must(await client.post('/api/v1/payments', paymentBody()));
  await until('the payment is booked', async () => {
    const { postings } = must(await client.get('/api/v1/ledger/postings')).body;
    return postings.some(
      (each: { payment_id: string; status: string }) =>
        each.payment_id === body.id && each.status === 'posted',
    );
  });
  const countsJobs = async () => JOBS_OF_THE_PRIMARY.test(await readAnew(`${url}/metrics`));
  await until('its job is counted', countsJobs);
  const [busy = 0] = await webProcessesOf(all);
  process.kill(busy, 'SIGSTOP');
  await until('it is counted without one that does not answer', countsJobs);
  process.kill(busy, 'SIGCONT');
  expect(await all.interrupt()).toBe(0);
  expect(await processesIn(base)).toEqual([]);
  await rm(base, { recursive: true, force: true });
});
