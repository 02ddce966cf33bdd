/** What is not a proper request: answered in the documented shape, with the fault named and nothing of our inside. */
import { connect as connectTcp } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../../api/http/errors.ts';
import { ROUTES } from '../../api/routes.ts';
import { ERROR_CODES, invalid, REASONS, refusal } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import {
  Client,
  createProject,
  must,
  paymentBody,
  startService,
  type Project,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import { expectDocumentedError, expectError, expectInvalid } from './samples.ts';

let service: TestService;
let project: Project;
let key: Client;

beforeAll(async () => {
  service = await startService();
  project = await createProject(service.anyone);
  key = project.key;
});
afterAll(() => service.stop());

const PAYMENTS = '/api/v1/payments';

/** Bytes as they are, under any content type. */
async function sendBytes(
  bytes: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  path = PAYMENTS,
): Promise<Reply> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { ...key.headers, 'content-type': 'application/json', ...headers },
    body: bytes,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text ? JSON.parse(text) : null };
}

/** A request written by hand, for what fetch would not send. @returns the answer, status NaN when there was none */
async function sendRaw(
  head: string[],
  body = '',
  hang_up = false,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(service.url);
  const socket = connectTcp(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    Buffer.concat([
      Buffer.from(
        [
          ...head,
          `Host: ${hostname}:${port}`,
          `X-API-Key: ${key.headers['x-api-key']}`,
          'Connection: close',
        ].join('\r\n'),
      ),
      Buffer.from('\r\n\r\n'),
      Buffer.from(body),
    ]),
  );
  if (hang_up) socket.end();
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text };
}

describe('bodies', () => {
  test.each([
    ['nothing that ends', '{"provider": "sandbox"'],
    ['a trailing comma', '{"provider": "sandbox",}'],
    ['single quotes', "{'provider': 'sandbox'}"],
    ['a bare word', 'sandbox'],
    ['NaN', '{"amount": NaN}'],
    ['Infinity', '{"amount": -Infinity}'],
    ['a number with a leading zero', '{"amount": 0150}'],
    ['a number with a plus', '{"amount": +150}'],
    ['hexadecimal', '{"amount": 0x96}'],
    ['two documents', '{}{}'],
    ['a byte order mark within', '{\uFEFF}'],
    ['a raw newline in text', '{"reference": "a\nb"}'],
    ['XML', '<payment/>'],
    ['a form', 'provider=sandbox&amount=1'],
    ['whitespace alone', '   '],
    ['a wrong long number', '{"amount": 12345678901234567890.}'],
    ['an exponent without digits', '{"amount": 1e}'],
  ])('malformed JSON: %s', async (_what, text) => {
    expectError(await sendBytes(text), 400, 'VALIDATION_ERROR');
  });

  test('what is not UTF-8', async () => {
    for (const bytes of [
      Buffer.from('{"reference":"\xff"}', 'latin1'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('{}', 'utf16le'),
      // A surrogate written in UTF-8, and an overlong slash.
      Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
      Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
    ])
      expectError(await sendBytes(new Uint8Array(bytes)), 400, 'VALIDATION_ERROR');
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'nonsense',
    '',
  ])('content type "%s"', async (type) => {
    const reply = await sendBytes(JSON.stringify(paymentBody()), { 'content-type': type });
    expectError(reply, 400, 'VALIDATION_ERROR');
    expect(reply.body.error.message).toContain('Content-Type');
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/x+json',
  ])('content type "%s" is taken', async (type) => {
    const reply = await sendBytes(JSON.stringify(paymentBody()), { 'content-type': type });
    expect(reply.status).toBe(201);
  });

  test.each(['[]', '[{}]', '"text"', '7', 'true', '[[[]]]', '1e400', '-0'])(
    '%s instead of an object',
    async (text) => {
      expectError(await sendBytes(text), 400, 'VALIDATION_ERROR');
    },
  );

  test.each([
    '{"reference":"a","reference":"b"}',
    '{"reference":"a","r\\u0065ference":"b"}',
    '{"metadata":{"a":1,"a":1e2}}',
  ])('a field that is named twice: %s', async (text) => {
    const reply = await key.send('POST', PAYMENTS, text);
    expectError(reply, 400, 'VALIDATION_ERROR');
    expect(reply.body.error.message).toBe('The body is not valid JSON.');
  });

  test('no body at all', async () => {
    expectError(await key.post(PAYMENTS), 400, 'VALIDATION_ERROR');
    expectError(await sendBytes(''), 400, 'VALIDATION_ERROR');
  });

  test('a body where none belongs', async () => {
    const { body: payment } = must(
      await key.post(PAYMENTS, paymentBody({ customer_phone: '+254712345129' })),
    );
    const cancel = `${PAYMENTS}/${payment.id}/cancel`;
    for (const body of [{ force: true }, [1], '7', '"x"', '[]'])
      expectError(await key.post(cancel, body), 400, 'VALIDATION_ERROR');
    expectError(await sendBytes('{', {}, cancel), 400, 'VALIDATION_ERROR');
    const get = await sendRaw(
      [`GET ${PAYMENTS} HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 7'],
      '{"a":1}',
    );
    expect(get.status).toBe(400);
    expect(must(await key.post(cancel, {})).body.status).toBe('cancelled');
  });

  test('null is a body, and no object', async () => {
    const reply = await sendBytes('null');
    expectInvalid(reply, '');
    expect(reply.body.error.message).toBe('The body must be an object');
    // Where a body may be left out, null is refused as well.
    const pending = must(await key.post(PAYMENTS, paymentBody({ customer_phone: '+254712345129' }))).body;
    expectError(await sendBytes('null', {}, `${PAYMENTS}/${pending.id}/cancel`), 400, 'VALIDATION_ERROR');
    expectError(await sendBytes('null', {}, `${PAYMENTS}/${pending.id}/refunds`), 400, 'VALIDATION_ERROR');
  });

  test('every field at fault is named at once, unknown ones too', async () => {
    const reply = await key.post(PAYMENTS, {
      provider: 'no such name!',
      amount: '150',
      currency: 'XXX',
      referense: 'typo',
      metadata: [],
      split: { subaccount_id: 'v', share_bps: 10_001, extra: 1 },
    });
    expectInvalid(
      reply,
      'provider',
      'amount',
      'currency',
      'reference',
      'referense',
      'metadata',
      'split.share_bps',
      'split.extra',
    );
    expect(reply.body.error.details).toHaveLength(8);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'a.b', '$where'])(
    'the unknown field "%s"',
    async (name) => {
      const text = JSON.stringify(paymentBody()).replace('{', `{${JSON.stringify(name)}:{"a":1},`);
      expectError(await sendBytes(text), 400, 'VALIDATION_ERROR');
    },
  );

  test('null, list, object and flag in place of any text', async () => {
    for (const field of ['provider', 'currency', 'reference', 'customer_phone'])
      for (const value of [null, ['x'], { a: 1 }, true, 7, ''])
        expectInvalid(await key.post(PAYMENTS, paymentBody({ [field]: value })), field);
  });

  test('over the size limit: 413, also compressed', async () => {
    const large = JSON.stringify(paymentBody({ reference: 'x'.repeat(300 * 1024) }));
    expectError(await sendBytes(large), 413, 'PAYLOAD_TOO_LARGE');
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, 32));
    expect(bomb.length).toBeLessThan(100 * 1024);
    expectError(
      await sendBytes(new Uint8Array(bomb), { 'content-encoding': 'gzip' }),
      413,
      'PAYLOAD_TOO_LARGE',
    );
    // Just below the limit it is read, and refused for what it says.
    expectInvalid(
      await sendBytes(JSON.stringify(paymentBody({ reference: 'x'.repeat(250 * 1024) }))),
      'reference',
    );
  });

  test('a broken or unknown compression', async () => {
    expectError(await sendBytes('not gzip', { 'content-encoding': 'gzip' }), 400, 'VALIDATION_ERROR');
    expectError(await sendBytes('{}', { 'content-encoding': 'zstd-x' }), 400, 'VALIDATION_ERROR');
  });

  test.each([
    ['lists', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
    ['objects', (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)],
    [
      'lists around a long number',
      (depth: number) => `${'['.repeat(depth)}1234567890123456789${']'.repeat(depth)}`,
    ],
    ['lists around a NUL', (depth: number) => `${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`],
    ['lists around an exponent', (depth: number) => `${'['.repeat(depth)}1e5${']'.repeat(depth)}`],
  ])('deep nesting of %s, anywhere', async (_what, nested) => {
    for (const depth of [500, 3_000, 40_000]) {
      const deep = nested(depth);
      expectError(await sendBytes(deep), 400, 'VALIDATION_ERROR');
      for (const field of ['metadata', 'reference', 'amount', 'split', 'unknown']) {
        const text = JSON.stringify(paymentBody({ [field]: '?' })).replace('"?"', deep);
        expectDocumentedErrorOr201(await sendBytes(text));
      }
      const text = JSON.stringify(paymentBody({ metadata: { deep: '?' } })).replace('"?"', deep);
      expectDocumentedErrorOr201(await sendBytes(text));
    }
    // None of it was stored in a way that cannot be answered.
    must(await key.get(`${PAYMENTS}?limit=1000`));
  });

  function expectDocumentedErrorOr201(reply: Reply): void {
    if (reply.status === 201) return;
    expectError(reply, 400, 'VALIDATION_ERROR');
  }
});

describe('text that PostgreSQL cannot hold', () => {
  const NUL = '\0';
  const HALF = '\ud800';

  test.each([
    ['NUL', NUL],
    ['half a surrogate pair', HALF],
    ['the other half', '\udfff'],
    ['halves in the wrong order', '\udc00\ud800'],
  ])('%s in a body', async (_what, bad) => {
    for (const body of [
      paymentBody({ reference: `a${bad}b` }),
      paymentBody({ metadata: { note: bad } }),
      paymentBody({ metadata: { [`k${bad}`]: 1 } }),
      paymentBody({ metadata: { deep: [{ list: [bad] }] } }),
      paymentBody({ customer_phone: `+2547123457${bad}89` }),
      paymentBody({ provider: `sand${bad}box` }),
    ])
      expectError(await key.post(PAYMENTS, body), 400, 'VALIDATION_ERROR');
    for (const body of [
      { email: `a${bad}@example.org`, password: 'long enough' },
      { email: 'a@example.org', password: `long${bad}enough` },
    ])
      expectError(await service.anyone.post('/api/auth/login', body), 400, 'VALIDATION_ERROR');
  });

  test('whole surrogate pairs are text', async () => {
    const { body } = must(
      await key.post(
        PAYMENTS,
        paymentBody({ reference: 'chai \u{1F375} 1', metadata: { '☕': '\u{1F375}' } }),
      ),
    );
    expect(body).toMatchObject({ reference: 'chai \u{1F375} 1', metadata: { '☕': '\u{1F375}' } });
    const { body: found } = must(
      await key.get(`${PAYMENTS}?reference=${encodeURIComponent('chai \u{1F375} 1')}`),
    );
    expect(found.payments).toHaveLength(1);
  });

  test('NUL in a query', async () => {
    expectError(await key.get(`${PAYMENTS}?reference=a%00b`), 400, 'VALIDATION_ERROR');
    expectError(await key.get(`${PAYMENTS}?a%00b=1`), 400, 'VALIDATION_ERROR');
  });

  test('bytes that are no UTF-8, in a query', async () => {
    const reply = await key.get(`${PAYMENTS}?reference=%ff%fe`);
    expect([200, 400]).toContain(reply.status);
    expect((await key.get(`${PAYMENTS}?reference=%ed%a0%80`)).status).toBeLessThan(500);
  });

  test('NUL in a path names nothing', async () => {
    expectError(await key.get(`${PAYMENTS}/pay_%00`), 404, 'NOT_FOUND');
    expectError(await key.get(`${PAYMENTS}/%00`), 404, 'NOT_FOUND');
    expectError(await key.get('/api/v1/%00'), 404, 'NOT_FOUND');
    expectError(await project.owner.client.get('/api/projects/%00/staff'), 403, 'FORBIDDEN');
  });
});

describe('paths', () => {
  test.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v2/payments',
    '/nothing',
    '/api/v1/paymentz',
    '/..%2f..%2fetc',
  ])('%s is 404', async (path) => {
    expectError(await key.get(path), 404, 'NOT_FOUND');
    expectError(await key.post(path, {}), 404, 'NOT_FOUND');
  });

  test.each(['%', '%zz', '%e0%a4', '%c0%ae', 'a%'])('broken percent-encoding "%s"', async (bad) => {
    for (const path of [`${PAYMENTS}/${bad}`, `${PAYMENTS}/${bad}/events`, `/api/projects/${bad}/staff`]) {
      const reply = await key.get(path);
      expect([400, 404]).toContain(reply.status);
      expectDocumentedError(reply);
    }
    expectDocumentedError(await key.get(`/${bad}`));
    expect((await key.get(`/docs/assets/${bad}`)).status).toBeLessThan(500);
    expect((await key.get(`${PAYMENTS}?reference=${bad}`)).status).toBeLessThan(500);
  });

  test.each([
    'pay_',
    'pay_0',
    'pay_00000000000000000000000000',
    'PAY_00000000000000000000000000',
    'pay_8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
    'pay_0000000000000000000000000I',
    'acc_00000000000000000000000000',
    `pay_${'0'.repeat(4_000)}`,
    '1',
    'null',
    "pay_'or'1'='1",
    '%2e%2e',
  ])('the payment "%s" does not exist', async (id) => {
    expectError(await key.get(`${PAYMENTS}/${id}`), 404, 'NOT_FOUND');
    expectError(await key.post(`${PAYMENTS}/${id}/cancel`), 404, 'NOT_FOUND');
    expectError(await key.post(`/api/v1/ledger/postings/${id}/retry`), 404, 'NOT_FOUND');
  });

  test('a wrong method is 404 and says which ones there are', async () => {
    const allowed = async (method: string, path: string) => {
      const reply = await key.send(method, path);
      expectError(reply, 404, 'NOT_FOUND');
      return reply.headers.get('allow')?.split(', ').toSorted();
    };
    expect(await allowed('DELETE', PAYMENTS)).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
    expect(await allowed('PATCH', `${PAYMENTS}/pay_00000000000000000000000000`)).toEqual([
      'GET',
      'HEAD',
      'OPTIONS',
    ]);
    expect(await allowed('PUT', '/api/auth/login')).toEqual(['OPTIONS', 'POST']);
    expect(await allowed('GET', '/api/auth/login')).toEqual(['OPTIONS', 'POST']);
    // A payment's id could stand there, but this path has a meaning of its own.
    expect(await allowed('DELETE', `${PAYMENTS}/ussd-intent`)).toEqual(['OPTIONS', 'POST']);
  });

  test('OPTIONS tells the methods of every path, without a credential', async () => {
    const methods = new Map<string, string[]>();
    for (const { method, path } of ROUTES) methods.set(path, [...(methods.get(path) ?? []), method]);
    for (const [path, declared] of methods) {
      const reply = await service.anyone.send('OPTIONS', path.replaceAll(/\{\w+\}/g, 'x'));
      expect([reply.status, reply.text], path).toEqual([204, '']);
      const allowed = [...declared, 'OPTIONS', ...(declared.includes('GET') ? ['HEAD'] : [])];
      expect(reply.headers.get('allow')?.split(', ').toSorted(), path).toEqual(allowed.toSorted());
    }
    expectError(await service.anyone.send('OPTIONS', '/api/v1/nothing'), 404, 'NOT_FOUND');
  });

  test.each([
    ['/callbacks/sandbox/pay_00000000000000000000000000/x', ['GET', 'HEAD', 'POST', 'PUT']],
    ['/health', ['GET', 'HEAD']],
    ['/docs/errors', ['GET', 'HEAD']],
    ['/pay/plk_00000000000000000000000000', ['GET', 'HEAD', 'POST']],
  ])('OPTIONS of %s', async (path, methods) => {
    const reply = await service.anyone.send('OPTIONS', path);
    expect(reply.headers.get('allow')?.split(', ').toSorted()).toEqual(methods);
  });

  test('HEAD is GET without the body', async () => {
    const reply = await key.send('HEAD', PAYMENTS);
    expect([reply.status, reply.text]).toEqual([200, '']);
  });

  test('a trailing slash and letter case are one path', async () => {
    expect((await key.get(`${PAYMENTS}/`)).status).toBe(200);
  });
});

describe('queries', () => {
  test.each([
    '0',
    '-1',
    '1001',
    '1.5',
    'ten',
    '',
    '1e9',
    '9'.repeat(400),
    'NaN',
    'null',
    '٣',
    '1&limit=2',
    '%2010%20x',
  ])('limit=%s', async (limit) => {
    for (const path of [
      PAYMENTS,
      '/api/v1/ledger/accounts',
      '/api/v1/ledger/postings',
      '/api/v1/webhook-deliveries',
    ])
      expectInvalid(await key.get(`${path}?limit=${limit}`), 'limit');
  });

  test.each(['1', '1000'])('limit=%s is taken', async (limit) => {
    expect((await key.get(`${PAYMENTS}?limit=${limit}`)).status).toBe(200);
  });

  test.each(['page=2', 'sort=amount', 'limit[]=5', '__proto__=1', 'constructor=1', 'after[$gt]=1', '=x'])(
    'the unknown parameter %s',
    async (query) => {
      const name = decodeURIComponent(query.split('=')[0] ?? '');
      expectInvalid(await key.get(`${PAYMENTS}?${query}`), name);
      expectInvalid(await project.session.get(`/api/projects?${query}`), name);
    },
  );

  test('a parameter of a route that has none is named', async () => {
    const reply = await key.get(`${PAYMENTS}/pay_00000000000000000000000000?expand=refunds`);
    expectInvalid(reply, 'expand');
    expectInvalid(await key.post(`${PAYMENTS}?dry_run=true`, paymentBody()), 'dry_run');
  });

  test.each([
    ['status', 'done'],
    ['status', ''],
    ['status', 'pending&status=completed'],
    ['after', 'pay_'],
    ['after', 'nonsense'],
    ['after', 'evt_00000000000000000000000000'],
    ['after', ''],
    ['from', '2026-02-30'],
    ['from', '20260101'],
    ['from', '2026-01-01T00:00:00Z'],
    ['to', 'yesterday'],
    ['to', '10000-01-01'],
    ['provider', ''],
    ['reference', ''],
    ['reference', 'x'.repeat(201)],
  ])('%s=%s', async (name, value) => {
    expectInvalid(await key.get(`${PAYMENTS}?${name}=${value}`), name);
  });

  test.each(['from=0001-01-01', 'to=9999-12-31', 'from=9999-12-31&to=0001-01-01', 'to=0001-01-01'])(
    '%s is a date like any other',
    async (query) => {
      expect((await key.get(`${PAYMENTS}?${query}`)).status).toBe(200);
    },
  );

  test('a thousand parameters', async () => {
    const query = Array.from({ length: 900 }, (_, i) => `p${i}=1`).join('&');
    expectError(await key.get(`${PAYMENTS}?${query}`), 400, 'VALIDATION_ERROR');
  });
});

describe('the body of an error', () => {
  const fields = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ path: `f${n}`, message: 'x' }));
  const lines = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ line_no: n + 1, message: 'x' }));

  test.each([
    ['20 fields', fields(20), 20, undefined],
    ['21 fields', fields(21), 20, 1],
    ['100 lines of a statement', lines(100), 100, undefined],
    ['20,000 lines of a statement', lines(20_000), 100, 19_900],
  ])('%s', (_what, details, named, omitted) => {
    const { error } = errorBody(invalid(details), 'id');
    expect([error.details?.length, error.details_omitted]).toEqual([named, omitted]);
    expect(error.details).toEqual(details.slice(0, named));
    expect(error.message).toBe(`${details.length} fields are invalid; see details.`);
  });

  test('leads to the place of its reason, or else of its code', () => {
    expect(errorBody(refusal('kyc_required'), 'id').error.doc_url).toBe('/docs/errors#kyc_required');
    expect(errorBody(invalid(fields(1)), 'id').error.doc_url).toBe('/docs/errors#VALIDATION_ERROR');
  });

  test('/docs/errors has every reason and code at its place, with cause and remedy, and no script', async () => {
    const page = must(await service.anyone.get('/docs/errors'));
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.text).not.toMatch(/<script|undefined|`/);
    for (const [name, { cause, remedy }] of Object.entries(REASONS)) {
      const [, section] = page.text.split(`<section id="${name}">`);
      const text = section
        ?.split('</section>')[0]
        ?.replaceAll(/<[^>]*>/g, '')
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"');
      for (const sentence of [cause, remedy]) expect(text, name).toContain(sentence.replaceAll('`', ''));
    }
    for (const code of Object.keys(ERROR_CODES)) expect(page.text).toContain(`<section id="${code}">`);
  });
});

describe('the request id', () => {
  test('is taken from the request when it is reasonable, and answered also in the error', async () => {
    const id = 'order-1:retry_2.3';
    const fine = await key.with({ 'x-request-id': id }).get(PAYMENTS);
    expect(fine.headers.get('x-request-id')).toBe(id);
    const refused = await key.with({ 'x-request-id': id }).get(`${PAYMENTS}?limit=0`);
    expect(refused.headers.get('x-request-id')).toBe(id);
    expect(refused.body.error.request_id).toBe(id);
  });

  test.each(['x'.repeat(129), 'a b', '<script>', '"quoted"', 'ä', '{}'])('"%s" is not taken', async (id) => {
    const reply = await key.with({ 'x-request-id': id }).get(`${PAYMENTS}?limit=0`);
    expectDocumentedError(reply);
    expect(reply.body.error.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is made anew for every request without one, whatever is answered', async () => {
    const replies = await Promise.all([
      key.get(PAYMENTS),
      key.get('/health'),
      key.get('/nothing'),
      service.anyone.get(PAYMENTS),
      sendBytes('{'),
    ]);
    const ids = replies.map(({ headers }) => headers.get('x-request-id'));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('garbage below HTTP', () => {
  test('ends its own connection and nobody else', async () => {
    for (const line of [
      'GARBAGE',
      'GET / HTTP/9.9',
      `GET ${PAYMENTS} HTTP/1.1\r\nContent-Length: -1`,
      '\0\0\0',
    ]) {
      const { status } = await sendRaw([line]).catch(() => ({ status: 400 }));
      expect(Number.isNaN(status) || (status >= 400 && status < 500), line).toBe(true);
    }
    must(await key.get('/health'));
  });

  test('a body shorter than it says', async () => {
    const cut = await sendRaw(
      [`POST ${PAYMENTS} HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 100'],
      '{"provider":',
      true,
    );
    expect(Number.isNaN(cut.status) || cut.status === 400).toBe(true);
    must(await key.get('/health'));
  });

  test('a chunked body is a body', async () => {
    const text = JSON.stringify(paymentBody());
    const { status } = await sendRaw(
      [`POST ${PAYMENTS} HTTP/1.1`, 'Content-Type: application/json', 'Transfer-Encoding: chunked'],
      `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
    );
    expect(status).toBe(201);
  });

  test('a path that is a whole address, and one of 20,000 characters', async () => {
    expect((await sendRaw([`GET http://elsewhere.example${PAYMENTS}/x HTTP/1.1`])).status).toBe(404);
    expect((await sendRaw([`GET /${'x'.repeat(20_000)} HTTP/1.1`])).status).toBe(431);
    expect((await sendRaw(['OPTIONS * HTTP/1.1'])).status).toBe(404);
  });
});

describe('the limit per key', () => {
  test('after RATE_LIMIT_PER_MINUTE requests: 429 with Retry-After, each key for itself', async () => {
    const limited = await startService({ env: { RATE_LIMIT_PER_MINUTE: '5' } });
    try {
      const { key: a, live_key: b, owner } = await createProject(limited.anyone);
      for (let i = 0; i < 5; i++) must(await a.get(PAYMENTS));
      const refused = await a.get(PAYMENTS);
      expectError(refused, 429, 'RATE_LIMITED');
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      // Also for what does not exist, and before any body is read.
      expectError(await a.get('/api/v1/nothing'), 429, 'RATE_LIMITED');
      expectError(await a.post(PAYMENTS, '{'), 429, 'RATE_LIMITED');
      for (let i = 0; i < 5; i++) must(await b.get(PAYMENTS));
      expectError(await b.get(PAYMENTS), 429, 'RATE_LIMITED');
      // The owner made a project and two keys before.
      for (let i = 0; i < 2; i++) must(await owner.client.get('/api/auth/me'));
      expectError(await owner.client.get('/api/auth/me'), 429, 'RATE_LIMITED');
      // Health is nobody's quota.
      for (let i = 0; i < 7; i++) expect((await a.get('/health')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  test('invented credentials count by address, and leave those that are known alone', async () => {
    const limited = await startService({ env: { RATE_LIMIT_PER_MINUTE: '8' } });
    try {
      const { key: known, live_key: unseen } = await createProject(limited.anyone);
      must(await known.get(PAYMENTS));
      const invented = (n: number) =>
        limited.anyone.with(
          n % 2 ? { 'x-api-key': `ush_test_${n}` } : { authorization: `Bearer ush_sess_${n}` },
        );
      // Registering counted, too; what was verified since does not.
      for (let n = 0; n < 7; n++) expectError(await invented(n).get(PAYMENTS), 401, 'UNAUTHORIZED');
      expectError(await invented(7).get(PAYMENTS), 429, 'RATE_LIMITED');
      expectError(await invented(8).post(PAYMENTS, '{'), 429, 'RATE_LIMITED');
      must(await known.get(PAYMENTS));
      // Nobody can know yet whose this is.
      expectError(await unseen.get(PAYMENTS), 429, 'RATE_LIMITED');
    } finally {
      await limited.stop();
    }
  });

  test('callbacks and checkout pages count by address, whatever credential they carry', async () => {
    const limited = await startService({ env: { RATE_LIMIT_PER_MINUTE: '3' } });
    try {
      const statuses = async (path: string, count: number): Promise<number[]> => {
        const seen: number[] = [];
        for (let n = 0; n < count; n++)
          seen.push((await limited.anyone.with({ 'x-api-key': `ush_test_${n}` }).get(path)).status);
        return [...new Set(seen)];
      };
      expect(await statuses(`/pay/${newId('payment_link')}`, 3)).toEqual([404]);
      expect(await statuses(`/pay/${newId('payment_link')}`, 1)).toEqual([429]);
      // Providers call from few addresses.
      const callback = `/callbacks/santimpay/${newId('payment')}/token`;
      expect(await statuses(callback, 30)).toEqual([404]);
      expect(await statuses(callback, 1)).toEqual([429]);
    } finally {
      await limited.stop();
    }
  });

  test('requests without a credential count by address', async () => {
    const limited = await startService({ env: { RATE_LIMIT_PER_MINUTE: '5' } });
    try {
      for (let i = 0; i < 5; i++) expectError(await limited.anyone.get(PAYMENTS), 401, 'UNAUTHORIZED');
      expectError(await limited.anyone.get(PAYMENTS), 429, 'RATE_LIMITED');
      // A proxy on this machine says for whom it asks; what its client wrote before that does not count.
      const forwarded = (addresses: string) => limited.anyone.with({ 'x-forwarded-for': addresses });
      for (let i = 0; i < 5; i++)
        expectError(await forwarded(`10.9.8.${i}, 203.0.113.7`).get(PAYMENTS), 401, 'UNAUTHORIZED');
      expectError(await forwarded('10.9.8.7, 203.0.113.7').get(PAYMENTS), 429, 'RATE_LIMITED');
      expectError(await forwarded('203.0.113.8').get(PAYMENTS), 401, 'UNAUTHORIZED');
    } finally {
      await limited.stop();
    }
  });
});

test('a defect of ours is a 500 without internals', async () => {
  const { db } = service.ctx;
  await db.raw('alter table webhook_endpoints rename column url to moved');
  try {
    const reply = await key.post('/api/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/' });
    expectError(reply, 500, 'INTERNAL');
    expect(reply.text).not.toMatch(/webhook_endpoints|column|moved/);
  } finally {
    await db.raw('alter table webhook_endpoints rename column moved to url');
  }
  must(await key.post('/api/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/' }));
});
