/** Refunds through Disbursements: made once whatever is lost, or visibly not made, and the ledger says the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refunds } from '../../domain/payments/index.ts';
import { CLAIM_MS } from '../../domain/platform/attempts.ts';
import {
  changeContext,
  must,
  paymentBody,
  projectWithProvider,
  startWithProvider,
  until,
  type Project,
  type ProviderService,
} from '../harness/index.ts';
import { MtnMomoStandIn } from '../stand-ins/mtn-momo.ts';

const AMOUNT_MINOR = 150_000;

let setup: ProviderService<MtnMomoStandIn>;
let project: Project;

beforeAll(async () => {
  setup = await startWithProvider('mtn_momo', new MtnMomoStandIn(), {
    workers: ['ledger-postings', 'provider-polls'],
  });
  setup.service.ctx.provider_deadline_ms = 1_500;
  project = await projectWithProvider(setup, setup.gateway.disbursement);
});
afterAll(() => setup.stop());

const CASES: {
  name: string;
  faults: Partial<MtnMomoStandIn['faults']>;
  ends: 'succeeded' | 'failed' | 'processing';
  refunds: number;
}[] = [
  { name: 'no fault', faults: {}, ends: 'succeeded', refunds: 1 },
  {
    name: 'the answer is lost: asked for under its id',
    faults: { refund_answer: 'dropped' },
    ends: 'succeeded',
    refunds: 1,
  },
  {
    name: 'the request never arrived: requested again',
    faults: { refund_answer: 'error_before' },
    ends: 'succeeded',
    refunds: 1,
  },
  {
    name: 'the request arrives late, and its repetition is refused',
    faults: { refund_answer: 'arrives_late' },
    ends: 'succeeded',
    refunds: 1,
  },
  { name: 'the access token has expired', faults: { tokens_expired: true }, ends: 'succeeded', refunds: 1 },
  { name: 'MTN fails it', faults: { refund: 'FAILED' }, ends: 'failed', refunds: 1 },
  { name: 'it takes its time', faults: { refund: 'PENDING' }, ends: 'processing', refunds: 1 },
  {
    name: 'the refund is said to be of another amount: left for a person',
    faults: { refund_amount: '1' },
    ends: 'processing',
    refunds: 1,
  },
];

test.each(CASES)('$name', async ({ faults, ends, refunds }) => {
  const { gateway } = setup;
  const payment_id = await paid();
  const before = await available();
  Object.assign(gateway.faults, faults);
  const { body: refund } = must(await project.key.post(`/api/v1/payments/${payment_id}/refunds`, {}));
  await until('it was requested', () => gateway.calls('/disbursement/v1_0/refund').length > 0);
  await attempt(refund.id);
  await attempt(refund.id);
  await attempt(refund.id);
  await until(`it is ${ends}`, async () => (await read(refund.id)).status === ends);
  expect(gateway.complaints).toEqual([]);
  expect([...gateway.refunds.values()].map(({ amount }) => amount)).toEqual(Array(refunds).fill('1500'));
  expect(before - (await available())).toBe(ends === 'failed' ? 0 : AMOUNT_MINOR);
});

test('no attempt begins while one is under way, however long that takes, and the next soon after it', async () => {
  const { gateway, service } = setup;
  const { ctx } = service;
  const payment_id = await paid();
  changeContext(ctx, { provider_deadline_ms: 30_000 });
  Object.assign(gateway.faults, { refund: 'PENDING', other_answers: { late_ms: CLAIM_MS + 1_000 } });
  const { body } = must(await project.key.post(`/api/v1/payments/${payment_id}/refunds`, {}));
  const calls = () => gateway.calls('/disbursement/v1_0/refund').length;
  await until('it was requested', () => calls() > 0);
  await until('the attempt is over', async () => {
    await refunds.process(ctx, body.id);
    return (await ctx.db('refunds').where({ id: body.id }).first()).unanswered === 0;
  });
  const { attempts, next_attempt_at } = await ctx.db('refunds').where({ id: body.id }).first();
  expect([attempts, calls()]).toEqual([1, 1]);
  expect(next_attempt_at.getTime() - Date.now()).toBeLessThanOrEqual(15_000);
});

test('a part is refunded, under an id of its own', async () => {
  const { gateway } = setup;
  const payment_id = await paid();
  const ids: string[] = [];
  for (const amount of ['500.00', '1000.00']) {
    const { body } = must(await project.key.post(`/api/v1/payments/${payment_id}/refunds`, { amount }));
    ids.push(body.id);
  }
  await until('both arrived', () => gateway.refunds.size === 2);
  for (const id of ids) await attempt(id);
  for (const id of ids) await until('it succeeded', async () => (await read(id)).status === 'succeeded');
  const { reference_id } = gateway.requestOf(payment_id);
  const sent = [...gateway.refunds.values()];
  expect(sent.map(({ amount }) => amount).toSorted()).toEqual(['1000', '500']);
  expect(sent.map(({ refunds }) => refunds)).toEqual([reference_id, reference_id]);
});

test('a part of a unit that has no parts is refused, and nothing held', async () => {
  const payment_id = await paid();
  const before = await available();
  const reply = await project.key.post(`/api/v1/payments/${payment_id}/refunds`, { amount: '500.50' });
  expect(reply.status).toBe(422);
  expect(reply.body.error).toMatchObject({
    reason: 'amount_not_supported',
    message: expect.stringMatching(/^MTN MoMo takes multiples of .* only\.$/),
  });
  expect(await available()).toBe(before);
});

test('without the keys of Disbursements refunds are made by hand', async () => {
  const other = await projectWithProvider(setup);
  const { body } = must(await other.owner.client.get(`/api/projects/${other.id}/providers?environment=test`));
  const listed = body.providers.find(({ name }: { name: string }) => name === 'mtn_momo');
  expect(listed).toMatchObject({
    currencies: ['UGX'],
    capabilities: { status_api: true, refunds: false, partial_refunds: false },
  });
});

async function attempt(refund_id: string): Promise<void> {
  const { ctx } = setup.service;
  await ctx
    .db('refunds')
    .where({ id: refund_id })
    .whereNull('outcome')
    .update({ next_attempt_at: new Date(0) });
  await refunds.process(ctx, refund_id);
}

/** A payment that is completed and booked. */
async function paid(): Promise<string> {
  const { gateway, service } = setup;
  gateway.reset();
  const { body: payment } = must(
    await project.key.post(
      '/api/v1/payments',
      paymentBody({
        provider: 'mtn_momo',
        currency: 'UGX',
        amount: AMOUNT_MINOR / 100,
        customer_phone: '+256772123456',
      }),
    ),
  );
  await gateway.settle(payment.id);
  await until('it is booked', async () => {
    const posting = await service.ctx.db('postings').where({ payment_id: payment.id }).first();
    return posting?.status === 'posted';
  });
  return payment.id;
}

async function read(refund_id: string): Promise<Record<string, unknown>> {
  return must(await project.key.get(`/api/v1/refunds/${refund_id}`)).body;
}

/** What the merchant has, in minor units, without what is held. */
async function available(): Promise<number> {
  const { body } = must(
    await project.key.get('/api/v1/ledger/accounts?currency=UGX&kind=merchant_available'),
  );
  return body.accounts[0].available_minor;
}
