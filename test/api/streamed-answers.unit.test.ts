/** Answers that are sent in chunks: a refusal before the first, a defect in the middle, a client that goes away. */
import express from 'express';
import { EventEmitter, once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { refusal } from '../../core/errors.ts';
import { createLogger } from '../../core/log.ts';
import { errorHandler } from '../../api/http/errors.ts';
import { jsonOrCsv } from '../../api/http/route.ts';
import { sendAnswer } from '../../api/http/send-answer.ts';

/** More than sockets keep of what nobody reads. */
const MANY_CHUNKS = 2_000;
const CHUNK = 'x'.repeat(64 * 1_024);

/** Serves those chunks until the test is over. @returns the answer's head; its body is not read yet */
async function answerOf(
  onFinished: (stop: () => void) => void,
  chunks: () => AsyncIterable<string>,
  accept = 'text/csv',
): Promise<IncomingMessage> {
  const app = express();
  app.get('/', async (asked, response) => {
    const accepts = (...types: string[]): string | false => asked.accepts(types);
    await sendAnswer(response, await jsonOrCsv(accepts, () => ({ rows: [] }), chunks));
  });
  app.use(errorHandler(createLogger('silent')));
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const sent = request({ port: (server.address() as AddressInfo).port, headers: { accept } });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

test('the chunks are the body', async ({ onTestFinished }) => {
  const answer = await answerOf(onTestFinished, async function* () {
    yield* await Promise.resolve(['a,', 'b\r\n', 'ä\r\n']);
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
  expect(text).toBe('a,b\r\nä\r\n');
});

test.for(['*/*', 'application/json, text/csv;q=0.1'])(
  '%s is answered JSON',
  async (accept, { onTestFinished }) => {
    const answer = await answerOf(onTestFinished, never, accept);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  },
);

function never(): AsyncIterable<string> {
  throw new Error('nobody asked for it');
}

test('what is refused before the first chunk is an error like any other', async ({ onTestFinished }) => {
  const answer = await answerOf(onTestFinished, async function* () {
    yield await Promise.reject<string>(refusal('sacco_not_set_up'));
  });
  expect(answer.headers['content-type']).toMatch('application/json');
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
});

test('an answer that breaks off is seen to be broken off', async ({ onTestFinished }) => {
  const answer = await answerOf(onTestFinished, async function* () {
    yield await Promise.resolve('a,b\r\n');
    throw new Error('the database is gone');
  });
  await expect(answer.toArray()).rejects.toThrow('aborted');
});

test('nothing is read for a client that has gone, and what was open is closed', async ({
  onTestFinished,
}) => {
  let made = 0;
  const ended = new EventEmitter();
  const closed = once(ended, 'closed');
  const answer = await answerOf(onTestFinished, async function* () {
    try {
      for (; made < MANY_CHUNKS; made++) yield await Promise.resolve(CHUNK);
    } finally {
      ended.emit('closed');
    }
  });
  answer.destroy();
  await closed;
  expect(made).toBeLessThan(MANY_CHUNKS);
});

test('a content whose client has gone before it began is closed', async ({ onTestFinished }) => {
  const seen = new EventEmitter();
  let begun = false;
  const [asked, gone, closed] = ['asked', 'gone', 'closed'].map((what) => once(seen, what));
  const app = express();
  app.get('/', async (_asked, response) => {
    response.once('close', () => seen.emit('gone'));
    const content = (async function* () {
      try {
        begun = true;
        seen.emit('asked');
        await gone;
        yield Buffer.from(CHUNK);
        yield Buffer.from(CHUNK);
      } finally {
        seen.emit('closed');
      }
    })();
    const download = { type: 'application/pdf', name: 'x.pdf', bytes: 2 * CHUNK.length, content };
    await sendAnswer(response, { status: 200, download });
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const sent = request({ port: (server.address() as AddressInfo).port });
  sent.on('error', () => undefined).end();
  await asked;
  sent.destroy();
  await closed;
  expect(begun).toBe(true);
});
