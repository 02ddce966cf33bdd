/**
 * Every fault of SantimPay's stand-in: whatever happens on the way, a payment ends booked exactly once with its own
 * amount, or visibly not paid.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollPayment } from '../../domain/payments/index.ts';
import {
  must,
  santimpayBody,
  santimpayProject,
  startWithSantimPay,
  until,
  type Project,
  type SantimPayService,
} from '../harness/index.ts';
import type { Faults } from '../stand-ins/santimpay.ts';

/** Far less than in earnest, and longer than a busy machine takes to answer on loopback. */
const DEADLINE_MS = 1_500;
const AMOUNT_MINOR = 12_345;

let setup: SantimPayService;
let project: Project;

beforeAll(async () => {
  setup = await startWithSantimPay(['ledger-postings', 'provider-polls']);
  setup.service.ctx.provider_deadline_ms = DEADLINE_MS;
  project = await santimpayProject(setup, { callback_public_key: setup.gateway.callback_public_key });
});
afterAll(() => setup.stop());

interface Case {
  name: string;
  faults: Partial<Faults>;
  /** What the creation is answered with. */
  created: 'initiated' | 'pending' | 'completed' | 'failed';
  /** What happens then, in this order. */
  steps: Step[];
  ends: 'initiated' | 'pending' | 'completed' | 'failed';
  /** What a person sees, in the timeline. */
  mismatch?: object;
  /** What our callbacks' addresses answered. */
  callbacks?: number[];
}

type Step =
  /** The payer acts on SantimPay's page; callbacks follow. */
  | 'pays'
  | 'pays, but SantimPay says it failed'
  | 'callback'
  | 'poll'
  | 'merchant cancels'
  /** SantimPay's next answer is a 500. */
  | 'outage'
  /** What was wrong with the status is put right. */
  | 'status is put right';

const CASES: Case[] = [
  { name: 'no fault', faults: {}, created: 'pending', steps: ['pays'], ends: 'completed', callbacks: [200] },
  {
    name: 'the answer is lost after SantimPay acted',
    faults: { drop_response: true },
    created: 'initiated',
    steps: ['pays'],
    ends: 'completed',
  },
  {
    name: 'the answer is lost and no callback comes',
    faults: { drop_response: true, callback: 'never' },
    created: 'initiated',
    steps: ['poll', 'pays', 'poll', 'poll'],
    ends: 'completed',
  },
  {
    name: 'the answer comes after the deadline',
    faults: { delay_ms: DEADLINE_MS + 500 },
    created: 'initiated',
    steps: ['pays', 'poll'],
    ends: 'completed',
  },
  {
    name: 'the callback comes twice',
    faults: { callback: 'twice' },
    created: 'pending',
    steps: ['pays', 'callback', 'poll'],
    ends: 'completed',
    callbacks: [200, 200, 200],
  },
  {
    name: 'the callback comes late',
    faults: { callback: 'never' },
    created: 'pending',
    steps: ['pays', 'poll', 'callback'],
    ends: 'completed',
    callbacks: [200],
  },
  {
    name: 'the callback comes before the create answer',
    faults: { callback: 'before_answer' },
    created: 'pending',
    steps: ['callback', 'poll'],
    ends: 'completed',
  },
  {
    name: 'the callback comes before a create answer that is lost',
    faults: { callback: 'before_answer', drop_response: true },
    created: 'initiated',
    steps: ['poll'],
    ends: 'completed',
  },
  {
    name: 'the callback tells of a wrong amount',
    faults: { callback_amount: '999999.99' },
    created: 'pending',
    steps: ['pays'],
    ends: 'completed',
    callbacks: [200],
  },
  {
    name: 'the callback claims a payment that was not made',
    faults: {},
    created: 'pending',
    steps: ['callback', 'poll'],
    ends: 'pending',
    callbacks: [200],
  },
  ...(['wrong', 'none', 'old', 'mirrors_another_body', 'none_algorithm'] as const).map(
    (callback_signature): Case => ({
      name: `the callback's signature: ${callback_signature}`,
      faults: { callback_signature },
      created: 'pending',
      steps: ['pays', 'poll'],
      ends: 'completed',
      callbacks: [401],
    }),
  ),
  {
    name: 'no callback comes',
    faults: { callback: 'never' },
    created: 'pending',
    steps: ['poll', 'pays', 'poll'],
    ends: 'completed',
    callbacks: [],
  },
  {
    name: 'nobody pays',
    faults: {},
    created: 'pending',
    steps: ['poll', 'poll'],
    ends: 'pending',
  },
  {
    name: 'SantimPay fails once without having acted',
    faults: { errors_500: 1 },
    created: 'initiated',
    steps: ['poll', 'poll'],
    ends: 'initiated',
  },
  {
    name: 'SantimPay fails once after having acted',
    faults: { errors_500_after: 1, callback: 'never' },
    created: 'initiated',
    steps: ['pays', 'poll'],
    ends: 'completed',
  },
  {
    name: 'the status fails once, then succeeds',
    faults: { callback: 'never' },
    created: 'pending',
    steps: ['pays', 'outage', 'poll', 'poll'],
    ends: 'completed',
  },
  {
    name: 'the answer cannot be read',
    faults: { unreadable: true },
    created: 'initiated',
    steps: ['pays'],
    ends: 'completed',
  },
  {
    name: 'the answer sends us elsewhere',
    faults: { redirect_to: 'http://127.0.0.1:9/' },
    created: 'initiated',
    steps: ['pays'],
    ends: 'completed',
  },
  {
    name: 'the status tells of a smaller amount',
    faults: { status_amount: '123.44' },
    created: 'pending',
    steps: ['pays', 'poll', 'poll'],
    ends: 'pending',
    mismatch: { amount: { expected: '123.45', reported: '123.44' } },
  },
  {
    name: 'the status tells of a larger amount',
    faults: { status_amount: '12345' },
    created: 'pending',
    steps: ['pays', 'poll'],
    ends: 'pending',
    mismatch: { amount: { expected: '123.45', reported: '12345.00' } },
  },
  {
    name: 'the status tells of more decimals than there are',
    faults: { status_amount: '123.4501' },
    created: 'pending',
    steps: ['pays', 'poll'],
    ends: 'pending',
    mismatch: { amount: { expected: '123.45', reported: null } },
  },
  {
    name: 'the status tells of another currency',
    faults: { status_currency: 'USD' },
    created: 'pending',
    steps: ['pays', 'poll'],
    ends: 'pending',
    mismatch: { currency: { expected: 'ETB', reported: 'USD' } },
  },
  {
    name: "the status tells of another's payment",
    faults: { status_reference: 'pay_of_somebody_else' },
    created: 'pending',
    steps: ['pays', 'poll'],
    ends: 'pending',
    mismatch: { reference: { reported: 'pay_of_somebody_else' } },
  },
  {
    name: 'a wrong status is put right',
    faults: { status_amount: '1' },
    created: 'pending',
    steps: ['pays', 'status is put right', 'poll'],
    ends: 'completed',
    mismatch: { amount: { expected: '123.45', reported: '1.00' } },
  },
  {
    name: 'SantimPay refuses',
    faults: { decline: 'payment method not supported' },
    created: 'failed',
    steps: ['poll'],
    ends: 'failed',
  },
  {
    name: 'the payment fails, and was paid after all',
    faults: {},
    created: 'pending',
    steps: ['pays, but SantimPay says it failed', 'pays'],
    ends: 'completed',
  },
  {
    name: 'the merchant cancels, and it was paid after all',
    faults: { callback: 'twice' },
    created: 'pending',
    steps: ['merchant cancels', 'pays'],
    ends: 'completed',
  },
];

test.each(CASES)('$name', async ({ faults, created, steps, ends, mismatch, callbacks }) => {
  const { gateway } = setup;
  gateway.reset(faults);
  const before = await balances();
  const { body: payment } = must(
    await project.key.post('/api/v1/payments', santimpayBody({ amount: AMOUNT_MINOR / 100 })),
  );
  // A callback that comes before the answer may already have completed it.
  expect(faults.callback === 'before_answer' ? [created, 'completed'] : [created]).toContain(payment.status);
  for (const step of steps) await take(step, payment.id);

  await until(`it is ${ends}`, async () => (await statusOf(payment.id)) === ends);
  await callbacksHandled();
  expect(await statusOf(payment.id)).toBe(ends);
  expect(gateway.complaints).toEqual([]);
  expect(gateway.calls('/initiate-payment')).toHaveLength(1);
  if (callbacks) expect(gateway.callback_answers).toEqual(callbacks);
  await expectBooked(payment.id, ends === 'completed', before);
  const noted = (await timeline(payment.id)).filter(({ type }) => type === 'payment.mismatch');
  expect(noted.map(({ details }) => details)).toMatchObject(mismatch ? [mismatch] : []);
});

test('callbacks, polls and people at once complete a payment once', async () => {
  const { gateway } = setup;
  gateway.reset({ callback: 'twice' });
  const before = await balances();
  const { body: payment } = must(
    await project.key.post('/api/v1/payments', santimpayBody({ amount: AMOUNT_MINOR / 100 })),
  );
  const sync = () => project.key.post(`/api/v1/payments/${payment.id}/sync`);
  await Promise.all([
    take('pays', payment.id),
    take('poll', payment.id),
    take('callback', payment.id),
    sync(),
    sync(),
    take('poll', payment.id),
  ]);
  await take('poll', payment.id);
  await callbacksHandled();
  await expectBooked(payment.id, true, before);
  expect((await timeline(payment.id)).filter(({ type }) => type === 'payment.completed')).toHaveLength(1);
});

test('a payment whose page was lost with the answer tells its payer to start again', async () => {
  setup.gateway.reset({ drop_response: true, callback: 'never' });
  const { body: payment } = must(await project.key.post('/api/v1/payments', santimpayBody()));
  expect(payment).toMatchObject({ status: 'initiated', next_action: null });
  await take('poll', payment.id);
  const { body: known } = must(await project.key.get(`/api/v1/payments/${payment.id}`));
  expect(known).toMatchObject({
    status: 'pending',
    next_action: { type: 'prompt', message: expect.stringContaining('start the payment again') },
  });
});

test('a payment that was paid after all is in the audit log', async () => {
  setup.gateway.reset();
  const { body: payment } = must(await project.key.post('/api/v1/payments', santimpayBody()));
  await take('merchant cancels', payment.id);
  await take('pays', payment.id);
  await until('it is completed', async () => (await statusOf(payment.id)) === 'completed');
  const { body } = await project.owner.client.get(`/api/projects/${project.id}/audit-log`);
  expect(body.audit_log).toContainEqual(
    expect.objectContaining({
      action: 'payment.late_success',
      subject: payment.id,
      details: { from: 'cancelled', cause: 'callback' },
    }),
  );
});

async function take(step: Step, payment_id: string): Promise<void> {
  const { gateway } = setup;
  const { ctx } = setup.service;
  switch (step) {
    case 'pays':
      return gateway.settle(payment_id);
    case 'pays, but SantimPay says it failed':
      await gateway.settle(payment_id, 'FAILED');
      await until('it failed', async () => (await statusOf(payment_id)) === 'failed');
      return;
    case 'callback':
      await gateway.callBack(payment_id);
      return;
    case 'poll':
      // Its time has come, as far as it is polled at all.
      await ctx
        .db('payments')
        .where({ id: payment_id })
        .whereNotNull('next_poll_at')
        .update({ next_poll_at: new Date(0) });
      await pollPayment(ctx, payment_id);
      return;
    case 'merchant cancels':
      must(await project.key.post(`/api/v1/payments/${payment_id}/cancel`));
      return;
    case 'outage':
      gateway.faults.errors_500 = 1;
      return;
    case 'status is put right':
      await callbacksHandled();
      gateway.faults.status_amount = null;
      return;
  }
}

async function statusOf(payment_id: string): Promise<string> {
  return must(await project.key.get(`/api/v1/payments/${payment_id}`)).body.status;
}

async function timeline(payment_id: string): Promise<{ type: string; details: object }[]> {
  return must(await project.key.get(`/api/v1/payments/${payment_id}/events`)).body.events.toReversed();
}

async function callbacksHandled(): Promise<void> {
  await until('every callback was dealt with', async () => {
    const waiting = await setup.service.ctx.db('provider_callbacks').whereNull('handled_at').first();
    return waiting === undefined;
  });
}

async function balances(): Promise<Record<string, number>> {
  const { body } = must(await project.key.get('/api/v1/ledger/accounts?currency=ETB'));
  return Object.fromEntries(
    body.accounts.map((each: { kind: string; balance_minor: number }) => [each.kind, each.balance_minor]),
  );
}

/** Booked once with the payment's own amount, or not at all. */
async function expectBooked(
  payment_id: string,
  booked: boolean,
  before: Record<string, number>,
): Promise<void> {
  const { ctx } = setup.service;
  const postings = (): Promise<{ status: string }[]> => ctx.db('postings').where({ payment_id });
  if (booked) await until('it is booked', async () => (await postings())[0]?.status === 'posted');
  expect(await postings()).toHaveLength(booked ? 1 : 0);
  const transfers = await ctx.db('ledger_transfers').where({ reference: payment_id });
  expect(transfers.map(({ amount }) => Number(amount))).toEqual(booked ? [AMOUNT_MINOR] : []);
  const after = await balances();
  for (const kind of ['provider_clearing', 'merchant_available'])
    expect((after[kind] ?? 0) - (before[kind] ?? 0)).toBe(booked ? AMOUNT_MINOR : 0);
}
