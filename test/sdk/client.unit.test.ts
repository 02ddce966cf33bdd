/** The client itself: its options, what it never shows, how it is stopped, and the methods that are written by hand. */
import { format, inspect } from 'node:util';
import { Ushirika, UshirikaError } from '@ushirika/sdk';
import { createTransport } from '@ushirika/sdk/transport';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../harness/wait.ts';
import { CASES } from './cases.ts';
import { Recorder } from './recorder.ts';

const API_KEY = 'ush_test_very-secret';

let recorder: Recorder;
let client: Ushirika;

beforeAll(async () => {
  recorder = await Recorder.start();
  client = new Ushirika({ apiKey: API_KEY, baseUrl: recorder.url });
});
afterAll(() => recorder.stop());

async function failure(promise: PromiseLike<unknown>): Promise<UshirikaError> {
  const error = await Promise.resolve(promise).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UshirikaError);
  return error as UshirikaError;
}

describe('cancellation', () => {
  test('ends a request that hangs, with the reason of the signal', async () => {
    recorder.expect({ hang: true });
    const controller = new AbortController();
    const call = client.sacco.members.get('mem_1', { signal: controller.signal });
    await until('it hangs', () => recorder.requests.length === 1);
    controller.abort(new Error('the teller went away'));
    await expect(call).rejects.toThrow('the teller went away');
    expect(recorder.requests).toHaveLength(1);
  });

  test('ends the wait before the next try', async () => {
    recorder.expect({ status: 503, headers: { 'retry-after': '60' } });
    const controller = new AbortController();
    const transport = createTransport({ baseUrl: recorder.url });
    const waiting = transport.request('GET', '/x', {
      signal: controller.signal,
      onRetry: () => controller.abort(),
    });
    await expect(waiting).rejects.toThrow(/aborted/);
    expect(recorder.requests).toHaveLength(1);
  });

  test('sends nothing where it came before', async () => {
    recorder.expect();
    await expect(client.sacco.treasury({ signal: AbortSignal.abort() })).rejects.toThrow(/aborted/);
    expect(recorder.requests).toEqual([]);
  });
});

describe('secrets', () => {
  test('are in nothing that is printed: client, calls, errors, logs', async () => {
    const lines: string[] = [];
    const log = (message: string): void => void lines.push(message);
    const logged = new Ushirika({
      apiKey: API_KEY,
      baseUrl: recorder.url,
      maxRetries: 1,
      headers: { 'x-other': 'also-secret' },
      logger: { debug: log, info: log, warn: log, error: log },
    });
    const failed = { status: 503, headers: { 'retry-after': '0' } };
    recorder.expect(failed, failed, { cut: 'before_answer' }, { cut: 'before_answer' });
    const call = logged.customers.list({ q: '+254712000001' });
    const refused = await failure(call);
    const cut = await failure(logged.customers.get('cus_1'));
    const printed = [logged, call, refused, cut].flatMap((value) => [
      inspect(value, { depth: 20, showHidden: true }),
      format('%s', value),
      JSON.stringify(value),
    ]);
    expect(lines).toHaveLength(8);
    for (const text of [...printed, ...lines]) expect(text).not.toMatch(/secret|254712/);
    expect(lines[0]).toMatch(/^GET \/api\/v1\/customers: 503 after \d+ ms, try 1$/);
  });
});

describe('the client', () => {
  test.each(Object.entries(CASES.credentials.accepted))('the key %s is of %s', (apiKey, environment) => {
    expect(new Ushirika({ apiKey, baseUrl: recorder.url }).environment).toBe(environment);
  });

  test.each(CASES.credentials.refused)('"%s" is no API key, and is not shown', (apiKey) => {
    const make = (): Ushirika => new Ushirika({ apiKey, baseUrl: recorder.url });
    expect(make).toThrow(/API key/);
    if (apiKey.length > 'ush_test_'.length) expect(make).not.toThrow(apiKey);
  });

  test.each(['hidden\n', 'hid\r\nden', 'hidden…'])(
    'a header that cannot be sent is not shown: %j',
    (value) => {
      const make = (): Ushirika =>
        new Ushirika({ apiKey: API_KEY, baseUrl: recorder.url, headers: { 'x-proxy': value } });
      expect(make).toThrow('the value of header x-proxy cannot be sent');
      expect(make).not.toThrow(/hid/);
    },
  );

  test.each([{ timeout: NaN }, { timeout: 0 }, { maxRetries: NaN }, { maxRetries: -1 }])(
    '%j is refused, of the client and of a request',
    async (option) => {
      recorder.expect();
      expect(() => new Ushirika({ apiKey: API_KEY, baseUrl: recorder.url, ...option })).toThrow(TypeError);
      await expect(client.sacco.treasury(option)).rejects.toThrow(TypeError);
      expect(recorder.requests).toEqual([]);
    },
  );

  test.each([Infinity, 1e9])('waits %s seconds, which are more than a timer takes', async (timeout) => {
    recorder.expect({ body: { status: 'ok' } });
    expect(await client.health({ timeout, maxRetries: 0 })).toEqual({ status: 'ok' });
  });

  test('reads key and address from the environment', async () => {
    Object.assign(process.env, { USHIRIKA_API_KEY: 'ush_live_env', USHIRIKA_BASE_URL: `${recorder.url}/` });
    try {
      recorder.expect({ body: { status: 'ok' } });
      const fromEnvironment = new Ushirika();
      expect(fromEnvironment.environment).toBe('live');
      expect(await fromEnvironment.health()).toEqual({ status: 'ok' });
      expect(recorder.requests[0]).toMatchObject({
        path: '/health',
        headers: { authorization: 'Bearer ush_live_env' },
      });
    } finally {
      delete process.env['USHIRIKA_API_KEY'];
      delete process.env['USHIRIKA_BASE_URL'];
    }
  });

  test.each(['', 'pay.example', 'ftp://pay.example', 'https://user:pass@pay.example'])(
    'refuses "%s" as the address, without showing it',
    (baseUrl) => {
      expect(() => new Ushirika({ apiKey: API_KEY, baseUrl })).toThrow(/^(baseUrl is|Give the address)/);
      expect(() => new Ushirika({ apiKey: API_KEY, baseUrl })).not.toThrow(/user:pass/);
    },
  );

  test('a service behind a path keeps the path', async () => {
    recorder.expect({ body: {} });
    await new Ushirika({ apiKey: API_KEY, baseUrl: `${recorder.url}/bank/` }).sacco.treasury();
    expect(recorder.requests[0]?.path).toBe('/bank/api/v1/sacco/treasury');
  });

  test('does not run in a browser unless told to', () => {
    const browser = globalThis as { window?: unknown; document?: unknown };
    Object.assign(browser, { window: {}, document: {} });
    try {
      const options = { apiKey: API_KEY, baseUrl: recorder.url };
      expect(() => new Ushirika(options)).toThrow(/In a browser/);
      expect(() => new Ushirika({ ...options, dangerouslyAllowBrowser: true })).not.toThrow();
    } finally {
      delete browser.window;
      delete browser.document;
    }
  });

  test('sends headers and takes a fetch of one’s own', async () => {
    recorder.expect({ body: {} });
    const urls: string[] = [];
    const other = new Ushirika({
      apiKey: API_KEY,
      baseUrl: recorder.url,
      headers: { 'x-tenant': 'a', Authorization: 'Basic x' },
      fetch: (url, init) => {
        urls.push(url);
        return fetch(url, init);
      },
    });
    await other.sacco.treasury({ headers: { 'x-trace': 'b' } });
    expect(urls).toEqual([`${recorder.url}/api/v1/sacco/treasury`]);
    expect(recorder.requests[0]?.headers).toMatchObject({
      'x-tenant': 'a',
      'x-trace': 'b',
      authorization: `Bearer ${API_KEY}`,
    });
  });
});

describe('methods by hand', () => {
  test('a preview of a loan is a dry run without a key', async () => {
    recorder.expect({ body: { fee_minor: 5, schedule: [], checks: [] } });
    const loan = { memberId: 'mem_1', productId: 'lpr_1', amountMinor: 100, term: 1 };
    expect(await client.sacco.loans.preview(loan)).toEqual({ feeMinor: 5, schedule: [], checks: [] });
    const sent = JSON.parse(recorder.requests[0]?.text ?? '') as object;
    expect(sent).toEqual({
      member_id: 'mem_1',
      product_id: 'lpr_1',
      amount_minor: 100,
      term: 1,
      dry_run: true,
    });
  });

  test('a statement is text', async () => {
    recorder.expect({ content_type: 'text/csv; charset=utf-8', body: 'account,date\r\n' });
    const csv = await client.sacco.members.statementCsv('mem_1', { from: '2026-11-01', to: '2026-11-30' });
    expect(csv).toBe('account,date\r\n');
    expect(recorder.requests[0]?.headers.accept).toBe('text/csv');
  });

  const statement = {
    provider: 'manual',
    currency: 'KES',
    periodStart: '2026-11-01',
    periodEnd: '2026-11-30',
    csv: 'a',
  };

  test('an import is waited for', async () => {
    const importing = { id: 'rec_1', status: 'importing' };
    recorder.expect(
      { status: 202, body: importing },
      { body: importing },
      { body: { id: 'rec_1', status: 'open' } },
    );
    expect(await client.reconciliation.runs.importAndWait(statement)).toEqual({
      id: 'rec_1',
      status: 'open',
    });
    expect(recorder.requests.map(({ verb, path }) => `${verb} ${path}`)).toEqual([
      'POST /api/v1/reconciliation/runs',
      'GET /api/v1/reconciliation/runs/rec_1',
      'GET /api/v1/reconciliation/runs/rec_1',
    ]);
  });

  test('an import that fails is an error with its lines', async () => {
    const error = {
      code: 'VALIDATION_ERROR',
      message: 'no',
      doc_url: '/',
      details: [{ line_no: 17, message: 'bad' }],
    };
    recorder.expect({ status: 202, body: { id: 'rec_1', status: 'failed', error } });
    const thrown = await failure(client.reconciliation.runs.importAndWait(statement));
    expect(thrown).toMatchObject({
      message: 'no',
      code: error.code,
      details: [{ lineNo: 17, message: 'bad' }],
    });
  });
});
