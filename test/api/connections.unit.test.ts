/** How long a connection may keep the server waiting for a request. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Listening } from '../../api/http/listen.ts';
import { until } from '../harness/wait.ts';

/** Above the quarter of a minute that is granted, and below the minute that Node grants. */
const SOON_MS = 25_000;
const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n';

let web: Listening;

beforeAll(async () => {
  const app = express().use((_request, response) => void response.end('done'));
  web = await listen(app, { host: '127.0.0.1', port: 0 });
});
afterAll(() => web.close(0));

async function open(text: string): Promise<{ socket: Socket; received: () => string }> {
  const { port, hostname } = new URL(web.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
  if (text !== '') socket.write(text);
  return { socket, received: () => received };
}

test('a connection that sends nothing, or not the whole head of a request, is closed soon', async () => {
  const served = await open(`${REQUEST}\r\n`);
  const [silent, begun] = [await open(''), await open(REQUEST)];
  await until('it is closed', () => silent.socket.closed && begun.socket.closed, SOON_MS);
  // One that has been served waits for the next request.
  expect(served.socket.closed).toBe(false);
  served.socket.write(`${REQUEST}\r\n`);
  await until('it is served again', () => served.received().match(/done/g)?.length === 2);
  served.socket.destroy();
});
