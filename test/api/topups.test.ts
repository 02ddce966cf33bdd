import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeId, newUuid } from '../../core/ids.ts';
import { postings } from '../../domain/payments/index.ts';
import { creditTopup, resumePendingMovements, sweepTopupCredits } from '../../domain/wallets/index.ts';
import {
  balanceOf,
  createProject,
  customerWithWallet,
  fund,
  limit,
  loseNextBooking,
  must,
  openWallet,
  paymentBody,
  startService,
  tieredCustomer,
  until,
  type Client,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

/** Does by hand what jobs do, so that a test decides when. */
let service: TestService;
let project: Project;
let key: Client;

beforeAll(async () => {
  service = await startService();
  project = await createProject(service.anyone);
  key = project.key;
});
afterAll(() => service.stop());
beforeEach(() => limit(project, {}));

const WAITS = '+254712345129';

async function pay(customer: string, amount: number, more: object = {}): Promise<string> {
  const metadata = { wallet_customer_id: customer };
  return must(await key.post('/api/v1/payments', paymentBody({ amount, metadata, ...more }))).body.id;
}

const book = () => postings.postPending(service.ctx);
const credit = (payment: string) => creditTopup(service.ctx, payment);

async function credited(customer: string, amount: number): Promise<string> {
  const payment = await pay(customer, amount);
  await book();
  await credit(payment);
  expect(await topup(payment)).toMatchObject({ status: 'credited' });
  return payment;
}

/** A top-up that its customer's limit blocks. */
async function blocked(customer: string, amount: number): Promise<string> {
  const payment = await pay(customer, amount);
  await book();
  await limit(project, { max_balance_minor: 1 });
  await credit(payment);
  await limit(project, {});
  expect(await topup(payment)).toMatchObject({ status: 'blocked', reason: 'limit_exceeded' });
  return payment;
}

async function topup(payment: string): Promise<Record<string, unknown>> {
  return must(await key.get(`/api/v1/wallet-topups/${payment}`)).body;
}

const retry = (payment: string) => key.post(`/api/v1/wallet-topups/${payment}/retry`);
const reverse = (payment: string) => key.post(`/api/v1/wallet-topups/${payment}/reverse`);
const refund = (payment: string, body: object = { reason: 'sandbox:pending' }) =>
  key.post(`/api/v1/payments/${payment}/refunds`, body);
const mark = (refund_id: string, status: string) => key.post(`/api/v1/refunds/${refund_id}/mark`, { status });
/** Also what the API would refuse: closing a customer with top-ups under way. */
const setStatus = (customer: string, status: string) =>
  service.ctx.db('customers').where({ id: customer }).update({ status });

async function trail(customer: string): Promise<string[]> {
  const { body } = must(await key.get(`/api/v1/customers/${customer}/events`));
  const types: string[] = body.events.map(({ type }: { type: string }) => type);
  return types.filter((type) => type.startsWith('topup.'));
}

async function withdraw(customer: string, amount_minor: number): Promise<void> {
  const body = { currency: 'KES', amount_minor, idempotency_key: crypto.randomUUID() };
  must(await key.post(`/api/v1/customers/${customer}/wallets/withdraw`, body));
}

const time_passes = () => service.ctx.db('wallet_movements').update({ touched_at: new Date(0) });

describe('a payment with a wallet in its metadata', () => {
  test('has a top-up from its creation on, which is credited once, when it is booked', async () => {
    const customer = await customerWithWallet(project);
    const payment = await pay(customer, 20);
    expect(await topup(payment)).toEqual({
      payment_id: payment,
      customer_id: customer,
      wallet_id: expect.stringMatching(/^wal_/),
      amount: '20.00',
      amount_minor: 2_000,
      currency: 'KES',
      status: 'pending',
      reason: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      credited_at: null,
    });
    await credit(payment);
    expect(await topup(payment)).toMatchObject({ status: 'pending' });
    await book();
    await Promise.all(Array.from({ length: 10 }, () => credit(payment)));
    await credit(payment);
    expect(await topup(payment)).toMatchObject({ status: 'credited', credited_at: expect.any(String) });
    expect(await balanceOf(project, customer)).toBe(2_000);
    const { body } = must(await key.get(`/api/v1/customers/${customer}/wallets`));
    const history = must(await key.get(`/api/v1/ledger/accounts/${body.wallets[0].account_id}/transfers`));
    expect(history.body.transfers).toHaveLength(1);
    expect(history.body.transfers[0]).toMatchObject({ kind: 'wallet_topup', reference: payment });
  });

  test('is refused without a customer or wallet to credit, and with a split or a SACCO member', async () => {
    const customer = await customerWithWallet(project);
    const attempt = (metadata: object, more: object = {}) =>
      key.post('/api/v1/payments', paymentBody({ metadata, ...more }));
    for (const unknown of ['cus_00000000000000000000000000', 'someone', '', 7, null])
      expectError(await attempt({ wallet_customer_id: unknown }), 422, 'UNPROCESSABLE', 'customer_unknown');
    const bare = await tieredCustomer(project);
    expectError(await attempt({ wallet_customer_id: bare }), 422, 'UNPROCESSABLE', 'wallet_unknown');
    expectError(
      await attempt({ wallet_customer_id: customer }, { currency: 'ETB', customer_phone: '+251911234789' }),
      422,
      'UNPROCESSABLE',
      'wallet_unknown',
    );
    expectError(
      await attempt({ wallet_customer_id: customer }, { split: { subaccount_id: 'v', share_bps: 1 } }),
      422,
      'UNPROCESSABLE',
      'combination_refused',
    );
    expectError(
      await attempt({ wallet_customer_id: customer, sacco_member_id: 'mem_00000000000000000000000000' }),
      422,
      'UNPROCESSABLE',
      'combination_refused',
    );
    await setStatus(customer, 'closed');
    expectError(await attempt({ wallet_customer_id: customer }), 409, 'CONFLICT', 'customer_not_active');
    expect(await service.ctx.db('wallet_topups').where({ customer_id: customer })).toEqual([]);
  });

  test('that fails or is cancelled cancels the top-up; a late success brings it back', async () => {
    const customer = await customerWithWallet(project);
    const payment = await pay(customer, 5, { customer_phone: WAITS });
    must(await key.post(`/api/v1/payments/${payment}/cancel`));
    expect(await topup(payment)).toMatchObject({ status: 'cancelled' });
    const failed = await pay(customer, 5, { customer_phone: '+254712345039' });
    expect(await topup(failed)).toMatchObject({ status: 'cancelled' });
    expectError(await retry(failed), 409, 'CONFLICT', 'invalid_state');
    await service.ctx
      .db('payments')
      .where({ id: payment })
      .update({ metadata: JSON.stringify({ wallet_customer_id: customer, sandbox_outcome: '789' }) });
    must(await key.post(`/api/v1/payments/${payment}/sync`));
    expect(await topup(payment)).toMatchObject({ status: 'pending' });
    await book();
    await credit(payment);
    expect(await balanceOf(project, customer)).toBe(500);
  });
});

describe('is blocked', () => {
  test('by the balance limit, with a reason, and credited by a retry once that is gone', async () => {
    const customer = await customerWithWallet(project);
    await credited(customer, 8);
    await limit(project, { max_balance_minor: 1_000 });
    const payment = await pay(customer, 3);
    await book();
    await credit(payment);
    await credit(payment);
    expect(await topup(payment)).toMatchObject({ status: 'blocked', reason: 'limit_exceeded' });
    const { body } = must(await key.get(`/api/v1/customers/${customer}/events`));
    expect(await trail(customer)).toEqual(['topup.blocked']);
    expect(body.events[0].details).toMatchObject({
      payment_id: payment,
      reason: 'limit_exceeded',
      message: expect.stringContaining('10.00 KES'),
    });
    const list = must(await key.get('/api/v1/wallet-topups?status=blocked')).body.topups;
    expect(list.map((each: { payment_id: string }) => each.payment_id)).toEqual([payment]);
    expect(must(await retry(payment)).body).toMatchObject({ status: 'blocked', reason: 'limit_exceeded' });
    await withdraw(customer, 100);
    expect(must(await retry(payment)).body).toMatchObject({ status: 'credited', reason: null });
    expect(await balanceOf(project, customer)).toBe(1_000);
    expectError(await retry(payment), 409, 'CONFLICT', 'invalid_state');
  });

  test.each(['frozen', 'closed'])('while the customer is %s', async (status) => {
    const customer = await customerWithWallet(project);
    const payment = await pay(customer, 3);
    await book();
    await setStatus(customer, status);
    await credit(payment);
    expect(await topup(payment)).toMatchObject({ status: 'blocked', reason: 'customer_not_active' });
    expect(must(await retry(payment)).body).toMatchObject({ status: 'blocked' });
    await setStatus(customer, 'active');
    expect(must(await retry(payment)).body).toMatchObject({ status: 'credited' });
    expect(await trail(customer)).toEqual(['topup.blocked', 'topup.blocked']);
  });

  test('when the merchant has spent the money, until it has some again', async () => {
    const own = await createProject(service.anyone);
    const customer = await customerWithWallet(own);
    const metadata = { wallet_customer_id: customer };
    const { body } = must(await own.key.post('/api/v1/payments', paymentBody({ amount: 10, metadata })));
    await book();
    const account = async (kind: string): Promise<string> =>
      must(await own.key.post('/api/v1/ledger/accounts', { kind, currency: 'KES' })).body.id;
    must(
      await own.key.post('/api/v1/ledger/transfers', {
        debit_account_id: await account('merchant_available'),
        credit_account_id: await account('adjustments'),
        amount_minor: 1,
        idempotency_key: 'spent',
      }),
    );
    await credit(body.id);
    const path = `/api/v1/wallet-topups/${body.id}`;
    const blocked_one = must(await own.key.get(path)).body;
    expect(blocked_one).toMatchObject({ status: 'blocked', reason: 'insufficient_funds' });
    expect(must(await own.key.post(`${path}/retry`)).body).toMatchObject({ status: 'blocked' });
    await fund(service, own, 1);
    expect(must(await own.key.post(`${path}/retry`)).body).toMatchObject({ status: 'credited' });
    expect(await balanceOf(own, customer)).toBe(1_000);
    const wallet = await service.ctx.db('wallets').where({ customer_id: customer }).first();
    expect(wallet.balance_bound_minor).toBe(1_000n);
  });
});

describe('reversing', () => {
  test('takes the money back once, whatever the limits on what goes out', async () => {
    const customer = await customerWithWallet(project);
    const payment = await credited(customer, 12);
    await limit(project, { max_single_minor: 1, max_daily_out_minor: 1 });
    const replies = await Promise.all(Array.from({ length: 5 }, () => reverse(payment)));
    expect(replies.map((reply) => must(reply).body.replayed).filter((each) => !each)).toHaveLength(1);
    expect(must(await reverse(payment)).body).toMatchObject({ status: 'reversed', replayed: true });
    expect(await balanceOf(project, customer)).toBe(0);
    expect(await trail(customer)).toEqual(['topup.reversed']);
    await withdraw(await customerOfAnother(), 1);
  });

  async function customerOfAnother(): Promise<string> {
    const customer = await customerWithWallet(project);
    await credited(customer, 1);
    return customer;
  }

  test('is refused while the money is spent or the customer frozen', async () => {
    const customer = await customerWithWallet(project);
    const payment = await credited(customer, 12);
    await withdraw(customer, 1);
    expectError(await reverse(payment), 409, 'CONFLICT', 'insufficient_funds');
    expectError(await reverse(payment), 409, 'CONFLICT', 'insufficient_funds');
    await credited(customer, 1);
    await setStatus(customer, 'frozen');
    expectError(await reverse(payment), 409, 'CONFLICT', 'customer_not_active');
    await setStatus(customer, 'active');
    expect(must(await reverse(payment)).body).toMatchObject({ status: 'reversed', replayed: false });
    expect(await balanceOf(project, customer)).toBe(99);
  });

  test('is for credited ones only', async () => {
    const customer = await customerWithWallet(project);
    expectError(await reverse(await pay(customer, 1)), 409, 'CONFLICT', 'invalid_state');
    expectError(await reverse(await blocked(customer, 1)), 409, 'CONFLICT', 'invalid_state');
    const nothing = encodeId('payment', newUuid());
    for (const act of [reverse, retry]) expectError(await act(nothing), 404, 'NOT_FOUND');
  });
});

describe('a refund', () => {
  test('of a credited one is refused until it is reversed; then parts may be refunded', async () => {
    const customer = await customerWithWallet(project);
    const payment = await credited(customer, 10);
    expectError(await refund(payment), 409, 'CONFLICT', 'not_refundable');
    must(await reverse(payment));
    const { body: part } = must(await refund(payment, { amount_minor: 400, reason: 'sandbox:pending' }));
    must(await mark(part.id, 'succeeded'));
    const { body: rest } = must(await refund(payment));
    expect(rest.amount_minor).toBe(600);
    must(await mark(rest.id, 'failed'));
    expect(await topup(payment)).toMatchObject({ status: 'reversed' });
  });

  test.each(['pending', 'blocked'])('of a %s one takes all of it, and it is refunded', async (status) => {
    const customer = await customerWithWallet(project);
    const payment = status === 'pending' ? await pay(customer, 10) : await blocked(customer, 10);
    expectError(await refund(payment, { amount_minor: 999 }), 409, 'CONFLICT', 'not_refundable');
    const { body } = must(await refund(payment));
    expect(await topup(payment)).toMatchObject({ status: 'refunded', reason: null });
    await credit(payment);
    expectError(await retry(payment), 409, 'CONFLICT', 'invalid_state');
    must(await mark(body.id, 'succeeded'));
    await credit(payment);
    expect(await topup(payment)).toMatchObject({ status: 'refunded' });
    expect(await balanceOf(project, customer)).toBe(0);
  });

  test.each(['failed', 'cancelled'])('that %s leaves the top-up to be credited', async (outcome) => {
    const customer = await customerWithWallet(project);
    const payment = await pay(customer, 10);
    const { body } = must(await refund(payment));
    must(await mark(body.id, outcome));
    expect(await topup(payment)).toMatchObject({ status: 'pending' });
    await credit(payment);
    expect(await topup(payment)).toMatchObject({ status: 'credited' });
    expect(await balanceOf(project, customer)).toBe(1_000);
  });

  test('that the merchant cannot cover leaves the top-up as it was', async () => {
    const own = await createProject(service.anyone);
    const customer = await customerWithWallet(own);
    const metadata = { wallet_customer_id: customer };
    const { body } = must(await own.key.post('/api/v1/payments', paymentBody({ amount: 10, metadata })));
    await book();
    const other = await customerWithWallet(own);
    must(
      await own.key.post(`/api/v1/customers/${other}/wallets/deposit`, {
        currency: 'KES',
        amount: '10.00',
        idempotency_key: 'all of it',
      }),
    );
    const reply = await own.key.post(`/api/v1/payments/${body.id}/refunds`, {});
    expectError(reply, 409, 'CONFLICT', 'insufficient_funds');
    const after = must(await own.key.get(`/api/v1/wallet-topups/${body.id}`)).body;
    expect(after).toMatchObject({ status: 'pending' });
  });
});

describe('closing the customer', () => {
  const close = (customer: string) => key.post(`/api/v1/customers/${customer}/close`);

  test('is refused while a top-up is pending or blocked', async () => {
    const customer = await customerWithWallet(project);
    const waiting = await pay(customer, 10, { customer_phone: WAITS });
    expectError(await close(customer), 409, 'CONFLICT', 'not_closable');
    must(await key.post(`/api/v1/payments/${waiting}/cancel`));
    const payment = await blocked(customer, 10);
    expectError(await close(customer), 409, 'CONFLICT', 'not_closable');
    const { body } = must(await refund(payment));
    must(await mark(body.id, 'succeeded'));
    must(await close(customer));
  });

  test('is refused while a refund is under way that may yet fail', async () => {
    const customer = await customerWithWallet(project);
    const payment = await blocked(customer, 10);
    const { body: failing } = must(await refund(payment));
    expectError(await close(customer), 409, 'CONFLICT', 'not_closable');
    must(await mark(failing.id, 'failed'));
    const { body } = must(await refund(payment));
    must(await mark(body.id, 'succeeded'));
    must(await close(customer));
  });

  test('and a payment for the wallet at once: one of them is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const customer = await customerWithWallet(project);
      const metadata = { wallet_customer_id: customer };
      const request = paymentBody({ metadata, customer_phone: WAITS });
      const both = [() => close(customer), () => key.post('/api/v1/payments', request)];
      const replies = await Promise.all((round % 2 ? both : both.toReversed()).map((act) => act()));
      const reasons = replies.map(({ body }) => body.error?.reason ?? null).filter((each) => each !== null);
      expect(reasons).toHaveLength(1);
      expect(['not_closable', 'customer_not_active']).toContain(reasons[0]);
    }
  });
});

test('a retry, the job and a refund at once have one outcome', async () => {
  for (let round = 0; round < 12; round++) {
    const customer = await customerWithWallet(project);
    const payment = await blocked(customer, 10);
    const acts = [
      () => retry(payment),
      () => credit(payment),
      () => refund(payment, {}),
      () => retry(payment),
      () => credit(payment),
    ];
    const rotated = [...acts.slice(round % acts.length), ...acts.slice(0, round % acts.length)];
    await Promise.all(rotated.map((act) => act()));
    const { status } = await topup(payment);
    const { body } = must(await key.get(`/api/v1/payments/${payment}/refunds`));
    expect([status, body.refunds.length, await balanceOf(project, customer)]).toEqual(
      status === 'credited' ? ['credited', 0, 1_000] : ['refunded', 1, 0],
    );
  }
});

describe('a process that dies', () => {
  test.each(['before', 'after'] as const)(
    '%s the booking leaves a credit that is finished with the same transfer',
    async (when) => {
      const customer = await customerWithWallet(project);
      const payment = await pay(customer, 10);
      await book();
      loseNextBooking(service.ctx.ledger, when);
      await expect(credit(payment)).rejects.toThrow('out of reach');
      expectError(await refund(payment), 409, 'CONFLICT', 'not_refundable');
      const [movement] = await service.ctx.db('wallet_movements').where({ reference: payment });
      expect(movement.status).toBe('pending');
      await time_passes();
      expect(await resumePendingMovements(service.ctx)).toBe(1);
      const movements = await service.ctx.db('wallet_movements').where({ reference: payment });
      expect(movements.map(({ id, status }) => [id, status])).toEqual([[movement.id, 'posted']]);
      expect(await topup(payment)).toMatchObject({ status: 'credited' });
      expect(await balanceOf(project, customer)).toBe(1_000);
    },
  );

  test('before it noted a refusal leaves a credit that is blocked', async () => {
    const own = await createProject(service.anyone);
    const customer = await customerWithWallet(own);
    const metadata = { wallet_customer_id: customer };
    const { body } = must(await own.key.post('/api/v1/payments', paymentBody({ amount: 10, metadata })));
    await book();
    const other = await customerWithWallet(own);
    must(
      await own.key.post(`/api/v1/customers/${other}/wallets/deposit`, {
        currency: 'KES',
        amount: '10.00',
        idempotency_key: 'all of it',
      }),
    );
    loseNextBooking(service.ctx.ledger, 'after');
    await expect(credit(body.id)).rejects.toThrow('out of reach');
    await fund(service, own, 100);
    await time_passes();
    await resumePendingMovements(service.ctx);
    const after = must(await own.key.get(`/api/v1/wallet-topups/${body.id}`)).body;
    expect(after).toMatchObject({ status: 'blocked', reason: 'insufficient_funds' });
    expect(must(await own.key.post(`/api/v1/wallet-topups/${body.id}/retry`)).body.status).toBe('credited');
  });

  test('in a reversal leaves it to be finished', async () => {
    const customer = await customerWithWallet(project);
    const payment = await credited(customer, 10);
    loseNextBooking(service.ctx.ledger, 'after');
    expect((await reverse(payment)).status).toBe(503);
    expect(await topup(payment)).toMatchObject({ status: 'credited' });
    expect(must(await reverse(payment)).body).toMatchObject({ status: 'reversed' });
    expect(await balanceOf(project, customer)).toBe(0);
  });
});

test('pages and filters', async () => {
  const own = await createProject(service.anyone);
  const customer = await tieredCustomer(own);
  await openWallet(own, customer);
  const metadata = { wallet_customer_id: customer };
  const ids: string[] = [];
  for (const customer_phone of [WAITS, '+254712345039', WAITS]) {
    const { body } = must(await own.key.post('/api/v1/payments', paymentBody({ metadata, customer_phone })));
    ids.unshift(body.id);
  }
  const list = async (query: string) => {
    const { body } = must(await own.key.get(`/api/v1/wallet-topups${query}`));
    return [body.topups.map((each: { payment_id: string }) => each.payment_id), body.next_after];
  };
  expect(await list('')).toEqual([ids, null]);
  expect(await list('?limit=2')).toEqual([ids.slice(0, 2), ids[1]]);
  expect(await list(`?limit=2&after=${ids[1]}`)).toEqual([ids.slice(2), null]);
  expect(await list('?status=cancelled')).toEqual([[ids[1]], null]);
  expect((await own.key.get('/api/v1/wallet-topups?status=nonsense')).status).toBe(400);
});

describe('with workers', () => {
  let working: TestService;
  beforeAll(async () => {
    working = await startService({ workers: ['ledger-postings', 'topup-credits'] });
  });
  afterAll(() => working.stop());

  test('a completed payment is in the wallet soon, and webhooks tell', async () => {
    const own = await createProject(working.anyone);
    must(await own.key.post('/api/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/' }));
    const customer = await customerWithWallet(own);
    await limit(own, { max_balance_minor: 1_500 });
    const metadata = { wallet_customer_id: customer };
    const made = await Promise.all(
      [1, 2].map(() => own.key.post('/api/v1/payments', paymentBody({ amount: 10, metadata }))),
    );
    const statuses = await until('both are decided', async () => {
      const { body } = must(await own.key.get('/api/v1/wallet-topups'));
      const all: string[] = body.topups.map(({ status }: { status: string }) => status);
      return all.includes('pending') ? null : all;
    });
    expect(statuses.toSorted()).toEqual(['blocked', 'credited']);
    const events = await working.ctx.db('webhook_events').where('type', 'like', 'topup.%').orderBy('type');
    expect(events.map(({ type }) => type)).toEqual(['topup.blocked', 'topup.credited']);
    for (const { payload } of events) {
      const { data } = JSON.parse(payload);
      expect(made.map(({ body }) => body.id)).toContain(data.payment_id);
      const { body } = must(await own.key.get(`/api/v1/wallet-topups/${data.payment_id}`));
      expect(data).toEqual(body);
    }
  });

  test('a credit whose job was lost is found by the sweep', async () => {
    const own = await createProject(working.anyone);
    const customer = await customerWithWallet(own);
    const metadata = { wallet_customer_id: customer };
    const { body } = must(await own.key.post('/api/v1/payments', paymentBody({ amount: 10, metadata })));
    const { db } = working.ctx;
    const one = () => db('wallet_topups').where({ payment_id: body.id }).first();
    await until('it is credited', async () => (await one()).status === 'credited');
    // As a refund leaves it that failed.
    const { body: reversed } = must(await own.key.post(`/api/v1/wallet-topups/${body.id}/reverse`));
    expect(reversed.status).toBe('reversed');
    await db('wallet_topups')
      .where({ payment_id: body.id })
      .update({ status: 'pending', ready_at: new Date(0) });
    await sweepTopupCredits(working.ctx);
    await until('it is credited again', async () => (await one()).status === 'credited');
    expect(await balanceOf(own, customer)).toBe(1_000);
  });
});
