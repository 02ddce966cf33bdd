/** Events that wait for the sink: written with the change, published in order, kept until then. test/ha has a real server. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemNow, systemTimeIn } from '../../core/clock.ts';
import type { EventSink, Published, SinkEvent } from '../../core/event-sink.ts';
import { idTimestamp_ms, newIdAt } from '../../core/ids.ts';
import {
  exportEvents,
  exportEventsSince,
  forgetExports,
  pruneWebhooks,
} from '../../domain/webhooks/index.ts';
import {
  changeContext,
  expectBetween,
  must,
  paymentBody,
  projectOf,
  quickPerson,
  startService,
  type Project,
  type TestService,
} from '../harness/index.ts';

const DAY_US = 86_400_000_000n;

let service: TestService;
let project: Project;
let sink: CollectingSink;

/** Takes what the test allows. */
class CollectingSink implements EventSink {
  readonly taken: string[] = [];
  readonly offered: string[][] = [];
  /** How many of the next events it takes, and no more. */
  takes = Infinity;

  publish(events: readonly SinkEvent[]): Promise<Published> {
    this.offered.push(events.map(({ id }) => id));
    const stored = events.map(() => this.takes-- > 0);
    this.taken.push(...events.filter((_event, i) => stored[i]).map(({ id }) => id));
    return Promise.resolve({ stored, error: stored.includes(false) ? new Error('it takes no more') : null });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  sink = new CollectingSink();
  changeContext(service.ctx, { event_sink: sink });
  const { db } = service.ctx;
  await db('event_exports').delete();
  await db('webhook_events').delete();
  await db('event_export_state').update({ failures: 0, next_attempt_at: new Date(0), leased_until: null });
  project = await projectOf(await quickPerson(service), service.anyone);
});

const pay = async (): Promise<string> =>
  must(await project.key.post('/api/v1/payments', paymentBody({ customer_phone: '+254712345789' }))).body.id;

/** Events as stored, that old. @returns their ids in order */
async function storeEvents(count: number, age_days = 0): Promise<string[]> {
  const us = BigInt(Date.now()) * 1_000n - BigInt(age_days) * DAY_US;
  const ids = Array.from({ length: count }, (_, i) => newIdAt('event', us, i));
  const common = { project_id: project.id, environment: 'test', type: 'payment.completed', payload: '{}' };
  await service.ctx
    .db('webhook_events')
    .insert(ids.map((id) => ({ ...common, id, created_at: new Date(idTimestamp_ms(id)) })));
  return ids;
}

const waiting = (): Promise<string[]> =>
  service.ctx.db('event_exports').orderBy('position').pluck('event_id');

test('with a sink every event is stored and waits, although no endpoint wants it; without one none does', async () => {
  const payment_id = await pay();
  const [event, ...others] = await service.ctx.db('webhook_events');
  expect(others).toEqual([]);
  expect(event).toMatchObject({ project_id: project.id, type: 'payment.completed' });
  expect(JSON.parse(event.payload).data.id).toBe(payment_id);
  expect(await waiting()).toEqual([event.id]);
  expect(await exportEvents(service.ctx)).toBe(1);
  expect(sink.taken).toEqual([event.id]);
  expect(await waiting()).toEqual([]);

  changeContext(service.ctx, { event_sink: null });
  await pay();
  expect(await service.ctx.db('webhook_events')).toHaveLength(1);
  expect(await exportEvents(service.ctx)).toBe(0);
});

test('an event whose transaction commits late is neither lost nor waited for', async () => {
  const [late, early, after] = (await storeEvents(3)) as [string, string, string];
  const { db } = service.ctx;
  const created_at = new Date();
  const trx = await db.transaction();
  await trx('event_exports').insert({ event_id: late, created_at });
  await db('event_exports').insert({ event_id: early, created_at });
  expect(await exportEvents(service.ctx)).toBe(1);
  await db('event_exports').insert({ event_id: after, created_at });
  await trx.commit();
  // Its position is lower than that of the one that is out already, and than that of the one that was written last.
  expect(await exportEvents(service.ctx)).toBe(2);
  expect(sink.taken).toEqual([early, late, after]);
});

test('what the sink does not take is published again from there, after a pause that grows', async () => {
  const ids = await storeEvents(600);
  await exportEventsSince(service.ctx.db, new Date(idTimestamp_ms(ids[0] as string)));
  sink.takes = 300;
  const before_ms = systemNow().getTime();
  expect(await exportEvents(service.ctx)).toBe(300);
  const after_ms = systemNow().getTime();
  expect(sink.taken).toEqual(ids.slice(0, 300));
  const state = (): Promise<{ failures: number; next_attempt_at: Date; leased_until: Date | null }> =>
    service.ctx.db('event_export_state').first();
  expect(await state()).toMatchObject({ failures: 1, leased_until: null });
  expectBetween(before_ms + 1_000, (await state()).next_attempt_at, after_ms + 1_000);
  sink.takes = Infinity;
  const pauseUntil = (next_attempt_at: Date) =>
    service.ctx.db('event_export_state').update({ next_attempt_at });
  await pauseUntil(systemTimeIn(30_000));
  expect(await exportEvents(service.ctx)).toBe(0);
  await pauseUntil(new Date(0));
  expect(await exportEvents(service.ctx)).toBe(300);
  expect(sink.taken).toEqual(ids);
  expect(await state()).toMatchObject({ failures: 0, leased_until: null });
});

test('one process publishes at a time', async () => {
  const ids = await storeEvents(1_000);
  await exportEventsSince(service.ctx.db, new Date(idTimestamp_ms(ids[0] as string)));
  const exported = await Promise.all(Array.from({ length: 8 }, () => exportEvents(service.ctx)));
  expect(exported.filter((count) => count > 0)).toEqual([1_000]);
  expect(sink.offered.flat()).toEqual(ids);
});

test('retention keeps what waits for the sink, and all that is newer; without a sink nothing waits', async () => {
  const [old, waiting_since, newer] = [
    ...(await storeEvents(1, 400)),
    ...(await storeEvents(1, 300)),
    ...(await storeEvents(1, 200)),
  ] as [string, string, string];
  const kept = (): Promise<string[]> => service.ctx.db('webhook_events').orderBy('id').pluck('id');
  await service.ctx.db('event_exports').insert({ event_id: waiting_since, created_at: new Date() });
  await pruneWebhooks(service.ctx);
  expect(await kept()).toEqual([waiting_since, newer]);
  expect(old < waiting_since).toBe(true);

  changeContext(service.ctx, { event_sink: null });
  await pruneWebhooks(service.ctx);
  expect(await kept()).toEqual([]);
  changeContext(service.ctx, { event_sink: sink });
  expect(await exportEvents(service.ctx)).toBe(0);
  expect(await waiting()).toEqual([]);
});

test('operators export stored events from a moment on, once each, or have what waits forgotten', async () => {
  const before = await storeEvents(2, 3);
  const ids = await storeEvents(5, 1);
  const since = new Date(idTimestamp_ms(ids[0] as string));
  expect(await exportEventsSince(service.ctx.db, since)).toBe(5);
  expect(await exportEventsSince(service.ctx.db, since)).toBe(0);
  expect(await waiting()).toEqual(ids);
  expect(await exportEventsSince(service.ctx.db, new Date(idTimestamp_ms(before[0] as string)))).toBe(2);
  expect(await waiting()).toEqual([...ids, ...before]);
  expect(await forgetExports(service.ctx.db)).toBe(7);
  expect(await waiting()).toEqual([]);
});
