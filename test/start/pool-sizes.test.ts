/** Small pools: a worker works, and opens no more connections than it may; one that could not work does not start. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUEUE_NAMES } from '../../jobs/registry.ts';
import {
  createProject,
  must,
  paymentBody,
  spawnProcess,
  startService,
  until,
  type Project,
  type ServiceProcess,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await startService();
  project = await createProject(service.anyone);
});
afterAll(() => service.stop());

/** Open TCP connections of a process, all of which are to PostgreSQL. */
async function connectionsOf({ child: { pid } }: ServiceProcess): Promise<number> {
  const sockets = new Set<string>();
  for (const descriptor of await readdir(`/proc/${pid}/fd`)) {
    const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
    const [, inode] = /^socket:\[(\d+)\]$/.exec(target) ?? [];
    if (inode) sockets.add(inode);
  }
  const table = await readFile(`/proc/${pid}/net/tcp`, 'utf8');
  // Fields of a line: number, local and remote address, state (01 is established), …, inode.
  const lines = table.split('\n').map((line) => line.trim().split(/\s+/));
  return lines.filter((fields) => fields[3] === '01' && sockets.has(fields[9] ?? '')).length;
}

test('a worker with the smallest pools books what waits, on no more connections than it may', async () => {
  // The queues are in PostgreSQL, whatever store the tests use.
  const sizes = { DATABASE_POOL_SIZE: '1', LEDGER_POOL_SIZE: '2', QUEUE_POOL_SIZE: '2' };
  const worker = spawnProcess('workers/main.js', ['ledger-postings'], {
    DATABASE_URL: service.database_url,
    ...sizes,
  });
  try {
    await worker.ready;
    for (let i = 0; i < 5; i += 1)
      must(await project.key.post('/api/v1/payments', paymentBody({ customer_phone: '+254712345789' })));
    await until('the payments are booked', async () => {
      const posted = await service.ctx.db('postings').where({ status: 'posted' });
      return posted.length === 5;
    });
    expect(await connectionsOf(worker)).toBeLessThanOrEqual(1 + 2 + 2);
  } finally {
    await worker.terminate();
  }
});

test('a worker whose queues would take every connection says so, and ends', async () => {
  const queues = QUEUE_NAMES.length;
  const worker = spawnProcess('workers/main.js', ['all'], {
    DATABASE_URL: service.database_url,
    QUEUE_POOL_SIZE: String(queues),
  });
  expect(await worker.ended).toBe(1);
  expect(worker.output()).toBe(
    `QUEUE_POOL_SIZE is ${queues}, but each of the ${queues} queues keeps a connection: it must be at least ${queues + 1}.\n`,
  );
});
