/** The outbound client, against servers that answer well, late, too much, elsewhere or not at all. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { AddressRefused, callUrl, isPublicAddress, type OutboundRequest } from '../../core/http-client.ts';
import { selfSigned } from '../harness/certificate.ts';

const LIMITS = { deadline_ms: 20_000, max_answer_bytes: 1_000 };
const POST = { ...LIMITS, method: 'POST', body: { json: '{"a":1}' } } satisfies OutboundRequest;
const GET = { ...LIMITS, method: 'GET' } satisfies OutboundRequest;

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Received {
  method: string | undefined;
  headers: Record<string, unknown>;
  body: string;
  /** The connection that it came on. */
  socket: Socket;
}

/** A server on loopback. @param answer after the request was received */
async function serve(
  answer: RequestListener = (_request, response) => void response.end('ok'),
): Promise<{ url: URL; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, headers, socket } = request;
      received.push({ method, headers, body: Buffer.concat(chunks).toString(), socket });
      answer(request, response);
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://localhost:${port}/path?q=1`), received };
}

const errorOf = (call: Promise<unknown>): Promise<NodeJS.ErrnoException> =>
  call.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as NodeJS.ErrnoException,
  );

describe('a request', () => {
  test('carries JSON as the text that it is', async () => {
    const { url, received } = await serve();
    const body = { json: '{"amount":90071992547409.91}' };
    const answer = await callUrl(url, { ...POST, headers: { 'x-key': 'k' }, body });
    expect(answer).toMatchObject({ status_code: 200, body: Buffer.from('ok') });
    expect(received).toMatchObject([
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': '28', 'x-key': 'k' },
        body: body.json,
      },
    ]);
  });

  test('carries a form', async () => {
    const { url, received } = await serve();
    await callUrl(url, { ...POST, body: { form: { grant_type: 'a b', scope: 'é&' } } });
    expect(received).toMatchObject([
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=a+b&scope=%C3%A9%26',
      },
    ]);
  });

  test('carries nothing when it is a GET', async () => {
    const { url, received } = await serve();
    await callUrl(url, GET);
    expect(received).toMatchObject([{ method: 'GET', body: '' }]);
    expect(received[0]?.headers).not.toHaveProperty('content-type');
  });
});

describe('an answer', () => {
  test.each([200, 404, 500])('of status %i is an answer', async (status) => {
    const { url } = await serve((_request, response) =>
      response.writeHead(status, { 'Retry-After': '7' }).end('{}'),
    );
    expect(await callUrl(url, POST)).toMatchObject({ status_code: status, headers: { 'retry-after': '7' } });
  });

  test.each([301, 302, 303, 307, 308])('%i is not followed', async (status) => {
    const elsewhere = await serve();
    const { url } = await serve((_request, response) =>
      response.writeHead(status, { location: elsewhere.url.href }).end(),
    );
    expect(await callUrl(url, POST)).toMatchObject({ status_code: status });
    expect(elsewhere.received).toEqual([]);
  });

  test('is taken when it is as large as allowed', async () => {
    const { url } = await serve((_request, response) => void response.end('x'.repeat(1_000)));
    expect((await callUrl(url, POST)).body).toHaveLength(1_000);
  });

  test('that is too large fails the call, or counts as far as it came', async () => {
    const { url } = await serve((_request, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
    });
    expect((await errorOf(callUrl(url, POST))).message).toBe('the answer is too large');
    const cut = await callUrl(url, { ...POST, incomplete_answers: 'accept' });
    expect(cut.status_code).toBe(200);
    expect(cut.body.length).toBeLessThanOrEqual(1_000);
  });

  test('that breaks off fails the call, or counts as far as it came', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    expect((await errorOf(callUrl(url, POST))).code).toBe('ECONNRESET');
    expect(await callUrl(url, { ...POST, incomplete_answers: 'accept' })).toMatchObject({ status_code: 200 });
  });

  test('that does not end counts as far as it came by the deadline, where that is accepted', async () => {
    const { url } = await serve((_request, response) => void response.writeHead(200).write('x'));
    const request = { ...POST, deadline_ms: 2_000, incomplete_answers: 'accept' as const };
    const { status_code, body } = await callUrl(url, request);
    expect([status_code, String(body)]).toEqual([200, 'x']);
  });
});

describe('the end of a call', () => {
  const endless: [string, RequestListener][] = [
    ['no answer', () => undefined],
    [
      'an answer that trickles',
      (_request, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ];

  test.each(endless)('comes at the deadline: %s', async (_what, answer) => {
    const { url } = await serve(answer);
    for (const repeatable of [false, true]) {
      const error = await errorOf(callUrl(url, { ...POST, deadline_ms: 200, repeatable }));
      expect(error.name).toBe('AbortError');
    }
  });

  test.each(endless)('comes when the caller wants it: %s', async (_what, answer) => {
    const { url, received } = await serve(answer);
    const stop = new AbortController();
    const failed = errorOf(callUrl(url, { ...POST, signal: stop.signal }));
    await expect.poll(() => received.length).toBe(1);
    stop.abort();
    expect((await failed).name).toBe('AbortError');
  });
});

describe('addresses', () => {
  test.each([
    'http://127.0.0.1/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://2130706433/',
    'https://192.168.1.1/',
  ])('%s is refused where only public ones are allowed', async (url) => {
    const error = await errorOf(callUrl(new URL(url), { ...POST, public_only: true }));
    expect(error).toBeInstanceOf(AddressRefused);
    expect(error.message).toMatch(/^address \S+ is not public$/);
  });

  test('a name is refused by what it resolves to, also when a connection to it is open', async () => {
    const { url, received } = await serve();
    for (const repeatable of [false, true]) {
      await callUrl(url, { ...POST, repeatable });
      const error = await errorOf(callUrl(url, { ...POST, public_only: true, repeatable }));
      expect(error).toBeInstanceOf(AddressRefused);
    }
    expect(received).toHaveLength(2);
  });

  test.each(['8.8.8.8', '2001:4860:4860::8888'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each(['2000::1', '3fff:ffff::1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
    '%s is within 2000::/3',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each(['1000::1', '1fff:ffff::1', '4000::1', '5f00::1', '8000::1', 'c000::1', 'e000::1', '::8.8.8.8'])(
    '%s is public nowhere: of IPv6 only 2000::/3 is',
    (address) => expect(isPublicAddress(address)).toBe(false),
  );

  test.each(['localhost', '', '100.64.0.1', '224.0.0.1', '::ffff:10.0.0.1'])('%j is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('connections', () => {
  test('are used again by requests that may be repeated, and by no others', async () => {
    const { url, received } = await serve();
    const connections = (): number => new Set(received.map(({ socket }) => socket)).size;
    for (let i = 0; i < 3; i++) await callUrl(url, { ...POST, repeatable: true });
    expect(connections()).toBe(1);
    for (let i = 0; i < 3; i++) await callUrl(url, POST);
    expect(connections()).toBe(4);
  });

  test('that were kept and turn out to be closed cost a second try, not the call', async () => {
    let cut = 0;
    const { url, received } = await serve((request, response) => {
      const again = received.filter(({ socket }) => socket === request.socket).length > 1;
      if (again) cut++;
      if (!again) response.end('ok');
      else request.socket.destroy();
    });
    await callUrl(url, { ...POST, repeatable: true });
    expect(await callUrl(url, { ...POST, repeatable: true })).toMatchObject({ status_code: 200 });
    expect(cut).toBe(1);
    expect(received).toHaveLength(3);
  });

  test.each([true, false])(
    'that are cut fail the call when they are new (repeatable: %s)',
    async (repeatable) => {
      const { url, received } = await serve((request) => void request.socket.destroy());
      expect((await errorOf(callUrl(url, { ...POST, repeatable }))).code).toBe('ECONNRESET');
      expect(received).toHaveLength(1);
    },
  );
});

describe('over TLS', () => {
  async function serveTls(): Promise<{ url: URL; certificate: string }> {
    const { certificate, private_key } = selfSigned();
    const answer: RequestListener = (_request, response) => void response.end('{}');
    const server = createTlsServer({ cert: certificate, key: private_key }, answer).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return { url: new URL(`https://localhost:${(server.address() as AddressInfo).port}/`), certificate };
  }

  test('an authority is trusted for the call that names it, and for no other', async () => {
    const { url, certificate: ca_pem } = await serveTls();
    const repeatable = true;
    expect((await errorOf(callUrl(url, { ...GET, repeatable }))).code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect((await callUrl(url, { ...GET, repeatable, ca_pem })).status_code).toBe(200);
    // The connection of that call is kept, and not used for this one.
    expect((await errorOf(callUrl(url, { ...GET, repeatable }))).code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  test('another authority helps nothing, and neither does the right one for another name', async () => {
    const { url, certificate: ca_pem } = await serveTls();
    const other = selfSigned().certificate;
    expect((await errorOf(callUrl(url, { ...GET, ca_pem: other }))).code).toMatch(/CERT|SIGNATURE/);
    const elsewhere = new URL(url);
    elsewhere.hostname = '127.0.0.1';
    expect((await errorOf(callUrl(elsewhere, { ...GET, ca_pem }))).code).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  });
});
