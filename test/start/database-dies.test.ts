/** `npm start` whose own PostgreSQL dies: it is started again, on the same port, or the service says why it ends. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  Client,
  createProject,
  freshRedis,
  killIfThere,
  must,
  paymentBody,
  processesIn,
  spawnProcess,
  until,
} from '../harness/index.ts';

let base: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'ushirika-dies-'));
  // PostgreSQL's account must be able to walk in.
  await chmod(base, 0o755);
});
afterEach(async () => {
  for (const pid of await processesIn(base)) spawnSync('kill', ['-KILL', String(pid)]);
  await rm(base, { recursive: true, force: true, maxRetries: 10 });
});

/** @throws while there is none */
async function postmaster(): Promise<number> {
  const file = join(base, 'data/postgres/postmaster.pid');
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0]);
  if (!(pid > 0)) throw new Error('PostgreSQL has not written its process id yet');
  return pid;
}

test(
  'twice in a minute it is started again; the third time the service ends with 1',
  { timeout: 180_000 },
  async () => {
    const service = spawnProcess(
      'commands/start.js',
      [],
      { DATA_DIR: join(base, 'data'), ...(await freshRedis()) },
      { cwd: base },
    );
    const anyone = new Client(await service.ready);
    const { key } = await createProject(anyone);
    let is_over = false;
    void service.ended.then(() => (is_over = true));
    let deaths = 0;
    // More than three where they take longer than the time within which they count.
    while (!is_over) {
      const died = await postmaster();
      killIfThere(died);
      deaths += 1;
      await until(
        'it serves again, or has ended',
        async () =>
          is_over ||
          ((await postmaster()) !== died &&
            (await anyone.get('/ready')).status === 200 &&
            (await key.post('/api/v1/payments', paymentBody())).status === 201),
      );
      if (!is_over) must(await key.get('/api/v1/payments'));
    }
    expect(deaths).toBeGreaterThan(2);
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(
      /PostgreSQL \d+ stopped by itself, see .*postgres\.log: 3 times within 60 seconds/,
    );
    await until('nothing is left', async () => (await processesIn(base)).length === 0);
  },
);
