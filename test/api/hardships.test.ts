/** What payments and requests do when the machine, the clock or a process behaves badly. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { idTimestamp_ms, newId } from '../../core/ids.ts';
import { paymentPolls } from '../../domain/payments/index.ts';
import {
  changeContext,
  must,
  paymentBody,
  santimpayBody,
  santimpayProject,
  startWithSantimPay,
  until,
  type Project,
  type SantimPayService,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

const HOUR_MS = 3_600_000;

let setup: SantimPayService;
let service: TestService;
let project: Project;

beforeAll(async () => {
  setup = await startWithSantimPay();
  ({ service } = setup);
  project = await santimpayProject(setup);
});
afterAll(() => setup.stop());

test.each([
  ['disk full', '53100'],
  ['out of memory', '53200'],
  ['input or output error', '58030'],
])('%s is 503, and the request succeeds once that has passed', async (_what, state) => {
  const { db } = service.ctx;
  await db.raw(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'the server cannot' using errcode = '${state}'; end $$`);
  await db.raw('create trigger fails before insert on payments execute function fail()');
  const body = paymentBody();
  const reply = await project.key.post('/api/v1/payments', body);
  await db.raw('drop function fail cascade');
  expectError(reply, 503, 'SERVICE_UNAVAILABLE');
  must(await project.key.post('/api/v1/payments', body));
});

test.each([HOUR_MS / 2, 24 * HOUR_MS])(
  'after a clock that was %d ms ahead and came back, a payment goes on',
  async (ahead_ms) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead_ms });
    const { body: made } = must(
      await project.key.post('/api/v1/payments', paymentBody({ customer_phone: '+254712345678' })),
    );
    expect(made.status).toBe('pending');
    vi.useRealTimers();
    await until('it is completed', async () => {
      await paymentPolls.sweep(service.ctx);
      await paymentPolls.poll(service.ctx, made.id);
      const { body } = must(await project.key.get(`/api/v1/payments/${made.id}`));
      return body.status === 'completed';
    });
    expect((await service.ctx.db('payments').where({ id: made.id }).first()).next_poll_at).toBeNull();
  },
);

test('a payment that nobody pays is asked about until a day after its expiry, and then shown to a person', async () => {
  const { ctx } = service;
  const unpaid = paymentBody({ customer_phone: '+254712345129' });
  const { body: made } = must(await project.key.post('/api/v1/payments', unpaid));
  const { next_poll_at } = await ctx.db('payments').where({ id: made.id }).first();
  expect(next_poll_at).not.toBeNull();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 24 * HOUR_MS });
  await paymentPolls.poll(ctx, made.id);
  vi.useRealTimers();
  expect(await ctx.db('payments').where({ id: made.id }).first()).toMatchObject({
    status: 'pending',
    next_poll_at: null,
  });
  const { body } = must(await project.key.get(`/api/v1/payments/${made.id}/events`));
  expect(body.events[0]).toMatchObject({ type: 'payment.unresolved', cause: 'poll', from: null, to: null });
});

test('after a clock that was ahead and came back, a payment that never arrived is submitted again', async () => {
  const { ctx } = service;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
  newId('payment');
  vi.useRealTimers();
  ctx.provider_deadline_ms = 1_500;
  setup.gateway.reset({ errors_500: 1 });
  const { body: made } = must(await project.key.post('/api/v1/payments', santimpayBody()));
  expect(made.status).toBe('initiated');
  expect(idTimestamp_ms(made.id)).toBeLessThanOrEqual(Date.now());
  await until('the provider has it', async () => {
    await ctx
      .db('payments')
      .where({ id: made.id })
      .update({ next_poll_at: new Date(0) });
    await paymentPolls.poll(ctx, made.id);
    return setup.gateway.charges(made.id) === 1;
  });
});

test('a repeat of a payment that is not answered waits five seconds, then answers what is stored', async () => {
  const headers = { 'idempotency-key': 'unanswered' };
  const body = paymentBody();
  const { body: first } = must(await project.key.post('/api/v1/payments', body, headers));
  // As while the provider thinks: stored, and not answered.
  const unanswered = { project_id: project.id, key: headers['idempotency-key'] };
  await service.ctx
    .db('idempotency_keys')
    .where(unanswered)
    .update({ response_status: null, response_body: null });
  await service.ctx.db('payments').where({ id: first.id }).update({ status: 'initiated' });
  const { body: repeated, status } = must(await project.key.post('/api/v1/payments', body, headers));
  expect([status, repeated]).toMatchObject([201, { id: first.id, status: 'initiated', replayed: true }]);
  // The first request's own answer is still the one that counts.
  const key = await service.ctx.db('idempotency_keys').where(unanswered).first();
  expect(key.response_body).toBeNull();
});

test('a poll that learns of the payment first does not make the answer of the request under way a poorer one', async () => {
  const { ctx } = service;
  const headers = { 'idempotency-key': 'overtaken' };
  const body = paymentBody();
  const { body: first } = must(await project.key.post('/api/v1/payments', body, headers));
  const unanswered = { project_id: project.id, key: headers['idempotency-key'] };
  await ctx.db('idempotency_keys').where(unanswered).update({ response_status: null, response_body: null });
  await ctx.db('payments').where({ id: first.id }).update({ status: 'pending' });
  const repeat = () => project.key.post('/api/v1/payments', body, headers);
  const kept = async () => (await ctx.db('idempotency_keys').where(unanswered).first()).response_body;
  changeContext(ctx, { provider_deadline_ms: 60_000 });
  expect(must(await repeat()).body).toMatchObject({ id: first.id, status: 'pending', replayed: true });
  expect(await kept()).toBeNull();
  // The provider would have answered by now: the request has died.
  changeContext(ctx, { provider_deadline_ms: 0 });
  expect(must(await repeat()).body).toMatchObject({ id: first.id, status: 'pending', replayed: true });
  expect(await kept()).toContain(first.id);
});
