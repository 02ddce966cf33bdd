import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentCredits } from '../../domain/movements/index.ts';
import { newId } from '../../core/ids.ts';
import {
  createSacco,
  defineProduct,
  held,
  lend,
  moving,
  must,
  newMember,
  paymentBody,
  startService,
  until,
  verifyAll,
  type Client,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let sacco: Sacco;
let key: Client;

beforeAll(async () => {
  service = await startService({
    workers: ['ledger-postings', 'provider-polls', 'sacco-credits', 'housekeeping'],
  });
  sacco = await createSacco(service);
  key = sacco.project.key;
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const path = (id: string, what = ''): string => `/api/v1/sacco/members/${id}${what && `/${what}`}`;

function pay(metadata: object, more: object = {}) {
  return key.post('/api/v1/payments', paymentBody({ amount: 100, metadata, ...more }));
}

async function paid(metadata: object, more: object = {}): Promise<string> {
  return must(await pay(metadata, more)).body.id;
}

interface Entry {
  id: string;
  payment_id: string;
  status: string;
}

async function entryOf(member: string, payment_id: string, status: string): Promise<Entry> {
  return until(`the credit of ${payment_id} is ${status}`, async () => {
    const { entries } = must(await key.get(path(member, 'entries'))).body;
    return entries.find((each: Entry) => each.payment_id === payment_id && each.status === status);
  });
}

async function credit(payment_id: string) {
  return service.ctx.db('sacco_payment_credits').where({ payment_id }).first();
}

/** It is booked, and the job that would credit it has come and found that it is not to: nothing more happens by itself. */
async function booked(payment_id: string): Promise<void> {
  await until('it is booked', async () => {
    const { booked: is_booked, due_at } = await credit(payment_id);
    return is_booked && due_at === null;
  });
}

/** The metadata with which the sandbox lets a payment that waits come true. */
const completing = () => service.ctx.db.raw(`metadata || '{"sandbox_outcome": "789"}'`);

/** Booked, and for the moment not due for crediting. */
async function heldBack(member: string): Promise<string> {
  const id = await paid({ sacco_member_id: member }, { customer_phone: '+254712345129' });
  await service.ctx.db('sacco_payment_credits').where({ payment_id: id }).update({ status: 'failed' });
  await service.ctx.db('payments').where({ id }).update({ metadata: completing() });
  must(await key.post(`/api/v1/payments/${id}/sync`));
  await booked(id);
  return id;
}

describe('a payment for a member', () => {
  test('is credited once, after it is booked', async () => {
    const member = await newMember(sacco);
    const savings = await paid({ sacco_member_id: member });
    const shares = await paid({ sacco_member_id: member, sacco_purpose: 'shares' }, { amount: 40 });
    expect(await entryOf(member, savings, 'posted')).toMatchObject({
      kind: 'deposit',
      source: 'payment',
      amount: '100.00',
      requested_by: { type: 'system' },
    });
    expect(await entryOf(member, shares, 'posted')).toMatchObject({
      kind: 'share_purchase',
      source: 'payment',
    });
    expect(await held(key, member)).toEqual({ savings: 10_000, shares: 4_000 });
    await Promise.all(Array.from({ length: 10 }, () => paymentCredits.apply(service.ctx, savings)));
    expect(await held(key, member)).toEqual({ savings: 10_000, shares: 4_000 });
    expect(must(await key.get('/api/v1/sacco/treasury')).body.cash_on_hand_minor).toBe(0);
    const { accounts } = must(await key.get(path(member, 'statement?from=2020-01-01&to=2100-01-01'))).body;
    expect(accounts[0].movements[0].description).toBe('Mobile-money deposit');
  });

  test('repays a loan; what is above the payoff goes into savings', async () => {
    const member = await newMember(sacco);
    const product_id = await defineProduct(sacco);
    const loan = await lend(sacco, { member_id: member, product_id, amount_minor: 15_000, term: 3 });
    const metadata = { sacco_member_id: member, sacco_purpose: 'loan_repayment' };
    expectInvalid(await pay(metadata), 'metadata.sacco_loan_id');
    for (const sacco_loan_id of [7, 'a loan', newId('loan')])
      expectError(await pay({ ...metadata, sacco_loan_id }), 422, 'UNPROCESSABLE', 'loan_not_open');
    const first = await paid({ ...metadata, sacco_loan_id: loan.id });
    const [second, third] = await Promise.all([
      paid({ ...metadata, sacco_loan_id: loan.id }),
      paid({ ...metadata, sacco_loan_id: loan.id }),
    ]);
    for (const payment of [first, second, third])
      expect(await entryOf(member, payment, 'posted')).toMatchObject({
        kind: 'loan_repayment',
        source: 'payment',
        loan_id: loan.id,
      });
    expect(must(await key.get(`/api/v1/sacco/loans/${loan.id}`)).body).toMatchObject({ status: 'closed' });
    expect((await held(key, member))['savings']).toBe(15_000 + 30_000 - 15_000);
    expectError(await pay({ ...metadata, sacco_loan_id: loan.id }), 422, 'UNPROCESSABLE', 'loan_not_open');
  });

  test('is refused where it could never be credited', async () => {
    const member = await newMember(sacco);
    const gone = await newMember(sacco);
    const { body: asked } = await sacco.maker.post(path(gone, 'exit'), {
      idempotency_key: 'gone',
      memo: 'moves',
    });
    const refused = async (metadata: object, reason: string, more: object = {}) =>
      expectError(await pay(metadata, more), 422, 'UNPROCESSABLE', reason);
    await refused({ sacco_member_id: gone }, 'member_unknown');
    must(await sacco.checker.post(`/api/v1/approvals/${asked.approval_id}/approve`));
    await refused({ sacco_member_id: gone }, 'member_unknown');
    await refused({ sacco_member_id: 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'member_unknown');
    await refused({ sacco_member_id: 'M00001' }, 'member_unknown');
    await refused({ sacco_member_id: 7 }, 'member_unknown');
    await refused({ sacco_member_id: member }, 'currency_mismatch', { currency: 'ETB' });
    await refused({ sacco_member_id: member }, 'combination_refused', {
      split: { subaccount_id: 'vendor', share_bps: 100 },
    });
    expectInvalid(await pay({ sacco_member_id: member, sacco_purpose: 'gift' }), 'metadata.sacco_purpose');
    const other = await createSacco(service);
    await refused({ sacco_member_id: await newMember(other) }, 'member_unknown');
    must(await sacco.maker.post(path(member, 'suspend')));
    must(await pay({ sacco_member_id: member }));
  });

  test('that fails or is cancelled credits nobody; one that comes true late does', async () => {
    const member = await newMember(sacco);
    const cancelled = await paid({ sacco_member_id: member }, { customer_phone: '+254712345129' });
    must(await key.post(`/api/v1/payments/${cancelled}/cancel`));
    expect((await credit(cancelled)).status).toBe('cancelled');
    await service.ctx.db('payments').where({ id: cancelled }).update({ metadata: completing() });
    must(await key.post(`/api/v1/payments/${cancelled}/sync`));
    await entryOf(member, cancelled, 'posted');
    expect(await held(key, member)).toEqual({ savings: 10_000, shares: 0 });
  });

  test('of a member who began to leave is not credited, and can be refunded', async () => {
    const member = await newMember(sacco);
    const late = await heldBack(member);
    const { body: asked } = await sacco.maker.post(path(member, 'exit'), {
      idempotency_key: late,
      memo: 'moves',
    });
    await service.ctx.db('sacco_payment_credits').where({ payment_id: late }).update({ status: 'pending' });
    await paymentCredits.apply(service.ctx, late);
    const failed = await entryOf(member, late, 'failed');
    expect(failed).toMatchObject({ error: 'member_not_active', posted_at: null });
    const { body: refund } = must(await key.post(`/api/v1/payments/${late}/refunds`, {}));
    await until('it is refunded', async () => (await credit(late)).status === 'refunded');
    expect(must(await key.get(`/api/v1/refunds/${refund.id}`)).body.status).toBe('succeeded');
    must(await sacco.maker.post(`/api/v1/approvals/${asked.approval_id}/cancel`));
    expect(await held(key, member)).toEqual({ savings: 0, shares: 0 });
  });
});

describe('a refund', () => {
  test("is refused once the money is the member's", async () => {
    const member = await newMember(sacco);
    const id = await paid({ sacco_member_id: member });
    await entryOf(member, id, 'posted');
    expectError(await key.post(`/api/v1/payments/${id}/refunds`, {}), 409, 'CONFLICT', 'not_refundable');
  });

  test('takes the whole payment, before it is credited', async () => {
    const member = await newMember(sacco);
    const id = await heldBack(member);
    expectError(
      await key.post(`/api/v1/payments/${id}/refunds`, { amount: '1.00' }),
      409,
      'CONFLICT',
      'not_refundable',
    );
    must(await key.post(`/api/v1/payments/${id}/refunds`, {}));
    await until('it is refunded', async () => (await credit(id)).status === 'refunded');
    await paymentCredits.apply(service.ctx, id);
    expect(await held(key, member)).toEqual({ savings: 0, shares: 0 });
  });

  test('that fails or is cancelled gives the money to the member after all', async () => {
    const member = await newMember(sacco);
    const failing = await heldBack(member);
    must(await key.post(`/api/v1/payments/${failing}/refunds`, { reason: 'sandbox:fail' }));
    await entryOf(member, failing, 'posted');
    const waiting = await heldBack(member);
    const { body: refund } = must(
      await key.post(`/api/v1/payments/${waiting}/refunds`, { reason: 'sandbox:pending' }),
    );
    expect((await credit(waiting)).status).toBe('cancelled');
    await paymentCredits.apply(service.ctx, waiting);
    expect((await credit(waiting)).status).toBe('cancelled');
    must(
      await key.post(`/api/v1/refunds/${refund.id}/mark`, { status: 'cancelled', note: 'changed our mind' }),
    );
    await entryOf(member, waiting, 'posted');
    expect(await held(key, member)).toEqual({ savings: 20_000, shares: 0 });
  });

  test('and a credit at the same moment: one of them wins', async () => {
    const member = await newMember(sacco);
    let credited = 0;
    for (let round = 0; round < 8; round++) {
      const id = await heldBack(member);
      await service.ctx.db('sacco_payment_credits').where({ payment_id: id }).update({ status: 'pending' });
      const [refund] = await Promise.all([
        key.post(`/api/v1/payments/${id}/refunds`, {}),
        paymentCredits.apply(service.ctx, id),
      ]);
      if (refund.status === 201) {
        await until('it is refunded', async () => (await credit(id)).status === 'refunded');
      } else {
        expectError(refund, 409, 'CONFLICT', 'not_refundable');
        await entryOf(member, id, 'posted');
        credited += 1;
      }
    }
    expect(await held(key, member)).toEqual({ savings: credited * 10_000, shares: 0 });
  });
});

test('a credit that the merchant cannot cover yet is made as soon as the money is there', async () => {
  const poor = await createSacco(service);
  const member = await newMember(poor);
  const account = async (kind: string) =>
    must(await poor.project.key.post('/api/v1/ledger/accounts', { kind, currency: 'KES' })).body;
  const { body: payment } = must(
    await poor.project.key.post(
      '/api/v1/payments',
      paymentBody({ amount: 100, customer_phone: '+254712345129', metadata: { sacco_member_id: member } }),
    ),
  );
  const db = service.ctx.db;
  await db('sacco_payment_credits').where({ payment_id: payment.id }).update({ status: 'failed' });
  await db('payments').where({ id: payment.id }).update({ metadata: completing() });
  must(await poor.project.key.post(`/api/v1/payments/${payment.id}/sync`));
  await booked(payment.id);
  const [available, adjustments] = [await account('merchant_available'), await account('adjustments')];
  must(
    await poor.project.key.post(
      '/api/v1/ledger/transfers',
      moving(10_000, { debit_account_id: available.id, credit_account_id: adjustments.id }),
    ),
  );
  await db('sacco_payment_credits').where({ payment_id: payment.id }).update({ status: 'pending' });
  await paymentCredits.apply(service.ctx, payment.id);
  expect(await credit(payment.id)).toMatchObject({ status: 'pending', attempts: 1 });
  const { entries } = must(await poor.project.key.get(path(member, 'entries'))).body;
  expect(entries).toMatchObject([{ status: 'failed', error: 'insufficient_funds' }]);
  // While the balance is short, the credit waits on without another entry.
  await paymentCredits.apply(service.ctx, payment.id);
  expect(await credit(payment.id)).toMatchObject({ status: 'pending', attempts: 2 });
  expect(must(await poor.project.key.get(path(member, 'entries'))).body.entries).toHaveLength(1);
  must(await poor.project.key.post('/api/v1/payments', paymentBody({ amount: 500 })));
  await until(
    'the second payment is booked',
    async () => (await account('merchant_available')).available_minor > 0,
  );
  await db('sacco_payment_credits')
    .where({ payment_id: payment.id })
    .update({ due_at: new Date(0) });
  await service.ctx.jobs.enqueue('sweep-sacco-credits', {});
  await until('it is credited', async () => (await credit(payment.id)).status === 'credited');
  expect(await held(poor.project.key, member)).toEqual({ savings: 10_000, shares: 0 });
});
