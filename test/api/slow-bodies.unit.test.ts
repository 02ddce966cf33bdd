/** How long bodies may take: a whole one, an upload that goes on, one in which nothing arrives, one that never ends. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBody } from '../../api/http/body.ts';
import { listen, type Listening } from '../../api/http/listen.ts';
import { readUpload } from '../../api/http/upload.ts';
import { until } from '../harness/wait.ts';

const BODY_MS = 1_000;
const SILENT_UPLOAD_MS = 2_000;
const LONGEST_MS = 8_000;
/** Between two pieces: far less than may be silent. */
const PIECE_MS = 100;

let web: Listening;
/** How each upload ended. */
const ended: string[] = [];

beforeAll(async () => {
  const app = express();
  app.post('/body', readBody, (_request, response) => void response.end('whole'));
  app.post('/upload', async (request, response) => {
    try {
      const bytes = await readUpload(request, 1_000_000, async ({ content }) => {
        let read = 0;
        for await (const chunk of content) read += (chunk as Buffer).length;
        return read;
      });
      ended.push('whole');
      response.end(`read ${bytes}`);
    } catch (error) {
      ended.push((error as Error).message);
      response.end();
    }
  });
  const times = { body_ms: BODY_MS, silent_upload_ms: SILENT_UPLOAD_MS, longest_upload_ms: LONGEST_MS };
  web = await listen(app, { host: '127.0.0.1', port: 0 }, times);
});
afterAll(() => web.close(0));

interface Sending {
  socket: Socket;
  received: () => string;
  began_at: number;
}

async function begin(path: string, length: number, body: string): Promise<Sending> {
  const { port, hostname } = new URL(web.url);
  const socket = connect(Number(port), hostname);
  // It may be reset while something is sent.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`;
  const began_at = performance.now();
  socket.write(head + body);
  return { socket, received: () => received, began_at };
}

const BEGINNING = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
const END = '\r\n--b--\r\n';

/** Sends a piece again and again, until it ends. */
async function sendWhile({ socket }: Sending, goes_on: () => boolean): Promise<number> {
  let pieces = 0;
  for (; goes_on() && !socket.closed; pieces++) {
    socket.write('x');
    await new Promise((resolve) => setTimeout(resolve, PIECE_MS));
  }
  return pieces;
}

test('a body that is not whole in time is ended with 408, however it arrives', async () => {
  const sending = await begin('/body', 1_000, 'x');
  await sendWhile(sending, () => true);
  expect(sending.received()).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - sending.began_at).toBeLessThan(LONGEST_MS);
});

test('a body in time is served, and its connection after that time, too', async () => {
  const { socket, received, began_at } = await begin('/body', 3, 'abc');
  await until('it is served', () => received().includes('whole'));
  await until('its time is over', () => performance.now() - began_at > BODY_MS + PIECE_MS);
  expect(socket.closed).toBe(false);
  socket.destroy();
});

test('an upload takes longer than another body may, while something arrives', async () => {
  const before = ended.length;
  const length = 200;
  const sending = await begin('/upload', BEGINNING.length + length + END.length, BEGINNING);
  const sent = await sendWhile(sending, () => performance.now() - sending.began_at < 2 * BODY_MS);
  sending.socket.write('x'.repeat(length - sent) + END);
  await until('it is answered', () => ended.length > before);
  expect(ended.at(-1)).toBe('whole');
  sending.socket.destroy();
});

test('an upload in which nothing arrives is ended', async () => {
  const before = ended.length;
  const sending = await begin('/upload', 500_000, BEGINNING);
  await until('it is closed', () => sending.socket.closed && ended.length > before);
  expect(sending.received()).toMatch(/^HTTP\/1\.1 408 /);
  expect(ended.at(-1)).toContain('broke off');
});

test('an upload that never ends is ended', async () => {
  const before = ended.length;
  const sending = await begin('/upload', 500_000, BEGINNING);
  await sendWhile(sending, () => true);
  await until('it is given up', () => ended.length > before);
  expect(performance.now() - sending.began_at).toBeGreaterThan(SILENT_UPLOAD_MS);
  expect(ended.at(-1)).toContain('broke off');
});
