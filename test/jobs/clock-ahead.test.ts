/**
 * What a clock that was ahead has put off, counted or leased beside the rows of sweeps (blocked-sweeps.test.ts): nothing waits
 * until that time has come.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseId } from '../../core/ids.ts';
import { holds } from '../../domain/ledger/index.ts';
import { postings } from '../../domain/payments/index.ts';
import { countPrompt } from '../../domain/payments/links/limit-prompts.ts';
import type { Context } from '../../domain/platform/context.ts';
import { limitAttempts } from '../../domain/staff/sessions/sign-in-limits.ts';
import { sweepWebhookDeliveries } from '../../domain/webhooks/index.ts';
import { claimEndpoint } from '../../domain/webhooks/delivery/lease.ts';
import { expectError } from '../api/samples.ts';
import {
  loseNextBooking,
  must,
  newPhone,
  paymentBody,
  projectOf,
  quickPerson,
  sharedService,
  verifyAll,
  type Project,
  type TestService,
} from '../harness/index.ts';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

let service: TestService;
let ctx: Context;
let project: Project;

beforeAll(async () => {
  service = await sharedService();
  ctx = service.ctx;
});
afterAll(async () => {
  expect(await verifyAll(ctx)).toEqual([]);
  await service.stop();
});
beforeEach(async () => {
  project = await projectOf(await quickPerson(service), service.anyone);
});

const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1_000);

async function pay(): Promise<string> {
  return must(await project.key.post('/api/v1/payments', paymentBody())).body.id;
}

/** An endpoint with one delivery that is due. */
async function endpointWithDelivery(): Promise<{ endpoint_id: string; delivery_id: string }> {
  const endpoint = { url: 'http://127.0.0.1:9/', events: ['payment.completed'] };
  const endpoint_id = must(await project.key.post('/api/v1/webhook-endpoints', endpoint)).body.id;
  await pay();
  const { id } = await ctx.db('webhook_deliveries').where({ endpoint_id }).first('id');
  return { endpoint_id, delivery_id: id };
}

test('a lease that lasts longer than any is free', async () => {
  const { endpoint_id } = await endpointWithDelivery();
  const leaseFor = (seconds: number) =>
    ctx
      .db('webhook_endpoint_states')
      .where({ endpoint_id })
      .update({ leased_until: inSeconds(seconds) });
  await leaseFor(30);
  expect(await claimEndpoint(ctx.db, endpoint_id)).toBeNull();
  await leaseFor(HOUR_S);
  expect(await claimEndpoint(ctx.db, endpoint_id)).toMatchObject({ endpoint_id, hanging: false });
});

test('leases that last longer than any take no place from other endpoints of the project', async () => {
  const { endpoint_id } = await endpointWithDelivery();
  for (let no = 0; no < 30; no += 1) {
    const other = { url: `http://127.0.0.1:9/${no}`, events: ['payment.failed'] };
    must(await project.key.post('/api/v1/webhook-endpoints', other));
  }
  await ctx
    .db('webhook_endpoint_states')
    .where({ project_id: project.id })
    .whereNot({ endpoint_id })
    .update({ leased_until: inSeconds(HOUR_S) });
  expect(await claimEndpoint(ctx.db, endpoint_id)).toMatchObject({ endpoint_id });
});

test('a delivery that is due later than any retry is due now', async () => {
  const { delivery_id } = await endpointWithDelivery();
  const dueIn_ms = async (): Promise<number> => {
    const { next_attempt_at } = await ctx.db('webhook_deliveries').where({ id: delivery_id }).first();
    return next_attempt_at.getTime() - Date.now();
  };
  const putOff = (seconds: number) =>
    ctx
      .db('webhook_deliveries')
      .where({ id: delivery_id })
      .update({ next_attempt_at: inSeconds(seconds) });
  // The ninth retry comes a day and a tenth after the attempt before it.
  await putOff(1.1 * DAY_S);
  await sweepWebhookDeliveries(ctx);
  expect(await dueIn_ms()).toBeGreaterThan(DAY_S * 1_000);
  await putOff(1.1 * DAY_S + 120);
  await sweepWebhookDeliveries(ctx);
  expect(await dueIn_ms()).toBeLessThanOrEqual(0);
});

test('a posting that is put off for longer than any is booked', async () => {
  const payment_id = await pay();
  const posting = () => ctx.db('postings').where({ payment_id });
  await posting().update({ next_attempt_at: inSeconds(120) });
  await postings.sweep(ctx);
  expect(await posting().first()).toMatchObject({ status: 'posted' });
});

test('how a hold was resolved is recorded, whenever its request seems to have died', async () => {
  await pay();
  await postings.postPending(ctx);
  const account = async (kind: string): Promise<string> =>
    must(await project.key.post('/api/v1/ledger/accounts', { kind, currency: 'KES' })).body.id;
  const body = {
    debit_account_id: await account('merchant_available'),
    credit_account_id: await account('adjustments'),
    amount_minor: 100,
    idempotency_key: 'hold',
  };
  const hold = must(await project.key.post('/api/v1/ledger/holds', body)).body.id;
  loseNextBooking(ctx.ledger, 'after');
  expectError(await project.key.post(`/api/v1/ledger/holds/${hold}/capture`), 503, 'SERVICE_UNAVAILABLE');
  const row = () => ctx.db('ledger_holds').where({ id: parseId('hold', hold) as string });
  expect(await row().first()).toMatchObject({ status: 'pending' });
  await row().update({ touched_at: inSeconds(HOUR_S) });
  await holds.resumePending(ctx);
  expect(await row().first()).toMatchObject({ status: 'captured', touched_at: null });
});

test('an attempt to sign in does not wait longer than the longest pause', async () => {
  const email = `${project.id}@example.org`;
  const attempt = () =>
    limitAttempts(ctx.db, { purpose: 'sign_in', email, address: '192.0.2.1' }, () => Promise.resolve('in'));
  await attempt();
  const { key } = await ctx.db('sign_in_limits').orderBy('updated_at', 'desc').first('key');
  const putOff = (seconds: number) =>
    ctx
      .db('sign_in_limits')
      .where({ key })
      .update({ attempts: 20, retry_at: inSeconds(seconds) });
  await putOff(60);
  await expect(attempt()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await putOff(HOUR_S);
  expect(await attempt()).toBe('in');
});

test('prompts from the future do not keep a phone from being prompted', async () => {
  const scope = { project_id: project.id, environment: 'test' } as const;
  const phone = newPhone();
  const prompt = () => countPrompt(ctx.db, scope, phone);
  for (let no = 0; no < 5; no += 1) await prompt();
  await expect(prompt()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await ctx
    .db('payment_prompts')
    .where({ phone })
    .update({ prompted_at: Array.from({ length: 5 }, () => inSeconds(HOUR_S)) });
  await prompt();
});
