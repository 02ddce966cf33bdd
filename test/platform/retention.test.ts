/** What is old is deleted, in bounded batches, and nothing that is not over. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { encodeId, firstIdAt, newId, newIdAt, newUuid } from '../../core/ids.ts';
import { WEBHOOK_TABLES } from '../../db/partitions/partitioned-tables.ts';
import { partitionsOf, type Partition } from '../../db/partitions/partitions.ts';
import { partitionName, periodStart } from '../../db/partitions/periods.rules.ts';
import { paymentTimeline } from '../../domain/payments/index.ts';
import { pruneIdempotencyKeys } from '../../domain/platform/prune-idempotency-keys.ts';
import { deliverWebhooks, pruneWebhooks } from '../../domain/webhooks/index.ts';
import { startWorkers } from '../../workers/pool.ts';
import {
  createSacco,
  lockWaiters,
  moving,
  must,
  newMember,
  paymentBody,
  projectOf,
  quickPerson,
  startService,
  until,
  type Project,
  type TestService,
} from '../harness/index.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

let service: TestService;
let project: Project;
let receiver: Server;
let url: string;

beforeAll(async () => {
  service = await startService({
    env: { KEEP_WEBHOOKS_DAYS: '10', KEEP_IDEMPOTENCY_KEYS_DAYS: '40', KEEP_PAYMENT_EVENTS_DAYS: '50' },
  });
  receiver = createServer((_request, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});
beforeEach(async () => {
  project = await projectOf(await quickPerson(service), service.anyone);
});

async function pay(phone = '+254712345789', headers: Record<string, string> = {}): Promise<string> {
  const body = paymentBody({ customer_phone: phone });
  return must(await project.key.post('/api/v1/payments', body, headers)).body.id;
}

describe('webhooks', () => {
  /** One event that many days old, delivered. @returns its id */
  async function deliveredEvent(endpoint_id: string, days: number): Promise<string> {
    await pay();
    await deliverWebhooks(service.ctx, endpoint_id);
    const { db } = service.ctx;
    const [event] = await db('webhook_events')
      .where({ project_id: project.id })
      .orderBy('id', 'desc')
      .limit(1);
    const id = encodeId('event', newUuid().replace(/^.{13}/, hexOf(daysAgo(days))));
    await db('webhook_events').where({ id: event.id }).update({ id });
    await db('webhook_deliveries').where({ event_id: event.id }).update({ event_id: id });
    return id;
  }

  /** The first 13 characters of a uuid of that moment. */
  function hexOf(at: Date): string {
    const hex = at.getTime().toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}`;
  }

  const kept = (): Promise<string[]> =>
    service.ctx.db('webhook_events').where({ project_id: project.id }).orderBy('id').pluck('id');

  test('are deleted with their deliveries and attempts once they are old and over', async () => {
    const { db } = service.ctx;
    const { body } = must(await project.key.post('/api/v1/webhook-endpoints', { url }));
    const old = await deliveredEvent(body.id, 11);
    const pending = await deliveredEvent(body.id, 11);
    const young = await deliveredEvent(body.id, 9);
    await db('webhook_deliveries').where({ event_id: pending }).update({ status: 'pending' });
    const unwanted = firstIdAt('event', daysAgo(12));
    await db('webhook_events').insert({
      id: unwanted,
      project_id: project.id,
      environment: 'test',
      type: 'payment.completed',
      payload: '{}',
      created_at: daysAgo(12),
    });
    expect(await kept()).toEqual([unwanted, ...[old, pending].toSorted(), young]);
    expect(await pruneWebhooks(service.ctx)).toBe(2);
    expect(await kept()).toEqual([pending, young]);
    const deliveries: string[] = await db('webhook_deliveries')
      .where({ project_id: project.id })
      .pluck('event_id');
    expect(deliveries.toSorted()).toEqual([pending, young].toSorted());
    const attempts = db('webhook_attempts').whereNotIn('delivery_id', db('webhook_deliveries').select('id'));
    expect(await attempts).toEqual([]);
    expect(await pruneWebhooks(service.ctx)).toBe(0);
  });

  test('that are redelivered at that moment stay', async () => {
    const { db } = service.ctx;
    const { body } = must(await project.key.post('/api/v1/webhook-endpoints', { url }));
    const id = await deliveredEvent(body.id, 11);
    const trx = await db.transaction();
    await trx('webhook_deliveries').where({ event_id: id }).update({ status: 'pending' });
    const pruning = pruneWebhooks(service.ctx);
    await until('it waits for the row', async () => (await lockWaiters(db, 'webhook_events')) > 0);
    await trx.commit();
    expect(await pruning).toBe(0);
    expect(await kept()).toEqual([id]);
    expect(await db('webhook_deliveries').where({ event_id: id })).toMatchObject([{ status: 'pending' }]);
    await db('webhook_deliveries').where({ event_id: id }).update({ status: 'failed' });
  });
});

describe('partitions of webhooks', () => {
  let own: TestService;
  beforeAll(async () => {
    own = await startService({ env: { KEEP_WEBHOOKS_DAYS: '10' } });
    // As in a service that is some months old.
    for (const { name, id_kind } of WEBHOOK_TABLES) {
      const [first] = await partitionsOf(own.ctx.db, name);
      await own.ctx.db.raw('drop table ??', [first?.name as string]);
      for (let from = periodStart(daysAgo(84)); from < (first?.to as Date); from = afterPeriod(from))
        await own.ctx.db.raw(
          `create table ?? partition of ?? for values from ('${firstIdAt(id_kind, from)}') to ('${firstIdAt(id_kind, afterPeriod(from))}')`,
          [partitionName(name, from), name],
        );
    }
  });
  afterAll(() => own.stop());

  const afterPeriod = (from: Date): Date => periodStart(new Date(from.getTime() + 40 * DAY_MS));

  /** @returns the event's id */
  async function deliveryAt(at: Date, endpoint_id: string, status: string): Promise<string> {
    const { db } = own.ctx;
    const us = BigInt(at.getTime()) * 1_000n;
    const [id, delivery_id] = [newIdAt('event', us, 0), newIdAt('webhook_delivery', us, 0)];
    const common = {
      project_id: project.id,
      environment: 'test',
      type: 'payment.completed',
      created_at: at,
    };
    await db('webhook_events').insert({ id, ...common, payload: '{}' });
    await db('webhook_deliveries').insert({ id: delivery_id, event_id: id, endpoint_id, ...common, status });
    await db('webhook_attempts').insert({ delivery_id, no: 1, at });
    return id;
  }

  test('are dropped once all in them is old; with a delivery that waits, the others are deleted', async () => {
    const { db } = own.ctx;
    const owner = await projectOf(await quickPerson(own), own.anyone);
    const { body: endpoint } = must(await owner.key.post('/api/v1/webhook-endpoints', { url }));
    const [oldest, second] = (await partitionsOf(db, 'webhook_events')) as [Partition, Partition];
    await deliveryAt(new Date(second.to.getTime() - 1_000), endpoint.id, 'delivered');
    const waiting = await deliveryAt(new Date(oldest.to.getTime() - 1_000), endpoint.id, 'pending');
    const beside = await deliveryAt(new Date(oldest.to.getTime() - 2_000), endpoint.id, 'delivered');
    const young = await deliveryAt(daysAgo(1), endpoint.id, 'delivered');
    expect(await db('webhook_events').pluck('id')).toContain(beside);
    // Old, in a partition with rows that are not: it stays, to be dropped with them.
    const with_younger = await deliveryAt(periodStart(daysAgo(10)), endpoint.id, 'delivered');
    expect(await pruneWebhooks(own.ctx)).toBe(1);
    const kept = (): Promise<string[]> => db('webhook_events').orderBy('id').pluck('id');
    expect(await kept()).toEqual([waiting, with_younger, young]);
    expect((await partitionsOf(db, 'webhook_events'))[0]?.name).toBe(oldest.name);
    const names = (await partitionsOf(db, 'webhook_deliveries')).map(({ name }) => name);
    expect(names).not.toContain(partitionName('webhook_deliveries', second.from as Date));
    await db('webhook_deliveries').where({ event_id: waiting }).update({ status: 'failed' });
    expect(await pruneWebhooks(own.ctx)).toBe(0);
    expect(await kept()).toEqual([with_younger, young]);
    expect((await partitionsOf(db, 'webhook_events'))[0]?.name).not.toBe(oldest.name);
    expect(await db('webhook_attempts')).toHaveLength(2);
  });
});

describe('idempotency keys', () => {
  const subjects = (): Promise<string[]> =>
    service.ctx.db('idempotency_keys').where({ project_id: project.id }).pluck('subject_id');

  const age = (days: number): PromiseLike<number> =>
    service.ctx
      .db('idempotency_keys')
      .where({ project_id: project.id })
      .update({ created_at: daysAgo(days) });

  test('are deleted when they are old, except those of something unfinished', async () => {
    const finished = await pay('+254712345789', { 'idempotency-key': newUuid() });
    const waiting = await pay('+254712345129', { 'idempotency-key': newUuid() });
    await age(39);
    expect(await pruneIdempotencyKeys(service.ctx)).toBe(0);
    await age(41);
    expect((await subjects()).toSorted()).toEqual([finished, waiting].toSorted());
    expect(await pruneIdempotencyKeys(service.ctx)).toBe(1);
    expect(await subjects()).toEqual([waiting]);
  });

  test('of entries that wait for a second person stay', async () => {
    const sacco = await createSacco(service);
    project = sacco.project;
    const deposits = `/api/v1/sacco/members/${await newMember(sacco)}/deposits`;
    const posted = must(await sacco.maker.post(deposits, moving(10_000))).body;
    const counted = moving(5_000, { direction: 'in', memo: 'counted' });
    const waits = must(await sacco.maker.post('/api/v1/sacco/cash-adjustments', counted)).body;
    await age(41);
    await pruneIdempotencyKeys(service.ctx);
    const left = await subjects();
    expect(left).toContain(waits.id);
    expect(left).not.toContain(posted.id);
  });

  test('are deleted in batches', async () => {
    await service.ctx.db.raw(
      `insert into idempotency_keys (project_id, environment, key, fingerprint, subject_id, created_at)
       select ?, 'test', n::text, '', ?, now() - interval '41 days' from generate_series(1, 2500) n`,
      [project.id, newId('payment')],
    );
    let statements = 0;
    const count = ({ sql }: { sql: string }): void =>
      void (statements += Number(sql.includes('delete from')));
    service.ctx.db.on('query', count);
    expect(await pruneIdempotencyKeys(service.ctx)).toBe(2_500);
    service.ctx.db.removeListener('query', count);
    expect(statements).toBe(3);
  });
});

test("payments' timelines are deleted once they are old and the payment is over", async () => {
  const { db } = service.ctx;
  const [over, waiting, refunded] = [await pay(), await pay('+254712345129'), await pay()];
  await db('refunds').insert({
    id: newId('refund'),
    payment_id: refunded,
    project_id: project.id,
    environment: 'test',
    amount_minor: 1,
    currency: 'KES',
    status: 'pending',
    manual: true,
    created_at: new Date(),
    updated_at: new Date(),
  });
  const eventsOf = async (payment_id: string): Promise<number> =>
    (await db('payment_events').where({ payment_id })).length;
  const before = await Promise.all([over, waiting, refunded].map(eventsOf));
  for (const count of before) expect(count).toBeGreaterThan(0);
  expect(await paymentTimeline.prune(service.ctx)).toBe(0);
  const events = await db('payment_events').whereIn('payment_id', [over, waiting, refunded]);
  for (const [no, { id }] of events.entries())
    await db('payment_events')
      .where({ id })
      .update({ id: firstIdAt('event', new Date(daysAgo(51).getTime() + no)) });
  expect(await paymentTimeline.prune(service.ctx)).toBe(before[0]);
  expect(await Promise.all([over, waiting, refunded].map(eventsOf))).toEqual([0, before[1], before[2]]);
  const { body } = must(await project.key.get(`/api/v1/payments/${over}/events`));
  expect(body.events).toEqual([]);
});

test.skipIf(process.env['REDIS_URL'])('a job whose workers were killed is no error in the log', async () => {
  const { ctx, store } = service;
  const errors = vi.spyOn(ctx.log, 'error');
  const infos = vi.spyOn(ctx.log, 'info');
  await ctx.jobs.enqueue('prune-webhooks', {});
  // As BullMQ marks a job that stalled twice.
  await ctx.db.raw(
    `update bullmq.job set deferred_failure = 'job stalled more than allowable limit' where state = 'waiting'`,
  );
  const workers = await startWorkers(ctx, store, ['housekeeping']);
  await until('it is told', () =>
    infos.mock.calls.some(([, message]) => message === 'the workers of a job died'),
  );
  await workers.close();
  expect(errors).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
