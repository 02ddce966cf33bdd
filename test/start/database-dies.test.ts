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

async function postmaster(): Promise<number> {
  const file = join(base, 'data/postgres/postmaster.pid');
  return Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
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
    for (let death = 1; death <= 2; death++) {
      const died = await postmaster();
      process.kill(died, 'SIGKILL');
      await until('it is ready again', async () => {
        const pid = await postmaster();
        return pid > 0 && pid !== died && (await anyone.get('/ready')).status === 200;
      });
      await until(
        'it serves again',
        async () => (await key.post('/api/v1/payments', paymentBody())).status === 201,
      );
      must(await key.get('/api/v1/payments'));
    }
    process.kill(await postmaster(), 'SIGKILL');
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(
      /PostgreSQL \d+ stopped by itself, see .*postgres\.log: 3 times within 60 seconds/,
    );
    await until('nothing is left', async () => (await processesIn(base)).length === 0);
  },
);
