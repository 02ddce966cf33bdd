/** Payments over the wire: outcomes, amounts, idempotency, lists, cancelling and asking the provider. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { CURRENCIES, CURRENCY_CODES } from '../../core/money.ts';
import {
  must,
  paymentBody,
  projectOf,
  quickPerson,
  startService,
  until,
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
  service = await startService({ workers: 'all' });
  project = await projectOf(await quickPerson(service), service.anyone);
  key = project.key;
});
afterAll(() => service.stop());

const PAYMENTS = '/api/v1/payments';
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function phone(suffix: string): string {
  return `+254712345${suffix}`;
}

async function pay(overrides: Record<string, unknown> = {}, client = key) {
  return must(await client.post(PAYMENTS, paymentBody(overrides))).body;
}

async function get(id: string, client = key) {
  return must(await client.get(`${PAYMENTS}/${id}`)).body;
}

async function timeline(id: string): Promise<{ type: string; from: string; to: string; cause: string }[]> {
  return must(await key.get(`${PAYMENTS}/${id}/events`)).body.events.toReversed();
}

function withKey(value: string, client = key): Client {
  return client.with({ 'idempotency-key': value });
}

function newKey(): string {
  return `order-${randomBytes(8).toString('hex')}`;
}

test('a sandbox payment completes and is booked', async () => {
  const { body: payment } = must(await project.key.post('/api/v1/payments', paymentBody({ amount: 150.5 })));
  expect(payment).toMatchObject({ status: 'completed', amount: 150.5, amount_minor: 15050, replayed: false });
  const posting = await until('the posting is posted', async () => {
    const { body } = await project.key.get('/api/v1/ledger/postings?status=posted');
    return body.postings.find((each: { payment_id: string }) => each.payment_id === payment.id);
  });
  expect(posting).toMatchObject({ status: 'posted', error: null });
  const { body } = await project.key.get('/api/v1/ledger/accounts');
  expect(
    body.accounts
      .map((account: { kind: string; balance: string }) => [account.kind, account.balance])
      .toSorted(),
  ).toEqual([
    ['merchant_available', '150.50'],
    ['provider_clearing', '150.50'],
  ]);
});

test('the answer has every field of the contract, and GET answers the same', async () => {
  const request = paymentBody({
    amount: 20,
    metadata: { order: '7', nested: { list: [1, 'two', null, true, 2.5] } },
    split: { subaccount_id: 'vendor-1', share_bps: 2_500 },
  });
  const reply = await key.post(PAYMENTS, request);
  expect(reply.status).toBe(201);
  const { replayed, ...payment } = reply.body;
  expect(replayed).toBe(false);
  expect(payment).toEqual({
    id: expect.stringMatching(/^pay_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
    ...request,
    origin: 'request',
    account_number: null,
    amount: 20,
    amount_minor: 2_000,
    status: 'completed',
    next_action: null,
    provider_txn_id: expect.any(String),
    failure_code: null,
    failure_message: null,
    refunded_minor: 0,
    payment_link_id: null,
    overpaid: false,
    environment: 'test',
    created_at: expect.stringMatching(INSTANT),
    updated_at: expect.stringMatching(INSTANT),
    completed_at: expect.stringMatching(INSTANT),
  });
  expect(await get(payment.id)).toEqual(payment);
});

describe('sandbox outcomes', () => {
  test.each([
    ['039', 'not_approved'],
    ['029', 'payer_not_found'],
    ['048', 'insufficient_funds'],
    ['069', 'unspecified'],
  ])('…%s fails at once: %s', async (suffix, failure_code) => {
    const payment = await pay({ customer_phone: phone(suffix) });
    expect(payment).toMatchObject({ status: 'failed', failure_code, next_action: null, completed_at: null });
    expect(payment.failure_message).toMatch(/\S/);
    expect((await timeline(payment.id)).map(({ type }) => type)).toEqual([
      'payment.initiated',
      'payment.pending',
      'payment.failed',
    ]);
  });

  test('…789 completes at once', async () => {
    expect(await pay({ customer_phone: phone('789') })).toMatchObject({ status: 'completed' });
  });

  test('…129 stays pending, also when asked', async () => {
    const payment = await pay({ customer_phone: phone('129') });
    expect(payment).toMatchObject({
      status: 'pending',
      next_action: { type: 'prompt', message: expect.any(String) },
    });
    const { body } = must(await key.post(`${PAYMENTS}/${payment.id}/sync`));
    expect(body).toMatchObject({ status: 'pending', id: payment.id });
  });

  test('…453 is pending at first', async () => {
    const payment = await pay({ customer_phone: phone('453') });
    expect(payment.status).toBe('pending');
    expect(must(await key.post(`${PAYMENTS}/${payment.id}/sync`)).body.status).toBe('pending');
  });

  test('any other phone completes by itself after two seconds', async () => {
    const payment = await pay({ customer_phone: phone('111') });
    expect(payment.status).toBe('pending');
    const completed = await until('it completes', async () => {
      const now = await get(payment.id);
      return now.status === 'completed' && now;
    });
    expect(Date.parse(completed.completed_at) - Date.parse(payment.created_at)).toBeGreaterThanOrEqual(1_900);
    expect(await timeline(payment.id)).toMatchObject([
      { type: 'payment.initiated', from: null, to: 'initiated', cause: 'request' },
      { type: 'payment.pending', from: 'initiated', to: 'pending', cause: 'request' },
      { type: 'payment.completed', from: 'pending', to: 'completed', cause: 'poll' },
    ]);
  });

  test('metadata.sandbox_outcome overrides the phone; a name that is none does not', async () => {
    const chosen = { customer_phone: phone('129'), metadata: { sandbox_outcome: '048' } };
    expect(await pay(chosen)).toMatchObject({ status: 'failed', failure_code: 'insufficient_funds' });
    for (const sandbox_outcome of ['constructor', 'toString', 'nonsense', ''])
      expect((await pay({ metadata: { sandbox_outcome } })).status).toMatch(/^(pending|completed)$/);
    const odd = await pay({ metadata: { sandbox_outcome: 'constructor' } });
    await until('it completes like any other', async () => (await get(odd.id)).status === 'completed');
  });
});

describe('amounts', () => {
  test.each([
    [0.01, 1],
    [1, 100],
    [1.1, 110],
    [0.29, 29],
    [19.99, 1_999],
    [1_000_000, 100_000_000],
    [4_503_599_627_370.49, 450_359_962_737_049],
  ])('%s is %s minor units', async (amount, amount_minor) => {
    expect(await pay({ amount })).toMatchObject({ amount, amount_minor });
  });

  /** As it stands on the wire, beyond what a double shows. */
  async function payText(amount: string, overrides = {}): Promise<Reply> {
    const text = JSON.stringify(paymentBody({ ...overrides, amount: '?' }));
    return key.post(PAYMENTS, text.replace('"?"', amount));
  }

  test('the largest is exact on the way in, out and in lists', async () => {
    const reply = must(await payText('90071992547409.91'));
    for (const { text } of [
      reply,
      must(await key.get(`${PAYMENTS}/${reply.body.id}`)),
      must(await key.get(`${PAYMENTS}?reference=${reply.body.reference}`)),
    ]) {
      expect(text).toContain('"amount":90071992547409.91,');
      expect(text).toContain('"amount_minor":9007199254740991,');
    }
    expect(must(await payText('90071992547409.9')).text).toContain('"amount":90071992547409.9,');
    expect(must(await payText('70071992547409.93')).text).toContain('"amount":70071992547409.93,');
  });

  test.each(['1.00', '1.0', '1.000000000000000000000', '150.50', '0.0100'])(
    '%s is a plain number',
    async (amount) => {
      const { body } = must(await payText(amount));
      expect(body.amount).toBe(Number(amount));
    },
  );

  test.each([
    ['a third decimal', '1.005'],
    ['a third decimal far out', '1.0000000000000000001'],
    ['a third decimal beyond a double', '45035996273704.961'],
    ['zero', '0'],
    ['zero with decimals', '0.00'],
    ['minus zero', '-0'],
    ['a negative', '-1'],
    ['an exponent', '1.5e2'],
    ['an exponent in capitals', '15E1'],
    ['an exponent of nothing', '150e0'],
    ['a large exponent', '1e400'],
    ['a small exponent', '1e-400'],
    ['one minor unit too many', '90071992547409.92'],
    ['far too much', '123456789012345678901234567890'],
    ['forty digits', '1'.repeat(40)],
    ['text without decimals', '"150"'],
    ['text with one decimal', '"150.5"'],
    ['text with an exponent', '"1e3"'],
    ['text of zero', '"0.00"'],
    ['negative text', '"-1.00"'],
    ['an empty string', '""'],
    ['null', 'null'],
    ['a flag', 'true'],
    ['a list', '[150]'],
    ['an object', '{"value":"150","isLosslessNumber":true}'],
  ])('%s is refused', async (_what, amount) => {
    expectInvalid(await payText(amount), 'amount');
  });

  test('amount_minor is not what payments take', async () => {
    expectInvalid(await key.post(PAYMENTS, paymentBody({ amount_minor: 100 })), 'amount_minor');
    expectInvalid(await key.post(PAYMENTS, paymentBody({ amount: undefined })), 'amount');
  });

  test('every supported currency is taken, fractions only where there are some', async () => {
    for (const currency of CURRENCY_CODES) {
      expect(await pay({ currency, amount: 7 })).toMatchObject({ currency, amount_minor: 700 });
      const fraction = await key.post(PAYMENTS, paymentBody({ currency, amount: 7.5 }));
      if (CURRENCIES[currency].whole_only) expectInvalid(fraction, 'amount');
      else must(fraction);
    }
    expect(CURRENCY_CODES.filter((code) => CURRENCIES[code].whole_only)).toEqual([
      'UGX',
      'RWF',
      'XOF',
      'XAF',
    ]);
  });

  test.each(['kes', 'XXX', 'JPY', '', 'KES ', 'constructor', null, 404])(
    'the currency %j is refused',
    async (currency) => {
      expectInvalid(await key.post(PAYMENTS, paymentBody({ currency })), 'currency');
    },
  );
});

describe('metadata', () => {
  test('is kept as it is, numbers included', async () => {
    const metadata = {
      a: 1e5,
      b: 0.1 + 0.2,
      c: 123456789012345,
      d: [-7.25],
      e: '12345678901234567890',
      f: {},
    };
    const text = JSON.stringify(paymentBody({ metadata })).replace('"a":100000', '"a":1e5');
    const { body } = must(await key.post(PAYMENTS, text));
    expect(body.metadata).toEqual(metadata);
    expect((await get(body.id)).metadata).toEqual(metadata);
  });

  test.each(['12345678901234567890', '0.12345678901234567890123', '1e400'])(
    'the number %s would be rounded, so it is refused',
    async (number) => {
      const text = JSON.stringify(paymentBody({ metadata: { n: ['?'] } })).replace('"?"', number);
      expectInvalid(await key.post(PAYMENTS, text), 'metadata');
    },
  );

  test('is bounded', async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
    await pay({ metadata: many(50) });
    expectInvalid(await key.post(PAYMENTS, paymentBody({ metadata: many(51) })), 'metadata');
    expectInvalid(await key.post(PAYMENTS, paymentBody({ metadata: { a: 'x'.repeat(8_000) } })), 'metadata');
    expectError(
      await key.post(PAYMENTS, paymentBody({ metadata: { ['k'.repeat(65)]: 1 } })),
      400,
      'VALIDATION_ERROR',
    );
  });
});

describe('phones', () => {
  test('are normalised to international form by the country of the currency', async () => {
    for (const customer_phone of ['0712 345 789', '+254 712 345 789', '254712345789', '0712-345-789'])
      expect(await pay({ customer_phone })).toMatchObject({ customer_phone: '+254712345789' });
  });

  test.each(['12', 'telephone', '+', '٠', '1'.repeat(41), '+254712345789; drop table'])(
    '"%s" is none',
    async (customer_phone) => {
      expectInvalid(await key.post(PAYMENTS, paymentBody({ customer_phone })), 'customer_phone');
    },
  );

  test('are needed, save by manual', async () => {
    expectInvalid(await key.post(PAYMENTS, paymentBody({ customer_phone: undefined })), 'customer_phone');
    const payment = await pay({ provider: 'manual', customer_phone: undefined });
    expect(payment).toMatchObject({ status: 'pending', customer_phone: null, next_action: null });
  });
});

describe('providers', () => {
  test.each(['mpesa_of_mars', 'constructor', '__proto__', 'tostring'])(
    '"%s" is unknown: 422',
    async (provider) => {
      const reply = await key.post(PAYMENTS, paymentBody({ provider }));
      expectError(reply, 422, 'UNPROCESSABLE', 'provider_unknown');
    },
  );

  test.each(['Sandbox', 'sand box', '../sandbox', 'x'.repeat(41), ''])(
    '"%s" is no name: 400',
    async (provider) => {
      expectInvalid(await key.post(PAYMENTS, paymentBody({ provider })), 'provider');
    },
  );

  test('the sandbox does not exist for a live key', async () => {
    for (const client of [project.live_key, project.live_session]) {
      const reply = await client.post(PAYMENTS, paymentBody());
      expectError(reply, 422, 'UNPROCESSABLE', 'provider_not_configured');
    }
    expect(must(await project.live_key.get(PAYMENTS)).body.payments).toEqual([]);
  });

  test('manual stays pending in both environments, also when asked', async () => {
    for (const [client, environment] of [
      [key, 'test'],
      [project.live_key, 'live'],
    ] as const) {
      const payment = await pay({ provider: 'manual' }, client);
      expect(payment).toMatchObject({ status: 'pending', environment });
      expect(must(await client.post(`${PAYMENTS}/${payment.id}/sync`)).body.status).toBe('pending');
    }
  });
});

describe('references', () => {
  test('are unique per provider and environment', async () => {
    const { id, reference } = await pay({ provider: 'manual' });
    const again = await key.post(PAYMENTS, paymentBody({ provider: 'manual', reference }));
    expectError(again, 409, 'CONFLICT', 'reference_taken');
    expect(again.body.error.message).toBe(`${id} has the reference ${reference} with manual already.`);
    await pay({ provider: 'sandbox', reference });
    await pay({ provider: 'manual', reference }, project.live_key);
    const other = await projectOf(await quickPerson(service), service.anyone);
    await pay({ provider: 'manual', reference }, other.key);
  });

  test('of many at once with one reference, one is created', async () => {
    const { reference } = paymentBody();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => key.post(PAYMENTS, paymentBody({ reference }))),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const created = replies.find(({ status }) => status === 201)?.body;
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expectError(reply, 409, 'CONFLICT', 'reference_taken');
      expect(reply.body.error.message).toContain(created.id);
    }
    expect(must(await key.get(`${PAYMENTS}?reference=${String(reference)}`)).body.payments).toHaveLength(1);
  });

  test('letter case and accents make another reference', async () => {
    const base = randomBytes(4).toString('hex');
    for (const reference of [`a${base}`, `A${base}`, `á${base}`, `a\u0301${base}`])
      expect(await pay({ reference })).toMatchObject({ reference });
  });
});

describe('splits', () => {
  test.each([
    ['no share', { subaccount_id: 'v' }, 'split.share_bps'],
    ['nothing', { subaccount_id: 'v', share_bps: 0 }, 'split.share_bps'],
    ['more than all', { subaccount_id: 'v', share_bps: 10_001 }, 'split.share_bps'],
    ['half a basis point', { subaccount_id: 'v', share_bps: 0.5 }, 'split.share_bps'],
    ['text', { subaccount_id: 'v', share_bps: '100' }, 'split.share_bps'],
    ['no vendor', { share_bps: 100 }, 'split.subaccount_id'],
    ['a list', [], 'split'],
    ['null', null, 'split'],
  ])('%s is refused', async (_what, split, path) => {
    expectInvalid(await key.post(PAYMENTS, paymentBody({ split })), path);
  });
});

/** What a repetition is answered: the same text, save that it says so. */
function repeated({ text }: Reply): string {
  return text.replace('"replayed":false', '"replayed":true');
}

describe('the idempotency key', () => {
  test('a repeat is answered what the first was, whether bare or quoted, and does nothing', async () => {
    const value = newKey();
    const metadata = { text: '\u2028 "quoted" \\ é', 10: [0.1, 1e-7], 9: { nothing: null } };
    const body = paymentBody({ amount: 12.5, metadata });
    const first = await withKey(value).post(PAYMENTS, body);
    expect(first.status).toBe(201);
    expect(first.headers.get('x-cache')).toBeNull();
    expect(first.body.replayed).toBe(false);
    const reordered = Object.fromEntries(Object.entries(body).toReversed());
    for (const repeat of [
      await withKey(value).post(PAYMENTS, body),
      await withKey(`"${value}"`).post(PAYMENTS, body),
      await withKey(value).post(PAYMENTS, reordered),
      await withKey(value, project.session).post(PAYMENTS, body),
    ]) {
      expect(repeat.status).toBe(201);
      expect(repeat.text).toBe(repeated(first));
      expect(repeat.headers.get('x-cache')).toBe('HIT-IDEMPOTENCY');
    }
    const { body: found } = must(await key.get(`${PAYMENTS}?reference=${String(body['reference'])}`));
    expect(found.payments).toHaveLength(1);
    expect((await timeline(first.body.id)).length).toBe(3);
  });

  test('a repeat is answered as at first also when the payment has moved on', async () => {
    const value = newKey();
    const body = paymentBody({ customer_phone: phone('129') });
    const first = must(await withKey(value).post(PAYMENTS, body));
    must(await key.post(`${PAYMENTS}/${first.body.id}/cancel`));
    const repeat = await withKey(value).post(PAYMENTS, body);
    expect(repeat.text).toBe(repeated(first));
    expect(repeat.body.status).toBe('pending');
  });

  test('a key that begins quoted is its whole self', async () => {
    const value = newKey();
    for (const spelled of [`"${value}`, value, `${value}"`])
      expect((await withKey(spelled).post(PAYMENTS, paymentBody())).status).toBe(201);
  });

  test('with another body it is refused', async () => {
    const value = newKey();
    const body = paymentBody({ metadata: { a: 1 } });
    must(await withKey(value).post(PAYMENTS, body));
    for (const change of [
      { amount: 150.51 },
      { currency: 'TZS' },
      { reference: 'another' },
      { metadata: { a: 2 } },
      { metadata: { a: '1' } },
      { metadata: {} },
      { customer_phone: phone('029') },
      { provider: 'manual' },
      { split: { subaccount_id: 'v', share_bps: 1 } },
    ]) {
      const reply = await withKey(value).post(PAYMENTS, { ...body, ...change });
      expectError(reply, 409, 'CONFLICT', 'idempotency_key_reused');
    }
  });

  test('a refused request that came twice at once is refused twice', async () => {
    const body = paymentBody();
    must(await key.post(PAYMENTS, body));
    const same = withKey(newKey());
    const replies = await Promise.all(Array.from({ length: 6 }, () => same.post(PAYMENTS, body)));
    for (const reply of replies) expectError(reply, 409, 'CONFLICT', 'reference_taken');
  });

  test('different keys for the same body are different requests', async () => {
    const body = paymentBody();
    must(await withKey(newKey()).post(PAYMENTS, body));
    expectError(await withKey(newKey()).post(PAYMENTS, body), 409, 'CONFLICT', 'reference_taken');
  });

  test.each(['payment:', 'entrance:', 'loan:', 'dividend:'])('the prefix %s is reserved', async (prefix) => {
    for (const value of [`${prefix}1`, prefix, `"${prefix}1"`]) {
      const reply = await withKey(value).post(PAYMENTS, paymentBody());
      expectError(reply, 400, 'VALIDATION_ERROR', 'idempotency_key_reserved');
    }
    must(await withKey(`my-${prefix}${newKey()}`).post(PAYMENTS, paymentBody()));
    must(await withKey(`${prefix.toUpperCase()}${newKey()}`).post(PAYMENTS, paymentBody()));
  });

  test.each([
    ['an empty one', ''],
    ['quotes alone', '""'],
    ['256 characters', 'x'.repeat(256)],
    ['beyond ASCII', 'clé'],
    ['a tab', 'a\tb'],
  ])('%s is refused', async (_what, value) => {
    expectInvalid(await withKey(value).post(PAYMENTS, paymentBody()), 'idempotency-key');
  });

  test.each([
    'x',
    ' spaced  inside ',
    '~!@#$%^&*()_+{}|:<>?`-=[];\\,./',
    `${'x'.repeat(239)}${newKey().slice(0, 16)}`,
  ])('any printable ASCII is taken: %s', async (value) => {
    const body = paymentBody();
    const first = must(await withKey(value).post(PAYMENTS, body));
    expect(must(await withKey(value).post(PAYMENTS, body)).body.id).toBe(first.body.id);
  });

  test('is not used up by a request that was refused', async () => {
    const value = newKey();
    const { reference } = await pay();
    for (const [body, status] of [
      [paymentBody({ amount: -1 }), 400],
      [paymentBody({ customer_phone: undefined }), 400],
      [paymentBody({ customer_phone: 'nobody at all' }), 400],
      [paymentBody({ provider: 'no_such_one' }), 422],
      [paymentBody({ reference }), 409],
      ['{', 400],
    ] as const)
      expect((await withKey(value).post(PAYMENTS, body)).status).toBe(status);
    const fine = await withKey(value).post(PAYMENTS, paymentBody());
    expect([fine.status, fine.headers.get('x-cache')]).toEqual([201, null]);
  });

  test('is of one environment of one project', async () => {
    const value = newKey();
    const other = await projectOf(await quickPerson(service), service.anyone);
    const body = paymentBody({ provider: 'manual' });
    const ids = new Set<string>();
    for (const client of [key, project.live_key, other.key, other.live_key]) {
      const reply = must(await withKey(value, client).post(PAYMENTS, body));
      expect(reply.headers.get('x-cache')).toBeNull();
      ids.add(reply.body.id);
    }
    expect(ids.size).toBe(4);
    // And in each of them it is used now.
    for (const client of [key, project.live_key, other.key])
      expectError(
        await withKey(value, client).post(PAYMENTS, { ...body, amount: 1 }),
        409,
        'CONFLICT',
        'idempotency_key_reused',
      );
  });

  test('200 identical requests at once make one payment and the same answer, 199 times as a repetition', async () => {
    const value = newKey();
    const body = paymentBody();
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, i) => withKey(i % 2 ? value : `"${value}"`).post(PAYMENTS, body)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    const [first, ...more] = replies.filter(({ headers }) => headers.get('x-cache') === null) as [Reply];
    expect(more).toEqual([]);
    expect(first.body.replayed).toBe(false);
    expect(replies.filter(({ text }) => text === repeated(first))).toHaveLength(199);
    const { body: found } = must(await key.get(`${PAYMENTS}?reference=${String(body['reference'])}`));
    expect(found.payments).toHaveLength(1);
    const id = found.payments[0].id;
    expect((await timeline(id)).map(({ type }) => type)).toEqual([
      'payment.initiated',
      'payment.pending',
      'payment.completed',
    ]);
    await until('it is booked', async () => {
      const { body: postings } = await key.get('/api/v1/ledger/postings?status=posted&limit=1000');
      return postings.postings.some(({ payment_id }: { payment_id: string }) => payment_id === id);
    });
    const transfers = await service.ctx.db('ledger_transfers').where({ reference: id });
    expect(transfers).toHaveLength(1);
  });

  test('many at once: each is refused by itself, and harms none of the others', async () => {
    const taken = paymentBody();
    await pay(taken);
    const [twice, used] = [newKey(), newKey()];
    must(await withKey(used).post(PAYMENTS, paymentBody()));
    const [fresh, one, refused] = [newKey(), paymentBody(), newKey()];
    const other = await projectOf(await quickPerson(service), service.anyone);
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () => key.post(PAYMENTS, paymentBody())),
      key.post(PAYMENTS, taken),
      withKey(refused).post(PAYMENTS, taken),
      withKey(used).post(PAYMENTS, paymentBody()),
      withKey(twice).post(PAYMENTS, one),
      withKey(twice).post(PAYMENTS, one),
      withKey(fresh).post(PAYMENTS, paymentBody()),
      // The same reference and the same key elsewhere are another reference and another key.
      withKey(twice, other.key).post(PAYMENTS, taken),
    ]);
    const [reference, keyed, reused] = replies.splice(10, 3) as [Reply, Reply, Reply];
    expectError(reference, 409, 'CONFLICT', 'reference_taken');
    expectError(keyed, 409, 'CONFLICT', 'reference_taken');
    expectError(reused, 409, 'CONFLICT', 'idempotency_key_reused');
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(replies.length - 1);
    // A key whose request was refused stands for nothing: it may be used again.
    const again = must(await withKey(refused).post(PAYMENTS, paymentBody()));
    expect(again.body.replayed).toBe(false);
    expect(again.headers.get('x-cache')).toBeNull();
  });

  test('two different bodies under one key at once: one is taken, the other refused', async () => {
    const value = newKey();
    const bodies = [paymentBody({ amount: 1 }), paymentBody({ amount: 2 })];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => withKey(value).post(PAYMENTS, bodies[i % 2])),
    );
    const taken = replies.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(10);
    const first = taken.find(({ body }) => body.replayed === false) as Reply;
    expect(taken.filter(({ text }) => text === repeated(first))).toHaveLength(9);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expectError(reply, 409, 'CONFLICT', 'idempotency_key_reused');
  });
});

describe('lists', () => {
  let own: Project;
  const created: { id: string; status: string; reference: string; provider: string }[] = [];

  beforeAll(async () => {
    own = await projectOf(await quickPerson(service), service.anyone);
    for (const [provider, suffix] of [
      ['sandbox', '789'],
      ['manual', '789'],
      ['sandbox', '129'],
      ['sandbox', '039'],
      ['sandbox', '789'],
      ['manual', '129'],
      ['sandbox', '129'],
    ])
      created.unshift(await pay({ provider, customer_phone: phone(suffix ?? '') }, own.key));
    await pay({ provider: 'manual' }, own.live_key);
  });

  const idsOf = (reply: Reply): string[] => must(reply).body.payments.map(({ id }: { id: string }) => id);
  const list = async (query = '') => idsOf(await own.key.get(`${PAYMENTS}${query}`));
  const expected = (keep: (payment: (typeof created)[number]) => boolean) =>
    created.filter(keep).map(({ id }) => id);

  test('are newest first, and an item is what GET answers', async () => {
    expect(await list()).toEqual(expected(() => true));
    const { body } = must(await own.key.get(PAYMENTS));
    expect(body.next_after).toBeNull();
    expect(Object.keys(body)).toEqual(['payments', 'next_after']);
    for (const payment of body.payments) expect(await get(payment.id, own.key)).toEqual(payment);
  });

  test.each([1, 2, 3, 7])('are walked with limit=%i without gap or repeat', async (limit) => {
    const walked: string[] = [];
    let pages = 0;
    for (let after: string | null = ''; after !== null; pages++) {
      const path = `${PAYMENTS}?limit=${limit}${after && `&after=${after}`}`;
      const { body } = must(await own.key.get(path));
      expect(body.payments.length).toBeLessThanOrEqual(limit);
      walked.push(...body.payments.map(({ id }: { id: string }) => id));
      after = body.next_after;
    }
    expect(walked).toEqual(expected(() => true));
    expect(pages).toBe(Math.ceil(7 / limit));
  });

  test('a payment made in between does not disturb the walk', async () => {
    const { body: page } = must(await own.key.get(`${PAYMENTS}?limit=2&provider=manual`));
    const late = await pay({ provider: 'manual' }, own.key);
    created.unshift(late);
    expect(page.payments).toHaveLength(2);
    const rest = await list(`?limit=5&after=${created[3]?.id}`);
    expect(rest).toEqual(expected(() => true).slice(4));
  });

  test('filters choose, also together, also over pages', async () => {
    for (const status of ['pending', 'completed', 'failed', 'cancelled', 'initiated', 'processing'])
      expect(await list(`?status=${status}`)).toEqual(expected((payment) => payment.status === status));
    expect(await list('?provider=manual')).toEqual(expected(({ provider }) => provider === 'manual'));
    expect(await list('?provider=nobody')).toEqual([]);
    expect(await list(`?reference=${created[2]?.reference}`)).toEqual([created[2]?.id]);
    expect(await list('?reference=nothing')).toEqual([]);
    const pending = expected(({ status, provider }) => status === 'pending' && provider === 'sandbox');
    expect(await list('?status=pending&provider=sandbox')).toEqual(pending);
    const { body } = must(await own.key.get(`${PAYMENTS}?status=pending&provider=sandbox&limit=1`));
    expect(await list(`?status=pending&provider=sandbox&after=${body.next_after}`)).toEqual(pending.slice(1));
  });

  test('from and to are days of creation in UTC, both inclusive', async () => {
    const [first = { id: '' }, second = { id: '' }, third = { id: '' }] = created;
    const place = (id: string, created_at: string) =>
      service.ctx.db('payments').where({ id }).update({ created_at });
    await place(first.id, '2024-03-01T00:00:00.000Z');
    await place(second.id, '2024-02-29T23:59:59.999Z');
    await place(third.id, '2024-02-29T00:00:00.000Z');
    expect(await list('?from=2024-02-29&to=2024-02-29')).toEqual([second.id, third.id]);
    expect(await list('?from=2024-03-01&to=2024-03-01')).toEqual([first.id]);
    expect(await list('?from=2024-02-29&to=2024-03-01')).toEqual([first.id, second.id, third.id]);
    expect(await list('?to=2024-02-28')).toEqual([]);
    expect(await list('?from=2024-03-01&to=2024-02-29')).toEqual([]);
    expect(await list('?from=2024-03-02')).toEqual(created.slice(3).map(({ id }) => id));
    expect(await list(`?from=2024-02-29&after=${first.id}`)).toEqual([second.id, third.id]);
    expect(await list(`?to=2024-03-01&after=${second.id}`)).toEqual([third.id]);
    expect(await list(`?from=2024-03-02&limit=2&after=${created[3]?.id}`)).toEqual(
      created.slice(4, 6).map(({ id }) => id),
    );
    // In Nairobi two of them are of 1 March, in New York of 29 February.
    const day = (date: string, utc_offset_minutes: number) =>
      list(`?from=${date}&to=${date}&utc_offset_minutes=${utc_offset_minutes}`);
    expect(await day('2024-03-01', 180)).toEqual([first.id, second.id]);
    expect(await day('2024-02-29', 180)).toEqual([third.id]);
    expect(await day('2024-02-29', -300)).toEqual([first.id, second.id]);
    expect(await day('2024-02-28', -300)).toEqual([third.id]);
    const refused = await own.key.get(`${PAYMENTS}?from=2024-02-29&utc_offset_minutes=841`);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'utc_offset_minutes']);
  });

  test('hold one environment of one project', async () => {
    expect(idsOf(await own.live_key.get(PAYMENTS))).toHaveLength(1);
    expect(await list(`?after=${newId('payment')}`)).toEqual(expected(() => true));
  });
});

describe('the timeline', () => {
  test('is oldest first and comes in pages', async () => {
    const payment = await pay({ customer_phone: phone('129') });
    must(await key.post(`${PAYMENTS}/${payment.id}/cancel`));
    const events = await timeline(payment.id);
    expect(events).toEqual(
      [
        {
          from: null,
          to: 'initiated',
          cause: 'request',
          details: { actor: { type: 'api_key', id: expect.any(String), name: 'test' } },
        },
        { from: 'initiated', to: 'pending', cause: 'request', details: {} },
        { from: 'pending', to: 'cancelled', cause: 'person', details: {} },
      ].map((event) => ({
        id: expect.stringMatching(/^evt_/),
        at: expect.stringMatching(INSTANT),
        type: `payment.${event.to}`,
        ...event,
      })),
    );
    const walked: unknown[] = [];
    for (let after: string | null = ''; after !== null;) {
      const path = `${PAYMENTS}/${payment.id}/events?limit=1${after && `&after=${after}`}`;
      const { body } = must(await key.get(path));
      walked.push(...body.events);
      after = body.next_after;
    }
    expect(walked).toEqual(events.toReversed());
  });
});

describe('cancelling', () => {
  const cancel = (id: string) => key.post(`${PAYMENTS}/${id}/cancel`);

  test('a pending payment is cancelled once', async () => {
    const { id } = await pay({ customer_phone: phone('129') });
    const { body } = must(await cancel(id));
    expect(body).toMatchObject({ id, status: 'cancelled', completed_at: null, next_action: null });
    expect(await get(id)).toEqual(body);
    expectError(await cancel(id), 409, 'CONFLICT', 'not_cancellable');
  });

  test.each(['789', '039'])('one that is final (…%s) is not', async (suffix) => {
    const payment = await pay({ customer_phone: phone(suffix) });
    expectError(await cancel(payment.id), 409, 'CONFLICT', 'not_cancellable');
    expect((await get(payment.id)).status).toBe(payment.status);
  });

  test('many cancels at once: one does it', async () => {
    const { id } = await pay({ provider: 'manual' });
    const replies = await Promise.all(Array.from({ length: 10 }, () => cancel(id)));
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    for (const reply of replies.filter(({ status }) => status !== 200))
      expectError(reply, 409, 'CONFLICT', 'not_cancellable');
    expect((await timeline(id)).filter(({ to }) => to === 'cancelled')).toHaveLength(1);
  });

  test('a payment that is not there: 404', async () => {
    expectError(await cancel(newId('payment')), 404, 'NOT_FOUND');
    expectError(await key.post(`${PAYMENTS}/${newId('payment')}/sync`), 404, 'NOT_FOUND');
  });

  test('one that the provider took all the same completes late, audit-logged, and is booked once', async () => {
    // It waits for its payer until it is cancelled, and nobody asks before this test does.
    const { id } = await pay({ customer_phone: phone('129') });
    must(await cancel(id));
    await service.ctx
      .db('payments')
      .where({ id })
      .update({ metadata: '{"sandbox_outcome":"789"}', next_poll_at: null });
    const { body: completed } = must(await key.post(`${PAYMENTS}/${id}/sync`));
    expect(completed).toMatchObject({ status: 'completed', completed_at: expect.stringMatching(INSTANT) });
    must(await key.post(`${PAYMENTS}/${id}/sync`));
    expect((await timeline(id)).at(-1)).toMatchObject({
      from: 'cancelled',
      to: 'completed',
      cause: 'person',
    });
    const { body } = must(await project.owner.client.get(`/api/projects/${project.id}/audit-log?limit=1000`));
    expect(
      body.audit_log.filter(
        ({ action, subject }: { action: string; subject: string }) =>
          action === 'payment.late_success' && subject === id,
      ),
    ).toHaveLength(1);
    expect(await service.ctx.db('postings').where({ payment_id: id })).toHaveLength(1);
  });
});

describe('asking the provider', () => {
  test('many at once complete a payment once', async () => {
    const { id } = await pay({ customer_phone: phone('333') });
    await until('it completes', async () => {
      const replies = await Promise.all(Array.from({ length: 5 }, () => key.post(`${PAYMENTS}/${id}/sync`)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      return replies.every(({ body }) => body.status === 'completed');
    });
    expect((await timeline(id)).filter(({ to }) => to === 'completed')).toHaveLength(1);
  });

  test('a final payment is answered as it stands', async () => {
    for (const suffix of ['789', '039']) {
      const { replayed: _, ...payment } = await pay({ customer_phone: phone(suffix) });
      expect(must(await key.post(`${PAYMENTS}/${payment.id}/sync`)).body).toEqual(payment);
    }
  });
});
