import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Circuit } from '../../core/circuit.ts';
import { readJsonObject } from '../../core/json.ts';
import { callProvider, type ProviderRequest } from '../../domain/payments/providers/http.ts';
import { ProviderUnavailable } from '../../domain/payments/providers/provider.port.ts';
import { selfSigned } from '../harness/certificate.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const SETUP = {
  provider: 'example',
  environment: 'test',
  circuit: new Circuit({ opens_after: 1_000, open_for_ms: 1_000 }),
} as const;

/** Calls a provider that answers like this. */
async function ask(answer: RequestListener, deadline_ms = 5_000, request: Partial<ProviderRequest> = {}) {
  server = createServer(answer);
  await new Promise<void>((resolve) => void server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return callProvider({ ...SETUP, base_url: `http://127.0.0.1:${port}`, deadline_ms }, '/pay', {
    method: 'POST',
    body: { json: '{}' },
    ...request,
  });
}

test('answers are read with numbers as their text', async () => {
  const answer = await ask(
    (_request, response) => void response.end('{"amount":0.1,"big":90071992547409.91}'),
  );
  expect(answer).toEqual({ status_code: 200, body: { amount: '0.1', big: '90071992547409.91' } });
});

test('an empty answer, and one of a failed server, are answers where the provider means something by them', async () => {
  const empty =
    (status: number): RequestListener =>
    (_request, response) =>
      void response.writeHead(status).end();
  expect(await ask(empty(202), 5_000, { empty_answers: true })).toEqual({ status_code: 202, body: {} });
  const waiting: RequestListener = (_request, response) =>
    void response.writeHead(500).end('{"errorCode":"500.001.1001"}');
  expect(await ask(waiting, 5_000, { answers_5xx: () => true })).toEqual({
    status_code: 500,
    body: { errorCode: '500.001.1001' },
  });
  await expect(ask(empty(503), 5_000, { answers_5xx: () => true })).rejects.toThrow(ProviderUnavailable);
});

test('a 4xx with a readable answer is an answer', async () => {
  const answer = await ask((_request, response) => void response.writeHead(404).end('{"message":"no"}'));
  expect(answer).toEqual({ status_code: 404, body: { message: 'no' } });
});

test.each<[string, RequestListener]>([
  ['a server error', (_request, response) => void response.writeHead(502).end('{}')],
  ['too many requests', (_request, response) => void response.writeHead(429).end('{}')],
  ['a redirect', (_request, response) => void response.writeHead(302, { location: '/x' }).end('{}')],
  ['no JSON', (_request, response) => void response.end('<html>')],
  ['no object', (_request, response) => void response.end('[1]')],
  ['nothing', (_request, response) => void response.end()],
  ['a connection that is cut', (request) => void request.socket.destroy()],
  [
    'an answer that is cut',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"url":', () => response.destroy());
    },
  ],
  ['an answer without end', (_request, response) => void response.end(`{"a":"${'x'.repeat(300_000)}"}`)],
])('%s leaves the outcome open', async (_what, answer) => {
  await expect(ask(answer)).rejects.toThrow(ProviderUnavailable);
});

test.each<[string, RequestListener]>([
  ['no answer', () => undefined],
  [
    'an answer that trickles',
    (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    },
  ],
])('the deadline covers everything: %s', async (_what, answer) => {
  await expect(ask(answer, 300)).rejects.toThrow(ProviderUnavailable);
});

test('what was never sent did nothing; what may have been sent before, or was sent, may have', async () => {
  const acted = async (calling: Promise<unknown>): Promise<boolean | undefined> =>
    calling.then(
      () => undefined,
      (error: ProviderUnavailable) => error.may_have_acted,
    );
  expect(await acted(ask((request) => void request.socket.destroy()))).toBe(true);
  const { port } = (server as Server).address() as AddressInfo;
  await new Promise((resolve) => server?.close(resolve));
  const setup = { ...SETUP, base_url: `http://127.0.0.1:${port}`, deadline_ms: 5_000 };
  const request: ProviderRequest = { method: 'POST', body: { json: '{}' } };
  expect(await acted(callProvider(setup, '/pay', request))).toBe(false);
  expect(await acted(callProvider(setup, '/pay', { ...request, repeatable: true }))).toBe(true);
  const unknown = { ...setup, base_url: 'http://nowhere.invalid', deadline_ms: 60_000 };
  expect(await acted(callProvider(unknown, '/pay', request))).toBe(false);
});

test.each(['', 'x', 'null', '"a"', '{"a":1,"a":2}', '{'])('%j is no object that can be read', (text) => {
  expect(readJsonObject(text)).toBeNull();
});

test('a certificate that one project does not trust closes no circuit to the others', async () => {
  const { certificate, private_key } = selfSigned();
  server = createTlsServer(
    { cert: certificate, key: private_key },
    (_request, response) => void response.end('{}'),
  );
  await new Promise<void>((resolve) => void server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const circuit = new Circuit({ opens_after: 2, open_for_ms: 60_000 });
  const base_url = `https://localhost:${port}`;
  const setup = { ...SETUP, circuit, base_url, deadline_ms: 5_000 };
  const request: ProviderRequest = { method: 'POST', body: { json: '{}' } };
  for (let i = 0; i < 3; i++)
    await expect(callProvider(setup, '/pay', request)).rejects.toMatchObject({
      message: "the provider's certificate is not trusted",
      may_have_acted: false,
    });
  expect(circuit.view.state).toBe('closed');
  const trusted = { ...request, ca_pem: certificate };
  expect(await callProvider(setup, '/pay', trusted)).toEqual({ status_code: 200, body: {} });
});
