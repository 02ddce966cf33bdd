/**
 * Events published to a real NATS server, by worker processes that are killed and frozen, with a server that goes away: nothing is
 * lost, nothing is stored twice, and the order of each project holds.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFailed, test, vi } from 'vitest';
import { newIdAt } from '../../core/ids.ts';
import { readDueWork } from '../../app/due-work.ts';
import { exportEvents, exportEventsSince } from '../../domain/webhooks/index.ts';
import {
  createProject,
  createSacco,
  moving,
  must,
  newMember,
  openOther,
  paymentBody,
  spawnProcess,
  startService,
  until,
  type Sacco,
  type ServiceProcess,
  type TestService,
} from '../harness/index.ts';
import { NATS_MISSING, NatsServer, TOKEN, type StoredEvent } from './nats-server.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** Deposits of one member, one after the other: their events follow from one another. */
const DEPOSITS = 15;
/** Events written at once, for what dies in their middle. */
const MANY = 3_000;
const KILLS = 6;
const FREEZES = 2;
/** Longer than the lease of a process that does not renew it. */
const FROZEN_MS = 14_000;

describe.skipIf(NATS_MISSING !== '')(`events published to NATS${NATS_MISSING}`, () => {
  let nats: NatsServer;
  let service: TestService;
  let saccos: Sacco[];
  let workers: ServiceProcess[] = [];

  beforeAll(async () => {
    nats = await NatsServer.open();
    service = await startService({ env: { EVENTS_SINK: nats.url } });
    saccos = [await createSacco(service), await createSacco(service)];
  });
  afterEach(async () => {
    for (const { child } of workers) child.kill('SIGCONT');
    await Promise.all(workers.map((worker) => worker.kill()));
    workers = [];
  });
  afterAll(async () => {
    await service?.stop();
    await nats?.close();
  });

  async function startWorker(): Promise<ServiceProcess> {
    const { redis_url } = service.ctx.config;
    const worker = spawnProcess('workers/main.js', ['event-exports'], {
      DATABASE_URL: service.database_url,
      EVENTS_SINK: nats.url,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      JOB_LOCK_SECONDS: '1',
      ...(redis_url === null ? {} : { REDIS_URL: redis_url }),
    });
    workers.push(worker);
    onTestFailed(() => console.warn(worker.output().slice(-3_000)));
    await worker.ready;
    return worker;
  }

  /** @returns the ids of the entries, in the order in which they were made */
  async function deposit(sacco: Sacco, member: string): Promise<string[]> {
    const ids: string[] = [];
    for (let i = 0; i < DEPOSITS; i++) {
      const path = `/api/v1/sacco/members/${member}/deposits`;
      ids.push(must(await sacco.project.key.post(path, moving(10_000 + i))).body.id);
    }
    return ids;
  }

  /** Many events of a project, as stored, that wait. @returns their ids in order */
  async function writeMany(project_id: string, count = MANY): Promise<string[]> {
    const { db } = service.ctx;
    const now_us = BigInt(Date.now()) * 1_000n;
    const ids = Array.from({ length: count }, (_, i) => newIdAt('event', now_us, i));
    await db.raw(
      `with events as (
         insert into webhook_events (id, project_id, environment, type, payload, created_at)
         select id, ?, 'test', 'payment.completed', json_build_object('type', 'payment.completed', 'data', id), now()
         from unnest(?::text[]) as e(id) returning id
       )
       insert into event_exports (event_id, created_at) select id, now() from events order by id`,
      [project_id, ids],
    );
    return ids;
  }

  async function waiting(): Promise<number> {
    return (await readDueWork(service.ctx)).get('event-exports')?.rows ?? 0;
  }

  const allExported = (): Promise<unknown> =>
    until('all events are exported', async () => (await waiting()) === 0, 90_000);

  const ofProject = (events: StoredEvent[], project_id: string): StoredEvent[] =>
    events.filter(({ subject }) => subject.includes(`.${project_id}.`));

  const entryIds = (events: StoredEvent[]): string[] =>
    events.flatMap(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { id: string } };
      return type === 'sacco.entry.posted' ? [data.id] : [];
    });

  test('every event of every project, with the body of a webhook, also without an endpoint', async () => {
    const project = await createProject(service.anyone);
    const { body: endpoint } = must(
      await project.key.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['*'] }),
    );
    must(await project.key.post('/api/v1/payments', paymentBody({ customer_phone: '+254712345789' })));
    const [sacco] = saccos as [Sacco];
    const entries = await deposit(sacco, await newMember(sacco));
    expect(await waiting()).toBeGreaterThan(DEPOSITS);
    expect((await readDueWork(service.ctx)).get('event-exports')?.oldest_due_at).toBeInstanceOf(Date);
    await startWorker();
    await allExported();

    const published = await nats.events();
    const [payment, ...others] = ofProject(published, project.id) as [StoredEvent];
    expect(others).toEqual([]);
    expect(payment.subject).toBe(`ushirika.test.${project.id}.${JSON.parse(payment.body).type}`);
    const polled = must(await project.key.get(`/api/v1/webhook-endpoints/${endpoint.id}/events`)).body;
    expect(polled.events).toEqual([{ id: payment.id, ...JSON.parse(payment.body) }]);

    const of_sacco = ofProject(published, sacco.project.id);
    expect(entryIds(of_sacco)).toEqual(entries);
    const stored = await service.ctx.db('webhook_events').where({ project_id: sacco.project.id });
    expect(new Map(of_sacco.map(({ id, body }) => [id, body]))).toEqual(
      new Map(stored.map(({ id, payload }) => [id, payload])),
    );
  });

  test('the stream recognises duplicates for ten minutes, and keeps events as long as the service', async () => {
    const { config } = await nats.ask(({ streams }) => streams.info('ushirika'));
    expect(config).toMatchObject({
      subjects: ['ushirika.>'],
      num_replicas: 1,
      duplicate_window: 600e9,
      max_age: service.ctx.config.keep_webhooks_days * 86_400e9,
    });
  });

  test('a server that is away for a while: requests go on, nothing is lost, and the order holds', async () => {
    const members = await Promise.all(saccos.map((sacco) => newMember(sacco)));
    await startWorker();
    await allExported();
    const before = (await nats.events()).length;
    await nats.kill();
    const made = await Promise.all(saccos.map((sacco, i) => deposit(sacco, members[i] as string)));
    expect(await waiting()).toBeGreaterThanOrEqual(2 * DEPOSITS);
    await until(
      'attempts fail, and pauses grow',
      async () => (await service.ctx.db('event_export_state').first()).failures >= 2,
    );
    await nats.start();
    await allExported();
    const events = (await nats.events()).slice(before);
    for (const [i, { project }] of saccos.entries())
      expect(entryIds(ofProject(events, project.id))).toEqual(made[i]);
    expect(await service.ctx.db('event_export_state').first()).toMatchObject({ failures: 0 });
  });

  test('a worker that is killed in the middle: each event is stored once, in order', async () => {
    const [{ project }] = saccos as [Sacco];
    const before = ofProject(await nats.events(), project.id).length;
    const ids: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const worker = await startWorker();
      ids.push(...(await writeMany(project.id)));
      const seen = await waiting();
      await service.ctx.jobs.enqueue('export-events', {});
      // Anywhere between its first batch and its last.
      await until('it publishes', async () => (await waiting()) < Math.max(seen, 1), 60_000);
      await delay(Math.random() * 150);
      await worker.kill();
    }
    await startWorker();
    await allExported();
    const published = ofProject(await nats.events(), project.id).slice(before);
    expect(published.map(({ id }) => id)).toEqual(ids);
  });

  test('two workers, of which one is frozen in the middle and goes on late', async () => {
    const [{ project }] = saccos as [Sacco];
    const before = ofProject(await nats.events(), project.id).length;
    const ids: string[] = [];
    for (let freeze = 0; freeze < FREEZES; freeze++) {
      const first = await startWorker();
      ids.push(...(await writeMany(project.id)));
      const seen = await waiting();
      await service.ctx.jobs.enqueue('export-events', {});
      await until('it publishes', async () => (await waiting()) < Math.max(seen, 1), 60_000);
      first.child.kill('SIGSTOP');
      const second = await startWorker();
      await Promise.all([allExported(), delay(FROZEN_MS)]);
      ids.push(...(await writeMany(project.id, 500)));
      first.child.kill('SIGCONT');
      await service.ctx.jobs.enqueue('export-events', {});
      await allExported();
      await Promise.all([first.kill(), second.kill()]);
    }
    const published = ofProject(await nats.events(), project.id).slice(before);
    expect(published.map(({ id }) => id)).toEqual(ids);
  });

  test('exporters that race: one publishes at a time, and none is lost', async () => {
    const [{ project }] = saccos as [Sacco];
    const others = [await openOther(service), await openOther(service)];
    const sink = service.ctx.event_sink;
    const before = ofProject(await nats.events(), project.id).length;
    const ids = await writeMany(project.id, 2_000);
    while ((await waiting()) > 0)
      await Promise.all(
        [service.ctx, ...others.map(({ ctx }) => ({ ...ctx, event_sink: sink }))].map((ctx) =>
          exportEvents(ctx),
        ),
      );
    await Promise.all(others.map(({ close }) => close()));
    expect(
      ofProject(await nats.events(), project.id)
        .slice(before)
        .map(({ id }) => id),
    ).toEqual(ids);
  });

  test('what is published again within the window is not stored again', async () => {
    const [{ project }] = saccos as [Sacco];
    const since = new Date();
    await writeMany(project.id, 10);
    while ((await waiting()) > 0) await exportEvents(service.ctx);
    const before = await nats.events();
    await exportEventsSince(service.ctx.db, since);
    expect(await waiting()).toBeGreaterThan(0);
    while ((await waiting()) > 0) await exportEvents(service.ctx);
    expect(await nats.events()).toEqual(before);
  });

  test('a wrong token: events wait, and the log says why without it', async () => {
    const [{ project }] = saccos as [Sacco];
    await writeMany(project.id, 1);
    const worker = spawnProcess('workers/main.js', ['event-exports'], {
      DATABASE_URL: service.database_url,
      EVENTS_SINK: nats.url.replace(TOKEN, 'wrong-token'),
      ...(service.ctx.config.redis_url === null ? {} : { REDIS_URL: service.ctx.config.redis_url }),
    });
    workers.push(worker);
    await worker.ready;
    await until('it says why', () => /authorization violation/i.test(worker.output()));
    expect(worker.output()).not.toContain('wrong-token');
    expect(await waiting()).toBe(1);
  });
});
