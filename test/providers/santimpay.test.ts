import { createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemNow } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { ExactNumber } from '../../core/json.ts';
import { MAX_AMOUNT_MINOR } from '../../core/money.ts';
import { providerCallbacks, refunds } from '../../domain/payments/index.ts';
import {
  amountTaken,
  failureCode,
  failureOf,
  isDuplicate,
  refusalIn,
  statusOf,
} from '../../domain/payments/providers/santimpay/answers.rules.ts';
import { readPrivateKey, readPublicKey } from '../../domain/payments/providers/keys.ts';
import { signToken, verifyToken } from '../../domain/payments/providers/santimpay/signed-token.ts';
import {
  must,
  santimpayBody,
  santimpayProject,
  startWithSantimPay,
  type Project,
  type SantimPayService,
} from '../harness/index.ts';
import { SantimPayStandIn } from '../stand-ins/santimpay.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

describe('signed tokens', () => {
  const claims = {
    amount: new ExactNumber(10_000n),
    paymentReason: 'Savings',
    merchantId: '11111111-2222-3333-4444-555555555555',
    generated: 1_735_786_800,
  };

  test('are what the test vector says, and verify with the public key', () => {
    const [header, body, signature = ''] = signToken(claims, privateKey).split('.');
    expect(`${header}.${body}`).toBe(
      'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJhbW91bnQiOjEwMCwicGF5bWVudFJlYXNvbiI6IlNhdmluZ3MiLCJtZXJjaGFudElkIjoiMTExMTExMTEtMjIyMi0zMzMzLTQ0NDQtNTU1NTU1NTU1NTU1IiwiZ2VuZXJhdGVkIjoxNzM1Nzg2ODAwfQ',
    );
    const bytes = Buffer.from(signature, 'base64url');
    expect(bytes).toHaveLength(64);
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${header}.${body}`), key, bytes)).toBe(true);
  });

  test('are read back with the right key only', () => {
    const token = signToken(claims, privateKey);
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    expect(verifyToken(token, publicKey)).toMatchObject({ amount: '100', paymentReason: 'Savings' });
    expect(verifyToken(token, other)).toBeNull();
  });

  test('of another algorithm or another shape are refused', () => {
    const [, body, signature] = signToken(claims, privateKey).split('.');
    for (const alg of ['none', 'HS256', 'es256']) {
      const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
      expect(verifyToken(`${header}.${body}.${signature}`, publicKey)).toBeNull();
    }
    for (const text of ['', 'a.b', 'a.b.c', 'a.b.c.d', `${signToken(claims, privateKey)}.x`])
      expect(verifyToken(text, publicKey)).toBeNull();
  });
});

describe('keys', () => {
  const sec1 = privateKey.export({ type: 'sec1', format: 'pem' }).toString();
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const bare = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const spki = publicKey.export({ type: 'spki', format: 'pem' }).toString();

  test.each([
    ['SEC1', sec1],
    ['PKCS#8', pkcs8],
    ['with literal line breaks', pkcs8.replaceAll('\n', String.raw`\n`)],
    ['bare base64', bare],
  ])('a private key is read: %s', (_what, text) => {
    const key = readPrivateKey(text, 'P-256');
    expect(key && createPublicKey(key).equals(publicKey)).toBe(true);
  });

  test.each([
    ['nonsense', 'hello'],
    ['a public key', spki],
    [
      'another curve',
      generateKeyPairSync('ec', { namedCurve: 'P-384' })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    ],
    [
      'RSA',
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    ],
  ])('as a private key is refused: %s', (_what, text) => {
    expect(readPrivateKey(text, 'P-256')).toBeNull();
  });

  test('a public key is read in both spellings, and never from a private one', () => {
    expect(readPublicKey(spki, 'P-256')?.equals(publicKey)).toBe(true);
    expect(
      readPublicKey(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), 'P-256')?.equals(
        publicKey,
      ),
    ).toBe(true);
    for (const text of [sec1, pkcs8, bare, 'hello']) expect(readPublicKey(text, 'P-256')).toBeNull();
  });
});

describe('answers', () => {
  test.each([
    ['COMPLETED', 'completed'],
    ['success', 'completed'],
    ['PENDING', 'pending'],
    ['PROCESSING', 'processing'],
    ['FAILED', 'failed'],
    ['REJECTED', 'failed'],
    ['EXPIRED', 'failed'],
    ['DECLINED', 'failed'],
    ['CANCELLED', 'cancelled'],
    ['CANCELED', 'cancelled'],
    ['PAID_TWICE', null],
    ['constructor', null],
    ['', null],
  ])('status %s means %s, in either spelling of the field', (name, status) => {
    expect(statusOf({ Status: name })).toBe(status);
    expect(statusOf({ status: name })).toBe(status);
  });

  test("the SDK's own sample is a payment of 1", () => {
    const sample = {
      amount: '0.9735',
      commission: '0.0265',
      totalAmount: '1',
      commissionFromCustomer: false,
    };
    expect(amountTaken(sample)).toEqual({ amount_minor: 100n, fee: '0.0265' });
  });

  test.each([
    [
      'the customer bears the commission',
      { amount: '100', commission: '2.65', totalAmount: '102.65', commissionFromCustomer: true },
      10_000n,
    ],
    ['a flag as text', { amount: '100', totalAmount: '102.65', commissionFromCustomer: 'true' }, 10_000n],
    ['more decimals than the currency has', { totalAmount: '1.001' }, null],
    ['zeros behind', { totalAmount: '1.5000' }, 150n],
    ['an exponent', { totalAmount: '1e2' }, null],
    ['nothing', { amount: '1' }, null],
    ['the largest', { totalAmount: '90071992547409.91' }, 9_007_199_254_740_991n],
  ])('amount: %s', (_what, answer, amount_minor) => {
    expect(amountTaken(answer).amount_minor).toBe(amount_minor);
  });

  test('a declined transaction is no refusal to answer, and the other way round', () => {
    expect(refusalIn({ status: 'declined', message: 'invalid token' })).toBe('invalid token');
    expect(refusalIn({ Status: 'DECLINED', txnId: 't-1' })).toBeNull();
    expect(refusalIn({ url: 'https://pay.example.org' })).toBeNull();
  });

  test.each([
    ['Phone number must be in the format +251…', 'payer_not_found'],
    ['payment method not supported', 'declined'],
    ['insufficient merchant balance', 'insufficient_funds'],
    ['crypto/ecdsa: verification error', 'declined'],
    ['something else', 'declined'],
  ])('%s is %s', (message, code) => {
    expect(failureCode(message)).toBe(code);
    expect(isDuplicate(message)).toBe(false);
  });

  test.each([
    ['FAILED', undefined, { failure_code: 'unspecified' }],
    ['FAILED', 'no answer', { failure_code: 'declined', failure_message: 'no answer' }],
    [
      'FAILED',
      'Insufficient balance',
      { failure_code: 'insufficient_funds', failure_message: 'Insufficient balance' },
    ],
    ['REJECTED', 'no', { failure_code: 'declined', failure_message: 'no' }],
    ['EXPIRED', undefined, { failure_code: 'expired' }],
    ['expired', 'too late', { failure_code: 'expired', failure_message: 'too late' }],
    ['CANCELLED', undefined, { failure_code: 'cancelled' }],
    ['PENDING', 'waits', null],
    ['COMPLETED', 'done', null],
    ['ON_HOLIDAY', 'away', null],
  ])('%s with %s: %j', (Status, StatusReason, failure) => {
    expect(failureOf({ Status, ...(StatusReason ? { StatusReason } : {}) })).toEqual(failure);
  });
});

describe('through the API', () => {
  let setup: SantimPayService;
  let project: Project;

  beforeAll(async () => {
    setup = await startWithSantimPay();
    project = await santimpayProject(setup);
  });
  afterAll(() => setup.stop());
  beforeEach(() => setup.gateway.reset());

  const pay = (overrides: object = {}) =>
    project.key.post('/api/v1/payments', santimpayBody({ ...overrides }));
  const sync = (id: string) => project.key.post(`/api/v1/payments/${id}/sync`);

  test('a payment begins on the hosted page', async () => {
    const { body } = must(await pay({ metadata: { return_url: 'https://shop.example.org/thanks' } }));
    expect(body).toMatchObject({
      status: 'pending',
      next_action: { type: 'redirect', url: `https://pay.example.org/?id=${body.id}&lang=am` },
    });
    expect(setup.gateway.complaints).toEqual([]);
    const [call] = setup.gateway.calls('/initiate-payment');
    expect(call?.body).toMatchObject({
      id: body.id,
      reason: body.reference,
      phoneNumber: '+251911234567',
      successRedirectUrl: 'https://shop.example.org/thanks',
      notifyUrl: expect.stringMatching(
        new RegExp(`^${setup.service.url}/callbacks/santimpay/${body.id}/[\\w-]{43}$`),
      ),
    });
  });

  test.each([
    [150.5, '150.5'],
    [0.07, '0.07'],
    [1_000_000, '1000000'],
    [4.35, '4.35'],
    ['90071992547409.91', '90071992547409.91'],
  ])('%s is sent as exactly these digits', async (amount, digits) => {
    const text = JSON.stringify(santimpayBody({ amount: 0 })).replace('"amount":0', `"amount":${amount}`);
    must(await project.key.post('/api/v1/payments', text));
    const sent = setup.gateway.calls('/initiate-payment')[0]?.text ?? '';
    expect(/"amount":([^,]+),/.exec(sent)?.[1]).toBe(digits);
    const [, claims = ''] = (JSON.parse(sent) as { signedToken: string }).signedToken.split('.');
    expect(Buffer.from(claims, 'base64url').toString()).toContain(`{"amount":${digits},`);
  });

  test.each([
    ['/initiate-payment', {}],
    ['/direct-payment', { payment_method: 'Telebirr' }],
  ])('any amount is sent as exactly its digits: %s', async (path, metadata) => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR }), async (amount_minor) => {
        setup.gateway.reset();
        const cents = (amount_minor % 100n).toString().padStart(2, '0');
        const asked = `${amount_minor / 100n}.${cents}`;
        // A JSON number, without zeros that say nothing.
        const digits = asked.replace(/\.?0+$/, '');
        const request = JSON.stringify(santimpayBody({ amount: 0, metadata })).replace(
          '"amount":0',
          `"amount":${asked}`,
        );
        must(await project.key.post('/api/v1/payments', request));
        const sent = setup.gateway.calls(path)[0]?.text ?? '';
        expect(/"amount":([^,]+),/.exec(sent)?.[1]).toBe(digits);
        const [, claims = ''] = (JSON.parse(sent) as { signedToken: string }).signedToken.split('.');
        const signed = Buffer.from(claims, 'base64url').toString();
        expect(/^\{"amount":([^,]+),/.exec(signed)?.[1]).toBe(digits);
        expect(setup.gateway.complaints).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test.each([401, 403])('a gateway token that is answered %s leaves the payment as it is', async (status) => {
    setup.gateway.reset({ refuse_token: status });
    const { body } = must(await pay());
    expect(body).toMatchObject({ status: 'initiated', failure_code: null });
    expect(setup.gateway.charges(body.id)).toBe(0);
  });

  test('a phone that SantimPay does not take is left out', async () => {
    must(await pay({ customer_phone: '+254712345678' }));
    expect(setup.gateway.calls('/initiate-payment')[0]?.body).not.toHaveProperty('phoneNumber');
  });

  test.each([
    ['insufficient merchant balance', 'insufficient_funds'],
    ['invalid token', 'declined'],
  ])('a refusal fails the payment: %s', async (decline, failure_code) => {
    setup.gateway.reset({ decline });
    const { body } = must(await pay());
    expect(body).toMatchObject({
      status: 'failed',
      failure_code,
      failure_message: decline,
      next_action: null,
    });
  });

  test('an id that was used before is looked up, not failed', async () => {
    setup.gateway.reset({ decline: 'Duplicate client reference' });
    const { body } = must(await pay());
    expect(body.status).toBe('pending');
    expect(setup.gateway.calls('/fetch-transaction-status')).toHaveLength(1);
  });

  test('a refused status question changes nothing and is answered 503', async () => {
    const { body } = must(await pay());
    const own_token = project.owner.client.put(
      `/api/projects/${project.id}/providers/santimpay?environment=test`,
      { credentials: { ...setup.gateway.credentials, token: 'another-token' } },
    );
    must(await own_token);
    expect((await sync(body.id)).status).toBe(503);
    expect(must(await project.key.get(`/api/v1/payments/${body.id}`)).body.status).toBe('pending');
    must(
      await project.owner.client.put(`/api/projects/${project.id}/providers/santimpay?environment=test`, {
        credentials: setup.gateway.credentials,
      }),
    );
  });

  test.each([false, true])(
    'the commission does not change the amount; borne by the customer: %s',
    async (from_customer) => {
      setup.gateway.commission_from_customer = from_customer;
      const { body } = must(await pay({ amount: 100 }));
      await setup.gateway.settle(body.id);
      const { body: after } = must(await sync(body.id));
      expect(after).toMatchObject({ status: 'completed', provider_txn_id: expect.stringMatching(/^txn-/) });
      const { body: events } = must(await project.key.get(`/api/v1/payments/${body.id}/events`));
      expect(events.events[0]).toMatchObject({ to: 'completed', details: { fee: '2.65' } });
    },
  );

  test('a refund is left to a person', async () => {
    const { body } = must(await pay());
    await setup.gateway.settle(body.id);
    must(await sync(body.id));
    const { body: refund } = must(await project.key.post(`/api/v1/payments/${body.id}/refunds`, {}));
    expect(refund).toMatchObject({ status: 'pending', manual: true });
  });

  test('a status that nobody knows decides nothing', async () => {
    const { body } = must(await pay());
    await setup.gateway.settle(body.id, 'ON_HOLIDAY');
    expect(must(await sync(body.id)).body.status).toBe('pending');
  });

  test('a currency it does not take is refused', async () => {
    const reply = await pay({ currency: 'KES' });
    expect([reply.status, reply.body.error.reason]).toEqual([422, 'currency_mismatch']);
  });
});

describe('without a page', () => {
  let setup: SantimPayService;
  let project: Project;

  beforeAll(async () => {
    setup = await startWithSantimPay();
    project = await santimpayProject(setup, { refund_via_payout: 'true' });
  });
  afterAll(() => setup.stop());
  beforeEach(() => setup.gateway.reset());

  const pay = (overrides: object = {}) =>
    project.key.post(
      '/api/v1/payments',
      santimpayBody({ metadata: { payment_method: 'Telebirr' }, ...overrides }),
    );
  const completed = async (overrides: object = {}): Promise<string> => {
    const { id } = must(await pay(overrides)).body;
    setup.gateway.faults.callback = 'never';
    await setup.gateway.settle(id);
    must(await project.key.post(`/api/v1/payments/${id}/sync`));
    return id;
  };
  const refund = async (id: string, amount_minor = 5_000): Promise<string> =>
    must(await project.key.post(`/api/v1/payments/${id}/refunds`, { amount_minor })).body.id;
  const process = async (refund_id: string) => {
    const row = () => setup.service.ctx.db('refunds').where({ id: refund_id });
    await row()
      .whereNotNull('next_attempt_at')
      .update({ next_attempt_at: new Date(0) });
    await refunds.process(setup.service.ctx, refund_id);
    return row().first();
  };

  test.each([
    ['the payment', {}, { metadata: { payment_method: 'CBEBirr' } }],
    ['the account', { payment_method: 'CBEBirr' }, { metadata: {} }],
  ])("the payer's phone is asked through the channel of %s", async (_whose, credentials, overrides) => {
    const own = await santimpayProject(setup, credentials);
    const { body } = must(await own.key.post('/api/v1/payments', santimpayBody(overrides)));
    expect(body).toMatchObject({
      status: 'pending',
      next_action: { type: 'prompt', message: 'Confirm the payment on your phone.' },
    });
    expect(setup.gateway.complaints).toEqual([]);
    expect(setup.gateway.received.map(({ path }) => path)).toEqual(['/direct-payment']);
    expect(setup.gateway.received[0]?.body).toMatchObject({
      id: body.id,
      phoneNumber: '+251911234567',
      paymentMethod: 'CBEBirr',
    });
    await setup.gateway.settle(body.id);
    expect(must(await own.key.post(`/api/v1/payments/${body.id}/sync`)).body.status).toBe('completed');
  });

  test('a phone that cannot be asked is refused, and nothing stored', async () => {
    const reply = await pay({ customer_phone: '+254712345678' });
    expect([reply.status, reply.body.error.reason]).toEqual([422, 'phone_not_supported']);
  });

  test('a push whose answer was lost still asks for confirmation', async () => {
    setup.gateway.reset({ drop_response: true, callback: 'never' });
    const { id } = must(await pay()).body;
    const { body } = must(await project.key.post(`/api/v1/payments/${id}/sync`));
    expect(body).toMatchObject({
      status: 'pending',
      next_action: { message: 'Confirm the payment on your phone.' },
    });
  });

  test('a refund is a payout to the payer, made once and checked', async () => {
    const id = await completed();
    const refund_id = await refund(id);
    expect(await process(refund_id)).toMatchObject({ status: 'processing' });
    expect(await process(refund_id)).toMatchObject({
      status: 'succeeded',
      provider_refund_id: expect.stringMatching(/^txn-/),
    });
    expect([...setup.gateway.payouts.values()]).toMatchObject([
      { id: refund_id, asked: '50', phone: '+251911234567', method: 'Telebirr' },
    ]);
    expect(setup.gateway.complaints).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    'a payout whose answer is lost, %s it was made, is made once',
    async (lose_payout) => {
      const refund_id = await refund(await completed());
      setup.gateway.faults.lose_payout = lose_payout;
      await process(refund_id);
      setup.gateway.faults.lose_payout = 'never';
      await process(refund_id);
      expect(await process(refund_id)).toMatchObject({ status: 'succeeded' });
      expect(setup.gateway.payouts.size).toBe(1);
    },
  );

  test('a refund goes to whoever paid, also where the payment was for another phone', async () => {
    setup.gateway.payer_msisdn = '251922000001';
    const refund_id = await refund(await completed());
    await process(refund_id);
    expect(setup.gateway.payouts.get(refund_id)).toMatchObject({ phone: '+251922000001' });
    expect(setup.gateway.complaints).toEqual([]);
  });

  test('a repetition that is refused because the first request arrived late fails no refund', async () => {
    const refund_id = await refund(await completed());
    setup.gateway.faults.lose_payout = 'before';
    await process(refund_id);
    Object.assign(setup.gateway.faults, {
      lose_payout: 'never',
      decline_payout: 'insufficient merchant balance',
      makes_refused_payout: true,
    });
    expect(await process(refund_id)).toMatchObject({ status: 'succeeded' });
    expect(setup.gateway.payouts.size).toBe(1);
  });

  test('a payout that fails or is refused fails the refund', async () => {
    const id = await completed();
    setup.gateway.faults.payout_status = 'FAILED';
    const failed = await refund(id, 1_000);
    await process(failed);
    expect(await process(failed)).toMatchObject({ status: 'failed' });
    setup.gateway.faults.decline_payout = 'insufficient merchant balance';
    expect(await process(await refund(id, 1_000))).toMatchObject({
      status: 'failed',
      failure_code: 'insufficient_funds',
    });
  });

  test('a callback about the payout is taken, and asks about the refund alone', async () => {
    setup.gateway.faults.payout_status = 'PENDING';
    const id = await completed();
    const refund_id = await refund(id);
    await process(refund_id);
    const { notifyUrl } = setup.gateway.payouts.get(refund_id) as { notifyUrl: string };
    const said = { thirdPartyId: refund_id, txnId: 't-9', Status: 'COMPLETED' };
    must(await setup.service.anyone.post(new URL(notifyUrl).pathname, said));
    const [callback] = await setup.service.ctx.db('provider_callbacks').where({ payment_id: id });
    expect(callback).toMatchObject({ claims_paid: false, provider_txn_id: null });
    setup.gateway.faults.payout_status = 'SUCCESS';
    await providerCallbacks.handle(setup.service.ctx, callback.id);
    await refunds.process(setup.service.ctx, refund_id);
    expect(await setup.service.ctx.db('refunds').where({ id: refund_id }).first()).toMatchObject({
      status: 'succeeded',
    });
  });
});

describe('the stand-in refuses what SantimPay refuses', () => {
  const gateway = new SantimPayStandIn();
  beforeAll(() => gateway.start());
  afterAll(() => gateway.stop());

  const now_s = Math.floor(systemNow().getTime() / 1_000);
  const claims = { amount: 100, paymentReason: 'Savings', merchantId: gateway.merchant_id, generated: now_s };
  const right = (payload: object) =>
    signToken(payload, readPrivateKey(gateway.private_key, 'P-256') as KeyObject);
  const der = (payload: object): string => {
    const input = right(payload).split('.').slice(0, 2).join('.');
    return `${input}.${sign('sha256', Buffer.from(input), gateway.private_key).toString('base64url')}`;
  };

  async function initiate(signedToken: string, bearer = gateway.token, amount: unknown = 100) {
    const url = 'https://shop.example.org';
    const response = await fetch(`${gateway.base_url}/initiate-payment`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      body: JSON.stringify({
        id: newId('payment'),
        amount,
        reason: 'Savings',
        merchantId: gateway.merchant_id,
        signedToken,
        successRedirectUrl: url,
        failureRedirectUrl: url,
        cancelRedirectUrl: url,
        notifyUrl: url,
      }),
    });
    return (await response.json()) as { url?: string; status?: string };
  }

  test('and takes what is right', async () => {
    expect(await initiate(right(claims))).toHaveProperty('url');
  });

  test.each<[string, () => Promise<object>]>([
    ['a DER signature', () => initiate(der(claims))],
    ["another's signature", () => initiate(signToken(claims, privateKey))],
    ['an iat claim', () => initiate(right({ ...claims, iat: now_s }))],
    [
      'wrong claim names',
      () =>
        initiate(
          right({ amount: 100, paymentreason: 'Savings', merchantId: gateway.merchant_id, generated: now_s }),
        ),
    ],
    [
      'claims in another order',
      () => initiate(right(Object.fromEntries(Object.entries(claims).toReversed()))),
    ],
    ['another amount in the body', () => initiate(right(claims), gateway.token, 101)],
    ['an amount as text', () => initiate(right({ ...claims, amount: '100' }), gateway.token, '100')],
    ['a token that is too old', () => initiate(right({ ...claims, generated: now_s - 301 }))],
    ['no bearer token', () => initiate(right(claims), '')],
    ['another bearer token', () => initiate(right(claims), 'x')],
  ])('%s', async (_what, attempt) => {
    expect(await attempt()).toMatchObject({ status: 'declined' });
  });
});
