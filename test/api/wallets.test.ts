import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeId } from '../../core/ids.ts';
import { resumePendingMovements } from '../../domain/wallets/index.ts';
import {
  balanceOf,
  createProject,
  customerBody,
  customerWithWallet,
  fund,
  limit,
  loseNextBooking,
  moveToNoon,
  must,
  openWallet,
  setTestClock,
  startService,
  tieredCustomer,
  type Client,
  type Project,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let project: Project;
let key: Client;

beforeAll(async () => {
  service = await startService();
  project = await createProject(service.anyone);
  key = project.key;
  await moveToNoon(project);
  await fund(service, project, 1_000_000);
});
afterAll(() => service.stop());
beforeEach(() => limit(project, {}));

const some_key = (): string => crypto.randomUUID();

function move(what: 'deposit' | 'withdraw', customer: string, amount_minor: number, more: object = {}) {
  const body = { currency: 'KES', amount_minor, idempotency_key: some_key(), ...more };
  return key.post(`/api/v1/customers/${customer}/wallets/${what}`, body);
}

function transfer(from: string, to: string, amount_minor: number, more: object = {}): Promise<Reply> {
  const body = { currency: 'KES', amount_minor, idempotency_key: some_key(), ...more };
  return key.post('/api/v1/wallet-transfers', { from_customer_id: from, to_customer_id: to, ...body });
}

async function walletWith(amount_minor: number): Promise<string> {
  const customer = await customerWithWallet(project);
  must(await move('deposit', customer, amount_minor));
  return customer;
}

async function merchantAvailable(): Promise<number> {
  const { body } = must(
    await key.post('/api/v1/ledger/accounts', { kind: 'merchant_available', currency: 'KES' }),
  );
  return body.available_minor;
}

/** Also what the API would refuse: closing a customer with money. */
const setStatus = (customer: string, status: string) =>
  service.ctx.db('customers').where({ id: customer }).update({ status });

describe('opening', () => {
  test('answers the wallet, once per customer and currency', async () => {
    const customer = await tieredCustomer(project);
    const path = `/api/v1/customers/${customer}/wallets`;
    const first = await key.post(path, { currency: 'KES' });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      id: expect.stringMatching(/^wal_[0-9A-Z]{26}$/),
      customer_id: customer,
      account_id: expect.stringMatching(/^acc_/),
      currency: 'KES',
      balance: '0.00',
      balance_minor: 0,
      available: '0.00',
      available_minor: 0,
      created_at: expect.any(String),
      replayed: false,
    });
    const again = await key.post(path, { currency: 'KES' });
    expect([again.status, again.body]).toEqual([200, { ...first.body, replayed: true }]);
    const other = must(await key.post(path, { currency: 'ETB' }));
    const { body } = must(await key.get(path));
    expect(body.wallets.map(({ id }: { id: string }) => id)).toEqual([other.body.id, first.body.id]);
    const page = must(await key.get(`${path}?limit=1`));
    expect(page.body.next_after).toBe(other.body.id);
    const rest = must(await key.get(`${path}?limit=1&after=${page.body.next_after}`));
    expect(rest.body.wallets.map(({ id }: { id: string }) => id)).toEqual([first.body.id]);
    const { body: trail } = must(await key.get(`/api/v1/customers/${customer}/events`));
    const opened = trail.events.filter(({ type }: { type: string }) => type === 'wallet.opened');
    expect(opened.map(({ details }: { details: object }) => details)).toEqual([
      { wallet_id: other.body.id, currency: 'ETB' },
      { wallet_id: first.body.id, currency: 'KES' },
    ]);
  });

  test('twenty requests at once open one', async () => {
    const customer = await tieredCustomer(project);
    const path = `/api/v1/customers/${customer}/wallets`;
    const replies = await Promise.all(Array.from({ length: 20 }, () => key.post(path, { currency: 'KES' })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.map((reply) => must(reply).body.id)).size).toBe(1);
  });

  test('needs tier 1 and an active customer', async () => {
    const path = (customer: string) => `/api/v1/customers/${customer}/wallets`;
    const { body } = must(await key.post('/api/v1/customers', customerBody()));
    const untiered: string = body.id;
    expectError(await key.post(path(untiered), { currency: 'KES' }), 422, 'UNPROCESSABLE', 'kyc_required');
    const frozen = await tieredCustomer(project);
    must(await key.post(`/api/v1/customers/${frozen}/freeze`));
    expectError(await key.post(path(frozen), { currency: 'KES' }), 409, 'CONFLICT', 'customer_not_active');
    const nobody = 'cus_00000000000000000000000000';
    expectError(await key.post(path(nobody), { currency: 'KES' }), 404, 'NOT_FOUND');
    expectError(await key.get(path(nobody)), 404, 'NOT_FOUND');
    expectInvalid(await key.post(path(untiered), { currency: 'XXX' }), 'currency');
  });
});

describe('moving money', () => {
  test('in, out and across, each answered as a ledger transfer', async () => {
    const [a, b] = [await walletWith(10_000), await customerWithWallet(project)];
    const before = await merchantAvailable();
    const idempotency_key = some_key();
    const { status, body } = await move('deposit', a, 5_000, { idempotency_key });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^trf_/),
      kind: 'wallet_deposit',
      phase: null,
      amount: '50.00',
      amount_minor: 5_000,
      currency: 'KES',
      reference: idempotency_key,
      memo: null,
      replayed: false,
    });
    expect(must(await move('withdraw', a, 1_000)).body.kind).toBe('wallet_withdrawal');
    expect(must(await transfer(a, b, 4_000)).body.kind).toBe('wallet_transfer');
    expect(await balanceOf(project, a)).toBe(10_000);
    expect(await balanceOf(project, b)).toBe(4_000);
    expect(await merchantAvailable()).toBe(before - 4_000);
    const decimal = { amount_minor: undefined, amount: '1.25' };
    expect(must(await move('withdraw', b, 0, decimal)).body.amount_minor).toBe(125);
    const { body: list } = must(await key.get(`/api/v1/customers/${b}/wallets`));
    const history = must(
      await key.get(`/api/v1/ledger/accounts/${list.wallets[0].account_id}/transfers`),
    ).body;
    expect(history.transfers.map(({ kind }: { kind: string }) => kind)).toEqual([
      'wallet_withdrawal',
      'wallet_transfer',
    ]);
  });

  test('a repeat answers the original, also when the customer is frozen meanwhile', async () => {
    const [a, b] = [await walletWith(1_000), await customerWithWallet(project)];
    const same = { idempotency_key: some_key() };
    const first = must(await transfer(a, b, 300, same));
    await setStatus(a, 'frozen');
    const again = await transfer(a, b, 300, same);
    expect([again.status, again.body]).toEqual([200, { ...first.body, replayed: true }]);
    expectError(await transfer(a, b, 301, same), 409, 'CONFLICT', 'idempotency_key_reused');
    expectError(await transfer(b, a, 300, same), 409, 'CONFLICT', 'idempotency_key_reused');
    expectError(await move('deposit', b, 300, same), 409, 'CONFLICT', 'idempotency_key_reused');
    expect(await balanceOf(project, b)).toBe(300);
  });

  test('ten identical requests at once move once', async () => {
    const a = await walletWith(1_000);
    const same = { idempotency_key: some_key() };
    const replies = await Promise.all(Array.from({ length: 10 }, () => move('withdraw', a, 400, same)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(await balanceOf(project, a)).toBe(600);
  });

  test('without funds nothing moves, and the key is spent', async () => {
    const [a, b] = [await walletWith(100), await customerWithWallet(project)];
    const same = { idempotency_key: some_key() };
    const refused = await transfer(a, b, 101, same);
    expectError(refused, 409, 'CONFLICT', 'insufficient_funds');
    expectError(await move('withdraw', b, 1), 409, 'CONFLICT', 'insufficient_funds');
    expectError(await move('deposit', a, 9_007_199_254_740_991), 409, 'CONFLICT', 'insufficient_funds');
    must(await move('deposit', a, 100));
    const again = await transfer(a, b, 101, same);
    expect([again.status, again.body.error.reason]).toEqual([409, 'insufficient_funds']);
    expect(again.body.error.message).toBe(refused.body.error.message);
    must(await transfer(a, b, 101));
  });

  test('in a currency in which the merchant has nothing', async () => {
    const customer = await tieredCustomer(project);
    await openWallet(project, customer, 'GHS');
    for (const what of ['deposit', 'withdraw'] as const)
      expectError(await move(what, customer, 5, { currency: 'GHS' }), 409, 'CONFLICT', 'insufficient_funds');
  });

  test('the generic ledger endpoints refuse wallets', async () => {
    const a = await walletWith(100);
    const { body } = must(await key.get(`/api/v1/customers/${a}/wallets`));
    const { body: merchant } = must(
      await key.post('/api/v1/ledger/accounts', { kind: 'merchant_available', currency: 'KES' }),
    );
    for (const [debit_account_id, credit_account_id] of [
      [body.wallets[0].account_id, merchant.id],
      [merchant.id, body.wallets[0].account_id],
    ]) {
      const request = { debit_account_id, credit_account_id, amount_minor: 1, idempotency_key: some_key() };
      for (const path of ['transfers', 'holds'])
        expectError(
          await key.post(`/api/v1/ledger/${path}`, request),
          422,
          'UNPROCESSABLE',
          'account_refused',
        );
    }
  });
});

describe('is refused', () => {
  test('where there is no customer or no wallet', async () => {
    const a = await walletWith(100);
    const bare = await tieredCustomer(project);
    const nobody = 'cus_00000000000000000000000000';
    for (const what of ['deposit', 'withdraw'] as const) {
      expectError(await move(what, bare, 1), 404, 'NOT_FOUND', 'wallet_not_found');
      expectError(await move(what, a, 1, { currency: 'UGX' }), 404, 'NOT_FOUND', 'wallet_not_found');
      expectError(await move(what, nobody, 1), 404, 'NOT_FOUND');
    }
    expectError(await transfer(a, bare, 1), 404, 'NOT_FOUND', 'wallet_not_found');
    expectError(await transfer(bare, a, 1), 404, 'NOT_FOUND', 'wallet_not_found');
    expectError(await transfer(a, nobody, 1), 404, 'NOT_FOUND');
    expectInvalid(await transfer(a, a, 1), 'to_customer_id');
  });

  test.each(['frozen', 'closed'])('of and to a %s customer', async (status) => {
    const [a, b] = [await walletWith(100), await walletWith(100)];
    await setStatus(b, status);
    const replies = [
      await move('deposit', b, 1),
      await move('withdraw', b, 1),
      await transfer(a, b, 1),
      await transfer(b, a, 1),
    ];
    for (const reply of replies) expectError(reply, 409, 'CONFLICT', 'customer_not_active');
    expect(await balanceOf(project, b)).toBe(100);
  });

  test.each([
    ['both spellings', { amount: '1.00' }, ''],
    ['neither spelling', { amount_minor: undefined }, ''],
    ['zero', { amount_minor: 0 }, 'amount_minor'],
    ['a fraction of a minor unit', { amount_minor: 1.5 }, 'amount_minor'],
    ['no key', { idempotency_key: undefined }, 'idempotency_key'],
    ['a reserved key', { idempotency_key: 'payment:1' }, 'idempotency_key'],
    ['an unknown field', { memo: 'x' }, 'memo'],
  ])('with %s', async (_what, more, path) => {
    const [a, b] = [await walletWith(100), await walletWith(100)];
    for (const reply of [await move('deposit', a, 1, more), await transfer(a, b, 1, more)])
      if (path) {
        expect(reply.status).toBe(400);
        expect(reply.body.error.details.map((each: { path: string }) => each.path)).toContain(path);
      } else expectError(reply, 400, 'VALIDATION_ERROR');
  });
});

describe('limits', () => {
  function expectLimit(reply: Reply, name: string, value: string, would_be: string): void {
    expectError(reply, 422, 'UNPROCESSABLE', 'limit_exceeded');
    expect(reply.body.error.details).toEqual([{ path: name, message: reply.body.error.message }]);
    expect(reply.body.error.message).toContain(`${value} KES`);
    expect(reply.body.error.message).toContain(`${would_be} KES`);
  }

  test('of the balance hold for deposits and incoming transfers', async () => {
    const [a, b] = [await walletWith(600), await walletWith(500)];
    await limit(project, { max_balance_minor: 1_000 });
    expectLimit(await move('deposit', a, 401), 'max_balance_minor', '10.00', '10.01');
    must(await move('deposit', a, 400));
    expectLimit(await transfer(b, a, 1), 'max_balance_minor', '10.00', '10.01');
    must(await move('withdraw', a, 1));
    must(await transfer(b, a, 1));
    must(await transfer(a, b, 501));
    expectLimit(await transfer(a, b, 2), 'max_balance_minor', '10.00', '10.02');
  });

  test('of a single movement hold for withdrawals and outgoing transfers only', async () => {
    const [a, b] = [await walletWith(1_000), await walletWith(1_000)];
    await limit(project, { max_single_minor: 100 });
    expectLimit(await move('withdraw', a, 101), 'max_single_minor', '1.00', '1.01');
    expectLimit(await transfer(a, b, 101), 'max_single_minor', '1.00', '1.01');
    must(await move('withdraw', a, 100));
    must(await transfer(a, b, 100));
    must(await move('deposit', a, 500));
  });

  test('of a day count what went out, not what failed, and begin anew at midnight UTC', async () => {
    const own = await createProject(service.anyone);
    const noon = await moveToNoon(own);
    await fund(service, own, 100);
    await limit(own, { max_daily_out_minor: 500 });
    const [a, b] = [await customerWithWallet(own), await customerWithWallet(own)];
    const post = (path: string, amount_minor: number, more: object = {}) =>
      own.key.post(path, { currency: 'KES', amount_minor, idempotency_key: some_key(), ...more });
    const out = (amount_minor: number) => post(`/api/v1/customers/${a}/wallets/withdraw`, amount_minor);
    must(await post(`/api/v1/customers/${a}/wallets/deposit`, 300));
    expectError(await out(400), 409, 'CONFLICT', 'insufficient_funds');
    must(await post(`/api/v1/customers/${a}/wallets/deposit`, 2_000));
    must(await out(200));
    must(await post('/api/v1/wallet-transfers', 200, { from_customer_id: a, to_customer_id: b }));
    expectLimit(await out(101), 'max_daily_out_minor', '5.00', '5.01');
    must(await out(100));
    expectLimit(await out(1), 'max_daily_out_minor', '5.00', '5.01');
    // What came in does not count, and b has its own day.
    must(await post('/api/v1/wallet-transfers', 200, { from_customer_id: b, to_customer_id: a }));
    const midnight = new Date(noon.getTime() + 12 * 3_600_000).toISOString();
    await setTestClock(own, midnight);
    must(await out(500));
    expectLimit(await out(1), 'max_daily_out_minor', '5.00', '5.01');
  });

  test('a refused request leaves its key unused', async () => {
    const a = await walletWith(100);
    await limit(project, { max_single_minor: 10 });
    const same = { idempotency_key: some_key() };
    expectError(await move('withdraw', a, 20, same), 422, 'UNPROCESSABLE', 'limit_exceeded');
    await limit(project, {});
    expect((await move('withdraw', a, 20, same)).status).toBe(201);
  });
});

describe('at once', () => {
  test('100 withdrawals never pass the daily limit, and those without funds free their share', async () => {
    const a = await walletWith(100_000);
    await limit(project, { max_daily_out_minor: 1_000 });
    const replies = await Promise.all(Array.from({ length: 100 }, () => move('withdraw', a, 30)));
    const done = replies.filter(({ status }) => status === 201);
    expect(done).toHaveLength(33);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expectError(reply, 422, 'UNPROCESSABLE', 'limit_exceeded');
    expect(await balanceOf(project, a)).toBe(100_000 - 33 * 30);
    must(await move('withdraw', a, 10));

    const b = await walletWith(95);
    const poor = await Promise.all(Array.from({ length: 50 }, () => move('withdraw', b, 10)));
    expect(poor.filter(({ status }) => status === 201)).toHaveLength(9);
    must(await move('deposit', b, 2_000));
    must(await move('withdraw', b, 910));
    expectError(await move('withdraw', b, 1), 422, 'UNPROCESSABLE', 'limit_exceeded');
  });

  test('what is refused for lack of money uses up no limit of what comes with it', async () => {
    await limit(project, { max_daily_out_minor: 100 });
    for (let round = 0; round < 5; round++) {
      const a = await walletWith(50);
      const [poor, other, third] = await Promise.all(
        [80, 40, 10].map((amount) => move('withdraw', a, amount)),
      );
      expectError(poor as Reply, 409, 'CONFLICT', 'insufficient_funds');
      expect([other?.status, third?.status]).toEqual([201, 201]);
    }
  });

  test('100 deposits never pass the balance limit', async () => {
    const a = await customerWithWallet(project);
    await limit(project, { max_balance_minor: 1_000 });
    const replies = await Promise.all(Array.from({ length: 100 }, () => move('deposit', a, 30)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(33);
    expect(await balanceOf(project, a)).toBe(990);
  });

  test('50 transfers each way end without a deadlock, and no money is made', async () => {
    const [a, b] = [await walletWith(1_000), await walletWith(1_000)];
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => [transfer(a, b, 7), transfer(b, a, 3)]).flat(),
    );
    for (const reply of replies) expect([201, 409], reply.text).toContain(reply.status);
    expect((await balanceOf(project, a)) + (await balanceOf(project, b))).toBe(2_000);
  });

  test('freezing meanwhile neither deadlocks nor lets anything through afterwards', async () => {
    const [a, b] = [await walletWith(10_000), await walletWith(10_000)];
    const transfers = Array.from({ length: 40 }, (_each, no) =>
      no % 2 ? transfer(a, b, 1) : transfer(b, a, 1),
    );
    await setStatus(a, 'frozen');
    const before = await balanceOf(project, a);
    const replies = await Promise.all(transfers);
    for (const reply of replies) expect([201, 409], reply.text).toContain(reply.status);
    expectError(await transfer(b, a, 1), 409, 'CONFLICT', 'customer_not_active');
    expect(Math.abs((await balanceOf(project, a)) - before)).toBeLessThanOrEqual(40);
    expect((await balanceOf(project, a)) + (await balanceOf(project, b))).toBe(20_000);
  });
});

describe('closing a customer', () => {
  const close = (customer: string) => key.post(`/api/v1/customers/${customer}/close`);

  test('is refused until the wallets are empty', async () => {
    const a = await walletWith(10);
    await openWallet(project, a, 'ETB');
    expectError(await close(a), 409, 'CONFLICT', 'not_closable');
    must(await key.post(`/api/v1/customers/${a}/freeze`));
    expectError(await close(a), 409, 'CONFLICT', 'not_closable');
    must(await key.post(`/api/v1/customers/${a}/unfreeze`));
    must(await move('withdraw', a, 10));
    expect(must(await close(a)).body.status).toBe('closed');
  });

  test.each(['before', 'after'] as const)(
    'waits for a movement whose process died %s the booking',
    async (when) => {
      const [a, b] = [await walletWith(10), await customerWithWallet(project)];
      loseNextBooking(service.ctx.ledger, when);
      expect((await transfer(a, b, 10)).status).toBe(503);
      for (const customer of [a, b]) expectError(await close(customer), 409, 'CONFLICT', 'not_closable');
      await service.ctx.db('wallet_movements').update({ touched_at: new Date(0) });
      await resumePendingMovements(service.ctx);
      must(await close(a));
      expectError(await close(b), 409, 'CONFLICT', 'not_closable');
    },
  );

  test('waits for one that the ledger will refuse, too', async () => {
    const a = await customerWithWallet(project);
    loseNextBooking(service.ctx.ledger, 'before');
    const same = { idempotency_key: some_key() };
    expect((await move('withdraw', a, 10, same)).status).toBe(503);
    expectError(await close(a), 409, 'CONFLICT', 'not_closable');
    expectError(await move('withdraw', a, 10, same), 409, 'CONFLICT', 'insufficient_funds');
    must(await close(a));
  });

  test('and a deposit at once: one of them is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const a = await customerWithWallet(project);
      const both = [() => close(a), () => move('deposit', a, 5)];
      const replies = await Promise.all((round % 2 ? both : both.toReversed()).map((act) => act()));
      const reasons = replies.map(({ body }) => body.error?.reason ?? null).filter((each) => each !== null);
      expect(reasons).toHaveLength(1);
      expect(['not_closable', 'customer_not_active']).toContain(reasons[0]);
    }
  });
});

test.each(['before', 'after'] as const)(
  'a movement whose request died %s the booking is finished with the same transfer',
  async (when) => {
    const [a, b] = [await walletWith(500), await customerWithWallet(project)];
    const same = { idempotency_key: some_key() };
    loseNextBooking(service.ctx.ledger, when);
    expectError(await transfer(a, b, 200, same), 503, 'SERVICE_UNAVAILABLE');
    const { db } = service.ctx;
    const movement = () => db('wallet_movements').where({ reference: same.idempotency_key }).first();
    const { id } = await movement();
    // Younger than that it may still be at work.
    expect(await resumePendingMovements(service.ctx)).toBe(0);
    await db('wallet_movements').update({ touched_at: new Date(0) });
    expect(await resumePendingMovements(service.ctx)).toBe(1);
    expect(await resumePendingMovements(service.ctx)).toBe(0);
    expect(await movement()).toMatchObject({ id, status: 'posted' });
    const { status, body } = await transfer(a, b, 200, same);
    expect([status, body.id, body.replayed]).toEqual([200, encodeId('transfer', id), true]);
    expect(await db('wallets').where({ customer_id: a }).first()).toMatchObject({
      balance_bound_minor: 300n,
    });
    expect([await balanceOf(project, a), await balanceOf(project, b)]).toEqual([300, 200]);
  },
);

test('a request that is repeated after its process died makes the movement', async () => {
  const a = await walletWith(500);
  const same = { idempotency_key: some_key() };
  loseNextBooking(service.ctx.ledger, 'before');
  expectError(await move('withdraw', a, 200, same), 503, 'SERVICE_UNAVAILABLE');
  expect((await move('withdraw', a, 200, same)).status).toBe(201);
  expect(await balanceOf(project, a)).toBe(300);
});
