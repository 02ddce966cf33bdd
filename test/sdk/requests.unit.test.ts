/** Errors, retries and lists: the cases that both SDKs pass, against a recording server. */
import * as sdk from '@ushirika/sdk';
import { isReason, Page, Ushirika, UshirikaError } from '@ushirika/sdk';
import { createTransport } from '@ushirika/sdk/transport';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callMethod, CASES } from './cases.ts';
import { Recorder, type Recorded, type Scripted } from './recorder.ts';

let recorder: Recorder;
let client: Ushirika;
/** Before each try after the first, as the client says. */
let waits_ms: number[] = [];

beforeAll(async () => {
  recorder = await Recorder.start();
  const ignore = (): void => undefined;
  const warn = (text: string): void => void waits_ms.push(Number(/again in (\d+) ms/.exec(text)?.[1]));
  const logger = { debug: ignore, info: ignore, warn, error: ignore };
  client = new Ushirika({ apiKey: 'ush_test_x', baseUrl: recorder.url, logger });
});
afterAll(() => recorder.stop());

async function failure(promise: unknown): Promise<UshirikaError> {
  const error = await Promise.resolve(promise).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UshirikaError);
  return error as UshirikaError;
}

describe('errors', () => {
  test.each(CASES.errors)('$status is a $error', async ({ error: name, ...answer }) => {
    recorder.expect({ ...answer, headers: { 'x-request-id': 'req-1' } });
    const error = await failure(client.sacco.members.deposit('mem_1', { amountMinor: 1 }, { maxRetries: 0 }));
    expect(error).toBeInstanceOf((sdk as Record<string, unknown>)[name]);
    expect(error.name).toBe(name);
    const { code, message, reason, details = [] } = (answer.body as { error?: sdk.WireError }).error ?? {};
    expect(error).toMatchObject({ status: answer.status, requestId: 'req-1', attempts: 1 });
    expect({ code: error.code, reason: error.reason }).toEqual({ code, reason });
    if (message !== undefined) expect(error.message).toBe(message);
    expect(error.details).toEqual(
      details.map(({ line_no, ...detail }) =>
        line_no === undefined ? detail : { ...detail, lineNo: line_no },
      ),
    );
    expect(error.idempotencyKey).toMatch(/^[\da-f-]{36}$/);
    expect(recorder.requests).toHaveLength(1);
  });

  test.each(CASES.errors_of_others)('$status with $body is a $error', async ({ error: name, ...answer }) => {
    recorder.expect(answer);
    const error = await failure(client.sacco.members.deposit('mem_1', { amountMinor: 1 }, { maxRetries: 0 }));
    expect(error.name).toBe(name);
    expect(error).toMatchObject({ status: answer.status, attempts: 1, details: [] });
    expect([error.code, error.reason]).toEqual([undefined, undefined]);
    expect(error.message).toBe(`The service answered ${answer.status}.`);
    expect(recorder.requests).toHaveLength(1);
  });

  test.each(CASES.answers_of_others)('200 with "$body" is an error, with the key', async (answer) => {
    recorder.expect(answer, answer, answer);
    const payment = { provider: 'sandbox', amountMinor: 1, currency: 'KES', reference: 'order-1' };
    const created = await failure(client.payments.create(payment, { idempotencyKey: 'k' }));
    expect(created).toMatchObject({ status: 200, attempts: 1, idempotencyKey: 'k' });
    expect(created.message).toMatch(/cannot be read/);
    expect(await failure(client.sacco.members.get('mem_1'))).toMatchObject({ status: 200 });
    expect(await failure(client.sacco.members.list())).toMatchObject({ status: 200 });
    expect(recorder.requests).toHaveLength(3);
  });

  test('all classes of the table are among them', () => {
    const seen = new Set([...CASES.errors, ...CASES.retries].map(({ error }) => error));
    const exported = Object.entries(sdk)
      .filter(([, value]) => typeof value === 'function' && value.prototype instanceof UshirikaError)
      .map(([name]) => name);
    expect(exported).toHaveLength(13);
    expect(exported.filter((name) => !seen.has(name))).toEqual(['WebhookVerificationError']);
  });

  test('isReason tells the compiler the reason', async () => {
    const body = CASES.errors.find(({ status }) => status === 409)?.body;
    recorder.expect({ status: 409, body });
    const error: unknown = await failure(client.approvals.cancel('apr_1'));
    expect(isReason(error, 'exceeds_debits')).toBe(false);
    expect(isReason(new Error('exceeds_credits'), 'exceeds_credits')).toBe(false);
    if (!isReason(error, 'exceeds_credits')) throw new Error('not the reason');
    const reason: 'exceeds_credits' = error.reason;
    expect(reason).toBe('exceeds_credits');
  });

  test('a failed entry and one that waits are answers', async () => {
    recorder.expect({ status: 201, body: { id: 'ent_1', status: 'failed', error: 'insufficient_savings' } });
    const entry = await client.sacco.members.withdraw('mem_1', { amountMinor: 1 });
    expect(entry).toMatchObject({ status: 'failed', error: 'insufficient_savings' });
    recorder.expect({ status: 202, body: { id: 'ent_1', status: 'awaiting_approval' } });
    expect(await client.sacco.members.exit('mem_1', { memo: 'moves' })).toMatchObject({
      status: 'awaiting_approval',
    });
  });
});

/** With `<date in 2 seconds>` as it is written in a header. */
function dated(answer: Scripted): Scripted {
  const [, seconds] = /^<date in (-?\d+) seconds>$/.exec(answer.headers?.['Retry-After'] ?? '') ?? [];
  if (seconds === undefined) return answer;
  const date = new Date(Date.now() + Number(seconds) * 1000).toUTCString();
  return { ...answer, headers: { ...answer.headers, 'Retry-After': date } };
}

function keyOf({ headers, text }: Recorded): unknown {
  return (
    headers['idempotency-key'] ??
    (text === '' ? null : (JSON.parse(text) as Record<string, unknown>)['idempotency_key'])
  );
}

describe('retries', () => {
  test.each(CASES.retries.map((each) => [each.name, each] as const))('%s', async (_name, each) => {
    waits_ms = [];
    const began = performance.now();
    recorder.expect(...each.answers.map(dated));
    const { idempotency_key, max_retries, timeout_seconds } = each;
    const called = callMethod(client, each.call, {
      ...(idempotency_key === undefined ? {} : { idempotencyKey: idempotency_key }),
      ...(max_retries === undefined ? {} : { maxRetries: max_retries }),
      ...(timeout_seconds === undefined ? {} : { timeout: timeout_seconds }),
    });
    if (each.error === undefined) await called;
    else {
      const error = await failure(called);
      expect(error.name).toBe(each.error);
      expect(error.attempts).toBe(each.sent);
      expect(error.idempotencyKey ?? undefined).toBe(keyOf(recorder.requests[0] as Recorded) ?? undefined);
    }

    expect(recorder.requests).toHaveLength(each.sent);
    expect(recorder.answers).toEqual([]);
    const [first, ...others] = recorder.requests.map((request) => [request.text, keyOf(request)]);
    for (const other of others) expect(other).toEqual(first);
    if (idempotency_key !== undefined) expect(first?.[1]).toBe(idempotency_key);
    const waited_ms = waits_ms.reduce((sum, wait_ms) => sum + wait_ms, 0);
    // A date is nearer by then.
    const spent_ms = performance.now() - began - waited_ms;
    if (each.waits_at_least_ms)
      expect(waited_ms).toBeGreaterThanOrEqual(each.waits_at_least_ms - Math.max(0, spent_ms));
    if (each.waits_at_most_ms) expect(waited_ms).toBeLessThanOrEqual(each.waits_at_most_ms);
  });

  test.each(CASES.retry_after)('Retry-After: $header', async ({ header, wait_ms }) => {
    recorder.expect({ status: 503, headers: { 'Retry-After': header } });
    const controller = new AbortController();
    let waits_ms = NaN;
    const asked = createTransport({ baseUrl: recorder.url }).request('GET', '/x', {
      signal: controller.signal,
      onRetry: (retry) => {
        waits_ms = retry.wait_ms;
        controller.abort();
      },
    });
    await expect(asked).rejects.toThrow(/aborted/);
    if (wait_ms === null) expect(Math.abs(waits_ms - 500)).toBeLessThanOrEqual(125);
    else expect(waits_ms).toBe(wait_ms);
  });

  test.each(CASES.refused_keys)('a key that the API would refuse is not sent: %j', async (idempotencyKey) => {
    recorder.expect();
    const payment = { provider: 'sandbox', amountMinor: 1, currency: 'KES', reference: 'order-1' };
    const refused = 'idempotencyKey is 1 to 255 printable ASCII characters';
    await expect(client.payments.create(payment, { idempotencyKey })).rejects.toThrow(refused);
    const deposit = client.sacco.members.deposit('mem_1', { amountMinor: 1 }, { idempotencyKey });
    await expect(deposit).rejects.toThrow(refused);
    expect(recorder.requests).toEqual([]);
  });

  test('a key among the parameters is refused: another one would be sent', async () => {
    recorder.expect();
    const params = { amountMinor: 1, idempotencyKey: 'slip-1' };
    await expect(client.sacco.members.deposit('mem_1', params)).rejects.toThrow(
      'idempotencyKey is an option',
    );
    expect(recorder.requests).toEqual([]);
  });

  test('a key sent again is told as replayed', async () => {
    const payment = { provider: 'sandbox', amountMinor: 100, currency: 'KES', reference: 'r' };
    recorder.expect({ status: 201, body: { id: 'pay_1' }, headers: { 'x-cache': 'HIT-IDEMPOTENCY' } });
    expect(await client.payments.create(payment)).toEqual({ id: 'pay_1', replayed: true });
    recorder.expect({
      status: 200,
      body: { id: 'ent_1', replayed: true },
      headers: { 'x-request-id': 'req-9' },
    });
    const answer = await client.sacco.members.deposit('mem_1', { amountMinor: 1 }).withResponse();
    expect(answer).toMatchObject({ status: 200, requestId: 'req-9', replayed: true, data: { id: 'ent_1' } });
    expect(answer.headers.get('content-type')).toBe('application/json');
  });
});

describe('lists', () => {
  const { rows, limit, requests, plural } = CASES.paging;

  function pages(): Scripted[] {
    return Array.from({ length: Math.ceil(rows / limit) }, (_page, index) => {
      const first = index * limit;
      const items = Array.from({ length: Math.min(limit, rows - first) }, (_item, at) => ({
        id: `cus_${first + at + 1}`,
      }));
      const end = first + items.length;
      return { body: { [plural]: items, next_after: end === rows ? null : String(end) } };
    });
  }

  test(`${rows} rows come in order, in as few requests as the page size allows`, async () => {
    recorder.expect(...pages());
    const ids: string[] = [];
    for await (const { id } of client.customers.list({ limit })) ids.push(id);
    expect(ids).toEqual(Array.from({ length: rows }, (_id, index) => `cus_${index + 1}`));
    expect(recorder.requests.map(({ query }) => query)).toEqual(requests);
  });

  test('a page can be read on its own, gone on from, and iterated', async () => {
    recorder.expect(...pages());
    const first = await client.customers.list({ limit });
    expect(first).toBeInstanceOf(Page);
    expect(first.items).toHaveLength(limit);
    expect({ next: first.nextAfter, more: first.hasMore }).toEqual({ next: '1000', more: true });
    const second = await first.nextPage();
    expect(second?.items[0]?.id).toBe('cus_1001');
    let count = 0;
    for await (const customer of second ?? []) count += customer.id === '' ? 0 : 1;
    expect(count).toBe(rows - limit);
    expect(recorder.requests).toHaveLength(3);
  });

  test('after the last page there is none', async () => {
    recorder.expect({ body: { customers: [], next_after: null } });
    const page = await client.customers.list();
    expect(page.hasMore).toBe(false);
    expect(await page.nextPage()).toBeNull();
    expect(recorder.requests).toHaveLength(1);
  });

  test('leaving the loop asks for nothing more', async () => {
    recorder.expect(...pages());
    for await (const { id } of client.customers.list({ limit })) if (id === 'cus_3') break;
    expect(recorder.requests).toHaveLength(1);
  });

  test('what a newer service adds does not take the place of what a page has', async () => {
    recorder.expect({
      body: { customers: [{ id: 'cus_1' }], next_after: 7, has_more: false, items: 3, total: 9 },
    });
    const page = await client.customers.list();
    expect(page).toMatchObject({ items: [{ id: 'cus_1' }], nextAfter: '7', hasMore: true, total: 9 });
  });

  test('what else the answer holds is on the page', async () => {
    recorder.expect({ body: { backend: 'postgres', environment: 'test', accounts: [], next_after: null } });
    const page = await client.ledger.accounts.list({ currency: 'KES' });
    const backend: string = page.backend;
    expect({ backend, environment: page.environment }).toEqual({ backend: 'postgres', environment: 'test' });
  });

  test('an error on a later page reaches the loop', async () => {
    recorder.expect(pages()[0] as Scripted, {
      status: 403,
      body: { error: { code: 'FORBIDDEN', message: 'no' } },
    });
    const seen: string[] = [];
    const loop = (async () => {
      for await (const { id } of client.customers.list({ limit })) seen.push(id);
    })();
    await expect(loop).rejects.toThrow('no');
    expect(seen).toHaveLength(limit);
  });
});
