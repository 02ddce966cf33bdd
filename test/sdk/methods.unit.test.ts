/** Every method becomes the request that it must, and its answer what TypeScript calls it. */
import { Page, Ushirika, VERSION } from '@ushirika/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callMethod, camel, CASES, inCamelCase, METHOD_CASES, methodOf } from './cases.ts';
import { Recorder } from './recorder.ts';

const API_KEY = 'ush_test_recorded';
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

let recorder: Recorder;
let client: Ushirika;

beforeAll(async () => {
  recorder = await Recorder.start();
  client = new Ushirika({ apiKey: API_KEY, baseUrl: recorder.url });
});
afterAll(() => recorder.stop());

describe('names', () => {
  const made = new Map(METHOD_CASES.map(({ method, request, ids }) => [method, { request, ids }]));

  test.each(Object.entries(CASES.names))('%s is %s', (name, operation) => {
    expect(methodOf(client, name)).toBeTypeOf('function');
    const { request, ids = [] } = made.get(name) ?? {};
    const path = ids.reduce((at, id) => at.replace(/\{\w+\}/, id), operation);
    expect(`${request?.verb} ${request?.path}`).toBe(path);
  });

  test.each(CASES.absent)('%s is not for API keys', (name) => {
    expect(methodOf(client, name)).toBeUndefined();
  });
});

describe('every method', () => {
  test.each(METHOD_CASES.map((each) => [each.method, each] as const))('%s', async (_name, each) => {
    const { request, answer, maps } = each;
    recorder.expect({ status: answer.status, body: answer.body });
    const options = each.idempotency_key === null ? {} : { idempotencyKey: each.idempotency_key };
    const data = await callMethod(client, each, options, maps.params);

    expect(recorder.requests).toHaveLength(1);
    const [sent] = recorder.requests;
    expect(sent).toMatchObject({ verb: request.verb, path: request.path, query: request.query });
    expect(Object.keys(sent?.query ?? {})).toEqual(Object.keys(request.query));
    expect(sent?.text ? JSON.parse(sent.text) : null).toEqual(request.body);
    expect(sent?.headers['idempotency-key'] ?? null).toBe(request.idempotency_key_header);
    expect(sent?.headers).toMatchObject({
      authorization: `Bearer ${API_KEY}`,
      accept: 'application/json',
      'user-agent': `ushirika-sdk-typescript/${VERSION} node/${process.versions.node}`,
    });
    expect(sent?.headers['content-type']).toBe(request.body === null ? undefined : 'application/json');

    const expected = inCamelCase(answer.body, maps.answer) as Record<string, unknown> | null;
    if (answer.page === null) {
      const replayed = request.idempotency_key_header === null ? {} : { replayed: false };
      expect(data).toEqual(expected === null ? undefined : { ...expected, ...replayed });
      return;
    }
    const { [camel(answer.page)]: items, nextAfter, ...fields } = expected ?? {};
    expect(data).toBeInstanceOf(Page);
    expect(data).toMatchObject({ items, nextAfter, hasMore: false, ...fields });
  });

  test.each(
    METHOD_CASES.filter((each) => each.idempotency_key !== null).map((each) => [each.method, each] as const),
  )('%s gets a random key of its own', async (_name, each) => {
    const { answer, request, maps } = each;
    recorder.expect(...Array.from({ length: 2 }, () => ({ status: answer.status, body: answer.body })));
    await callMethod(client, each, {}, maps.params);
    await callMethod(client, each, {}, maps.params);
    const keys = recorder.requests.map(({ text, headers }) =>
      request.idempotency_key_header === null
        ? (JSON.parse(text) as { idempotency_key: string }).idempotency_key
        : headers['idempotency-key'],
    );
    expect(keys[0]).toMatch(UUID);
    expect(keys[1]).toMatch(UUID);
    expect(keys[0]).not.toBe(keys[1]);
  });
});

describe('paths', () => {
  test.each(CASES.paths)('$ids are escaped', async (each) => {
    recorder.expect({ body: {} });
    await callMethod(client, each);
    expect(recorder.requests.map(({ path }) => path)).toEqual([each.path]);
  });

  test.each(CASES.refused_ids)('"%s" is no id: nothing is sent', async (id) => {
    recorder.expect();
    await expect(client.sacco.members.get(id)).rejects.toThrow('the id of the member is missing');
    expect(recorder.requests).toEqual([]);
  });

  test.each([NaN, 1.5, 2 ** 60])('%d is no number of a line: nothing is sent', async (line) => {
    recorder.expect();
    const refused = client.reconciliation.lines.resolve('rec_1', line, { action: 'book_fee' });
    await expect(refused).rejects.toThrow('the id of the line is missing');
    expect(recorder.requests).toEqual([]);
  });
});

describe('amounts', () => {
  const payment = { provider: 'sandbox', currency: 'KES', reference: 'order-1' };

  test.each(CASES.money.exact)(
    '$amount_minor is sent as the number $json',
    async ({ amount_minor, json }) => {
      recorder.expect({ body: {} }, { body: {} }, { body: {} });
      await client.payments.create({ ...payment, amountMinor: amount_minor });
      await client.payments.ussdIntent({ currency: 'KES', reference: 'r', amountMinor: amount_minor });
      await client.paymentLinks.create({ title: 'Fee', currency: 'KES', amountMinor: amount_minor });
      for (const { text } of recorder.requests) {
        expect(text).toMatch(new RegExp(`"amount":${json.replace('.', '\\.')}[,}]`));
        expect(text).not.toContain('minor');
      }
      expect(recorder.requests).toHaveLength(3);
    },
  );

  test.each(CASES.money.refused)('%s is refused before anything is sent', async (written) => {
    const tags: Record<string, unknown> = { NaN: NaN, Infinity, '9007199254740993': 2 ** 53 };
    const amountMinor = (tags[String(written)] ?? written) as number;
    recorder.expect();
    const refused = /^amountMinor is a whole number/;
    await expect(client.payments.create({ ...payment, amountMinor })).rejects.toThrow(refused);
    await expect(client.sacco.members.deposit('mem_1', { amountMinor })).rejects.toThrow(refused);
    const pledge = { memberId: 'mem_2', amountMinor };
    const loan = { memberId: 'mem_1', productId: 'lpr_1', term: 3, amountMinor: 1, guarantors: [pledge] };
    await expect(client.sacco.loans.apply(loan)).rejects.toThrow(refused);
    expect(recorder.requests).toEqual([]);
  });

  test.each([10n, true, null])('%s is told by its type', async (written) => {
    recorder.expect();
    const amountMinor = written as unknown as number;
    await expect(client.payments.create({ ...payment, amountMinor })).rejects.toThrow(
      /^amountMinor is a whole number/,
    );
    expect(recorder.requests).toEqual([]);
  });

  test('parameters can be an object of any class', async () => {
    class Slip {
      amountMinor: number;
      constructor(amountMinor: number) {
        this.amountMinor = amountMinor;
      }
    }
    recorder.expect({ body: {} }, { body: {} });
    await client.sacco.members.deposit('mem_1', new Slip(15));
    await client.sacco.members.deposit('mem_1', Object.assign(Object.create(null), { amountMinor: 15 }));
    for (const { text } of recorder.requests) expect(JSON.parse(text)).toMatchObject({ amount_minor: 15 });
    await expect(client.sacco.members.deposit('mem_1', new Slip(1.5))).rejects.toThrow(/^amountMinor/);
    expect(recorder.requests).toHaveLength(2);
  });

  test.each([undefined, -5])('%s is no amount of a payment', async (amountMinor) => {
    recorder.expect();
    const untyped = { ...payment, amount: 1500, amountMinor } as unknown as { amountMinor: number };
    await expect(client.payments.create({ ...payment, ...untyped })).rejects.toThrow(
      /^amountMinor is a whole/,
    );
    expect(recorder.requests).toEqual([]);
  });

  test('a limit of null stays null', async () => {
    recorder.expect({ body: {} });
    await client.kycLimits.put({ tier: 1, currency: 'KES', maxDailyOutMinor: null });
    expect(JSON.parse(recorder.requests[0]?.text ?? '')).toMatchObject({ max_daily_out_minor: null });
  });

  test('an integer that a number cannot hold is a bigint, and no text becomes one', async () => {
    const text = '"9007199254740993", \\"a\\":9007199254740993, -1e3 \\\\';
    const body = `{"balance_minor": 9007199254740993, "savings_minor":-27021597764222972,
      "fractions":[0.12345678901234567, 1234567890123456789e0], "9007199254740995":1, "text":${JSON.stringify(text)},
      "list":[90071992547409931,1]}`;
    recorder.expect({ content_type: 'application/json', body });
    await expect(client.sacco.members.get('mem_1')).resolves.toEqual({
      balanceMinor: 9007199254740993n,
      savingsMinor: -27021597764222972n,
      fractions: [Number('0.12345678901234567'), Number('1234567890123456789e0')],
      '9007199254740995': 1,
      text,
      list: [90071992547409931n, 1],
    });
    recorder.expect({ content_type: 'application/json', body: '{"balance_minor": 9007199254740991}' });
    await expect(client.sacco.members.get('mem_1')).resolves.toEqual({
      balanceMinor: Number.MAX_SAFE_INTEGER,
    });
  });
});
