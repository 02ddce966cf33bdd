/** Long reads from a replica that lags, falls silent, dies and comes back: never an answer older than what was written before. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openContext, type OpenContext } from '../../app/compose.ts';
import { listen, type Listening } from '../../api/http/listen.ts';
import { createApp } from '../../api/server.ts';
import { migrateDatabase } from '../../commands/database.ts';
import { readConfig } from '../../core/config.ts';
import { registry } from '../../core/metrics.ts';
import { Client, createProject, must, paymentBody, until, type Project } from '../harness/index.ts';
import { MISSING, ReplicatedPostgres } from './engines/replicated.ts';

interface Web {
  opened: OpenContext;
  listening: Listening;
}

let servers: ReplicatedPostgres;
/** Two processes' parts, so that what one writes is read through the other. */
let webs: Web[];
let project: Project;
let elsewhere: Client;

async function startWeb(): Promise<Web> {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
    DATABASE_URL: servers.url,
    DATABASE_READ_URL: servers.read_url,
  });
  const opened = await openContext(config, servers.url, false);
  return { opened, listening: await listen(createApp(opened.ctx, opened.store), config) };
}

/** Reads that a server has answered. */
async function readsOf(server: 'replica' | 'primary'): Promise<number> {
  const metric = await registry.getSingleMetric('ushirika_long_reads_total')?.get();
  return metric?.values.find(({ labels }) => labels['server'] === server)?.value ?? 0;
}

/** @returns how many of the reads each server answered meanwhile */
async function counting(work: () => Promise<void>): Promise<{ replica: number; primary: number }> {
  const before = { replica: await readsOf('replica'), primary: await readsOf('primary') };
  await work();
  return {
    replica: (await readsOf('replica')) - before.replica,
    primary: (await readsOf('primary')) - before.primary,
  };
}

/** Creates a payment and an account at one web process, and lists both at the other. */
async function writeAndRead(): Promise<void> {
  const { key } = project;
  const written = must(
    await key.post('/api/v1/payments', paymentBody(), { 'idempotency-key': crypto.randomUUID() }),
  );
  const subaccount_id = crypto.randomUUID();
  must(await key.post('/api/v1/ledger/accounts', { kind: 'subaccount', currency: 'KES', subaccount_id }));
  const payments = must(await elsewhere.get('/api/v1/payments?limit=1'));
  expect(payments.body.payments.map(({ id }: { id: string }) => id)).toEqual([written.body.id]);
  const accounts = must(await elsewhere.get('/api/v1/ledger/accounts?kind=subaccount&limit=1000'));
  const names = accounts.body.accounts.map((each: { subaccount_id: string }) => each.subaccount_id);
  expect(names).toContain(subaccount_id);
}

async function repeat(times: number, work: () => Promise<void>): Promise<void> {
  for (let done = 0; done < times; done += 1) await work();
}

/** Until the replica is read again. */
async function isReadAgain(): Promise<void> {
  await until('the replica is read', async () => {
    const { replica } = await counting(
      async () => void must(await elsewhere.get('/api/v1/payments?limit=1')),
    );
    return replica === 1;
  });
}

describe.skipIf(MISSING.length > 0)(`a read replica (needs ${MISSING.join(', ') || 'nothing more'})`, () => {
  beforeAll(async () => {
    servers = await ReplicatedPostgres.start();
    await migrateDatabase(readConfig({}), servers.url);
    webs = [await startWeb(), await startWeb()];
    const [here, there] = webs.map(({ listening }) => listening.url);
    project = await createProject(new Client(here as string));
    elsewhere = new Client(there as string, project.key.headers);
    await isReadAgain();
  });
  afterAll(async () => {
    for (const { opened, listening } of webs ?? []) {
      await listening.close(0);
      await opened.close();
    }
    await servers?.stop();
  });

  test('one that keeps up answers lists, each with what was just written through another process', async () => {
    const before = await readsOf('replica');
    let repeats = 0;
    const reads = await counting(async () => {
      // For a second after each wait that is too long, the primary answers.
      for (; repeats < 400 && (await readsOf('replica')) < before + 40; repeats += 1) await writeAndRead();
    });
    expect(reads.replica + reads.primary).toBe(2 * repeats);
    expect(reads.replica).toBeGreaterThanOrEqual(40);
  });

  test('single resources are read from the primary', async () => {
    const { body } = must(await project.key.get('/api/v1/payments?limit=1'));
    const reads = await counting(
      async () => void must(await elsewhere.get(`/api/v1/payments/${body.payments[0].id}`)),
    );
    expect(reads).toEqual({ replica: 0, primary: 0 });
  });

  test('one that lags answers nothing until it has caught up', async () => {
    await servers.lag();
    const reads = await counting(() => repeat(10, writeAndRead));
    expect(reads).toEqual({ replica: 0, primary: 20 });
    await servers.replay();
    await isReadAgain();
  });

  test('while it comes and goes under load, no answer is older than a write before it', async () => {
    let over = false;
    const lagging = (async () => {
      while (!over) {
        await servers.lag();
        await servers.replay();
      }
    })();
    const reads = await counting(async () => {
      await Promise.all(
        Array.from({ length: 4 }, () =>
          repeat(15, async () => {
            const { body } = must(
              await project.key.post('/api/v1/payments', paymentBody(), {
                'idempotency-key': crypto.randomUUID(),
              }),
            );
            const listed = must(await elsewhere.get('/api/v1/payments?limit=100'));
            expect(listed.body.payments.map(({ id }: { id: string }) => id)).toContain(body.id);
          }),
        ),
      );
    });
    over = true;
    await lagging;
    expect(reads.replica).toBeGreaterThan(0);
    expect(reads.replica + reads.primary).toBe(60);
  });

  test('one that falls silent costs a second, and no error; then it is read again', async () => {
    const [{ opened }] = webs as [Web];
    await servers.signalReplica('SIGSTOP');
    try {
      const began = performance.now();
      await writeAndRead();
      // Long before a statement is given up that gets no answer.
      expect(performance.now() - began).toBeLessThan(opened.ctx.config.database_timeout_ms);
      expect(await counting(() => repeat(5, writeAndRead))).toEqual({ replica: 0, primary: 10 });
    } finally {
      await servers.signalReplica('SIGCONT');
    }
    await isReadAgain();
  });

  test('one that dies is replaced by the primary without an error; when it is back it is read again', async () => {
    let over = false;
    const reads = counting(async () => {
      while (!over) await writeAndRead();
    });
    const before = await readsOf('primary');
    await servers.signalReplica('SIGKILL');
    await until('the primary is read', async () => (await readsOf('primary')) > before + 2);
    await servers.startReplica();
    over = true;
    expect((await reads).primary).toBeGreaterThan(2);
    await isReadAgain();
  });

  test('a read that the replica gives up, because it replays what conflicts with it, is done by the primary', async () => {
    const [web] = webs;
    const { replica } = web?.opened.ctx ?? {};
    if (!replica) throw new Error('there is no replica');
    const conflict = Object.assign(new Error('canceling statement due to conflict with recovery'), {
      code: '40001',
    });
    const result = await replica.read(
      () => Promise.reject(conflict),
      () => Promise.resolve('of the primary'),
    );
    expect(result).toBe('of the primary');
    await isReadAgain();
  });

  test('a role that may not see the replication is refused at the start, with the statement to run', async () => {
    await servers.onPrimary('revoke pg_read_all_stats from ushirika');
    try {
      await until('the replica knows', async () => {
        const { rows } = await servers.onReplica(
          "select pg_has_role('ushirika', 'pg_read_all_stats', 'usage') as has",
        );
        return rows[0].has === false;
      });
      await expect(startWeb()).rejects.toThrow('grant pg_read_all_stats');
    } finally {
      await servers.onPrimary('grant pg_read_all_stats to ushirika');
    }
  });
});
