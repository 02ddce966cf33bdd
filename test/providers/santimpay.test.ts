import { createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemNow } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { ExactNumber } from '../../core/json.ts';
import {
  amountTaken,
  failureCode,
  isDuplicate,
  refusalIn,
  statusOf,
} from '../../domain/payments/providers/santimpay/answers.rules.ts';
import { readPrivateKey, readPublicKey } from '../../domain/payments/providers/santimpay/keys.ts';
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
    const key = readPrivateKey(text);
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
    expect(readPrivateKey(text)).toBeNull();
  });

  test('a public key is read in both spellings, and never from a private one', () => {
    expect(readPublicKey(spki)?.equals(publicKey)).toBe(true);
    expect(
      readPublicKey(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'))?.equals(publicKey),
    ).toBe(true);
    for (const text of [sec1, pkcs8, bare, 'hello']) expect(readPublicKey(text)).toBeNull();
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
    ['Phone number must be in the format +251…', 'invalid_phone'],
    ['payment method not supported', 'payment_method_not_supported'],
    ['insufficient merchant balance', 'insufficient_funds'],
    ['crypto/ecdsa: verification error', 'provider_credentials_refused'],
    ['something else', 'declined'],
  ])('%s is %s', (message, code) => {
    expect(failureCode(message)).toBe(code);
    expect(isDuplicate(message)).toBe(false);
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

  test('a phone that SantimPay does not take is left out', async () => {
    must(await pay({ customer_phone: '+254712345678' }));
    expect(setup.gateway.calls('/initiate-payment')[0]?.body).not.toHaveProperty('phoneNumber');
  });

  test.each([
    ['insufficient merchant balance', 'insufficient_funds'],
    ['invalid token', 'provider_credentials_refused'],
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

describe('the stand-in refuses what SantimPay refuses', () => {
  const gateway = new SantimPayStandIn();
  beforeAll(() => gateway.start());
  afterAll(() => gateway.stop());

  const now_s = Math.floor(systemNow().getTime() / 1_000);
  const claims = { amount: 100, paymentReason: 'Savings', merchantId: gateway.merchant_id, generated: now_s };
  const right = (payload: object) => signToken(payload, readPrivateKey(gateway.private_key) as KeyObject);
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
