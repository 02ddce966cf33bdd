/**
 * Refunds by reversal: whatever becomes of requests and results, the payer gets the money back once, or the refund is
 * visibly not made, and the ledger says the same.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentPolls, refunds } from '../../domain/payments/index.ts';
import {
  must,
  paymentBody,
  projectWithProvider,
  startWithProvider,
  until,
  type Project,
  type ProviderService,
} from '../harness/index.ts';
import type { DarajaFaults } from '../stand-ins/mpesa/faults.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import type { Faults } from '../stand-ins/stand-in.ts';

const DEADLINE_MS = 1_500;
const AMOUNT_MINOR = 15_000;

let setup: ProviderService<DarajaStandIn>;
let project: Project;

beforeAll(async () => {
  setup = await startWithProvider('mpesa', new DarajaStandIn(), {
    workers: ['ledger-postings', 'provider-polls'],
  });
  setup.service.ctx.provider_deadline_ms = DEADLINE_MS;
  project = await projectWithProvider(setup, setup.gateway.initiator);
});
afterAll(() => setup.stop());

interface Case {
  name: string;
  faults: Partial<Faults & DarajaFaults>;
  steps: ('results' | 'attempt' | 'two attempts at once' | 'results come')[];
  ends: 'succeeded' | 'failed' | 'processing';
  /** Reversals that were made at M-PESA. */
  reversed: 0 | 1;
}

const CASES: Case[] = [
  { name: 'no fault', faults: {}, steps: ['results'], ends: 'succeeded', reversed: 1 },
  {
    name: 'the result is told twice',
    faults: { results: 'twice' },
    steps: ['results', 'attempt'],
    ends: 'succeeded',
    reversed: 1,
  },
  {
    name: 'the answer to the request is lost',
    faults: { reversal_answer: 'dropped' },
    steps: ['attempt', 'attempt', 'results'],
    ends: 'succeeded',
    reversed: 1,
  },
  {
    name: 'the request is answered with an error though it was carried out',
    faults: { reversal_answer: 'error_after' },
    steps: ['attempt', 'results'],
    ends: 'succeeded',
    reversed: 1,
  },
  {
    name: 'the answer to the request says nothing',
    faults: { reversal_answer: 'says_nothing' },
    steps: ['attempt', 'results'],
    ends: 'succeeded',
    reversed: 1,
  },
  {
    name: 'the answer is lost and no result is told: the status is asked for',
    faults: { reversal_answer: 'dropped', results: 'never' },
    steps: ['results', 'attempt', 'results come', 'results'],
    ends: 'succeeded',
    reversed: 1,
  },
  {
    name: 'there were too many requests: it is requested again',
    faults: { reversal_answer: 'throttled' },
    steps: ['attempt', 'results'],
    ends: 'succeeded',
    reversed: 1,
  },
  {
    name: 'the access token has expired',
    faults: { tokens_expired: true },
    steps: ['results'],
    ends: 'succeeded',
    reversed: 1,
  },
  {
    name: 'two attempts at once request one reversal',
    faults: {},
    steps: ['two attempts at once', 'results'],
    ends: 'succeeded',
    reversed: 1,
  },
  {
    name: 'the time-out address is called: unknown, not failed',
    faults: { results: 'timeout' },
    steps: ['results'],
    ends: 'processing',
    reversed: 1,
  },
  {
    name: 'the time-out address is called, and the status asked for',
    faults: { results: 'timeout' },
    steps: ['results', 'results come', 'attempt', 'results'],
    ends: 'succeeded',
    reversed: 1,
  },
  {
    name: 'another code than 0 is confirmed by the status',
    faults: { reversal: 'done_as_21' },
    steps: ['results', 'results'],
    ends: 'succeeded',
    reversed: 1,
  },
  {
    name: 'and by the status of the payment, where the reversal is not to be found',
    faults: { reversal: 'done_as_21', only_receipts: true },
    steps: ['results', 'results', 'results'],
    ends: 'succeeded',
    reversed: 1,
  },
  {
    name: 'a refusal is confirmed too',
    faults: { reversal: 'refused' },
    steps: ['results'],
    ends: 'processing',
    reversed: 0,
  },
  {
    name: 'a refusal that is confirmed fails the refund',
    faults: { reversal: 'refused' },
    steps: ['results', 'results', 'results'],
    ends: 'failed',
    reversed: 0,
  },
];

test.each(CASES)('$name', async ({ faults, steps, ends, reversed }) => {
  const { gateway } = setup;
  const payment_id = await paid();
  const before = await available();
  Object.assign(gateway.faults, faults);
  const { id } = await refund(payment_id, {});
  // An attempt that begins before the one under way has ended loses what that one notes.
  await until('the first attempt is over', async () => (await read(id)).status !== 'pending');
  expect(gateway.calls('/mpesa/reversal/')).not.toEqual([]);
  for (const step of steps) await take(step, id);
  await until(`it is ${ends}`, async () => (await read(id)).status === ends);
  expect(gateway.complaints).toEqual([]);
  expect(gateway.reversals.filter(({ done }) => done)).toHaveLength(reversed);
  expect(before - (await available())).toBe(ends === 'failed' ? 0 : AMOUNT_MINOR);
  if (ends === 'failed') expect(await read(id)).toMatchObject({ failure_code: 'declined' });
});

test('a part is reversed as the integer that it is; a fraction is refused before anything is held', async () => {
  const { gateway } = setup;
  const payment_id = await paid();
  const refused = await project.key.post(`/api/v1/payments/${payment_id}/refunds`, { amount: '10.50' });
  expect(refused).toMatchObject({ status: 422, body: { error: { reason: 'amount_not_supported' } } });
  const { id } = await refund(payment_id, { amount: '40.00' });
  await until('it was requested', () => gateway.reversals.length === 1);
  expect(gateway.reversals[0]?.amount).toBe(40);
  expect(await gateway.tellResults()).toEqual([200]);
  await until('it succeeded', async () => (await read(id)).status === 'succeeded');
});

test('a refund waits, pending, for the receipt that a late callback brings', async () => {
  const { gateway } = setup;
  const payment_id = await paid('never');
  const { id } = await refund(payment_id, {});
  await take('attempt', id);
  expect(await read(id)).toMatchObject({ status: 'pending' });
  expect(gateway.calls('/mpesa/reversal/')).toEqual([]);
  await gateway.callBack(payment_id);
  await until('it was requested', () => gateway.reversals.length === 1);
  await gateway.tellResults();
  await until('it succeeded', async () => (await read(id)).status === 'succeeded');
});

test('a person may end a refund that waits for a receipt', async () => {
  const payment_id = await paid('never');
  const { id } = await refund(payment_id, {});
  must(await project.key.post(`/api/v1/refunds/${id}/mark`, { status: 'succeeded', note: 'by hand' }));
  expect(await read(id)).toMatchObject({ status: 'succeeded' });
  await setup.gateway.callBack(payment_id);
  await take('attempt', id);
  expect(setup.gateway.reversals).toEqual([]);
});

test('without an initiator refunds are made by hand', async () => {
  const { gateway } = setup;
  const other = await projectWithProvider(setup);
  const { body } = must(await other.owner.client.get(`/api/projects/${other.id}/providers?environment=test`));
  const mpesa = body.providers.find(({ name }: { name: string }) => name === 'mpesa');
  expect(mpesa.capabilities).toMatchObject({ status_api: true, refunds: false, partial_refunds: false });
  gateway.reset();
});

async function take(step: Case['steps'][number], refund_id: string): Promise<void> {
  const { gateway } = setup;
  switch (step) {
    case 'results':
      await until(
        'there is something to tell',
        () => gateway.has_results || gateway.faults.results === 'never',
      );
      for (const answer of await gateway.tellResults()) expect(answer).toBe(200);
      return callbacksHandled();
    case 'results come':
      gateway.faults.results = 'once';
      return;
    case 'attempt':
      return attempt(refund_id);
    case 'two attempts at once':
      await Promise.all([attempt(refund_id), attempt(refund_id), attempt(refund_id)]);
      return;
  }
}

/** Its time has come, and the last question was some time ago. */
async function attempt(refund_id: string): Promise<void> {
  const { ctx } = setup.service;
  await ctx
    .db('refunds')
    .where({ id: refund_id })
    .whereNull('outcome')
    .update({ next_attempt_at: new Date(0), provider_data: ctx.db.raw("provider_data - 'asked_at'") });
  await refunds.process(ctx, refund_id);
}

async function callbacksHandled(): Promise<void> {
  await until('every callback was dealt with', async () => {
    const waiting = await setup.service.ctx.db('provider_callbacks').whereNull('handled_at').first();
    return waiting === undefined;
  });
}

/** A payment that is completed and booked. */
async function paid(callback: 'once' | 'never' = 'once'): Promise<string> {
  const { gateway, service } = setup;
  gateway.reset({ callback });
  const { body: payment } = must(
    await project.key.post(
      '/api/v1/payments',
      paymentBody({
        provider: 'mpesa',
        currency: 'KES',
        amount: AMOUNT_MINOR / 100,
        customer_phone: '+254708374149',
      }),
    ),
  );
  await gateway.settle(payment.id);
  if (callback === 'never') {
    await service.ctx
      .db('payments')
      .where({ id: payment.id })
      .update({ next_poll_at: new Date(0) });
    await paymentPolls.poll(service.ctx, payment.id);
  }
  await until('it is booked', async () => {
    const posting = await service.ctx.db('postings').where({ payment_id: payment.id }).first();
    return posting?.status === 'posted';
  });
  await callbacksHandled();
  return payment.id;
}

async function refund(payment_id: string, body: object): Promise<{ id: string }> {
  return must(await project.key.post(`/api/v1/payments/${payment_id}/refunds`, body)).body;
}

async function read(refund_id: string): Promise<Record<string, unknown>> {
  return must(await project.key.get(`/api/v1/refunds/${refund_id}`)).body;
}

/** What the merchant has, in minor units, without what is held. */
async function available(): Promise<number> {
  const { body } = must(
    await project.key.get('/api/v1/ledger/accounts?currency=KES&kind=merchant_available'),
  );
  return body.accounts[0].available_minor;
}
