import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readJsonObject } from '../../core/json.ts';
import { callProvider } from '../../domain/payments/providers/http.ts';
import { ProviderUnavailable } from '../../domain/payments/providers/provider.port.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Calls a provider that answers like this. */
async function ask(answer: RequestListener, deadline_ms = 5_000) {
  server = createServer(answer);
  await new Promise<void>((resolve) => void server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return callProvider(`http://127.0.0.1:${port}/pay`, {
    method: 'POST',
    body: { json: '{}' },
    deadline_ms,
  });
}

test('answers are read with numbers as their text', async () => {
  const answer = await ask(
    (_request, response) => void response.end('{"amount":0.1,"big":90071992547409.91}'),
  );
  expect(answer).toEqual({ status_code: 200, body: { amount: '0.1', big: '90071992547409.91' } });
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
  const started = performance.now();
  await expect(ask(answer, 300)).rejects.toThrow(ProviderUnavailable);
  expect(performance.now() - started).toBeLessThan(20_000);
});

test.each(['', 'x', 'null', '"a"', '{"a":1,"a":2}', '{'])('%j is no object that can be read', (text) => {
  expect(readJsonObject(text)).toBeNull();
});
