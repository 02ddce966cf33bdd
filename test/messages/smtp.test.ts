/** What the answers and silences of a mail server mean: only what it certainly did not take is sent again. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openMailer, type Mailer } from '../../core/mailer.ts';
import type { Context } from '../../domain/platform/context.ts';
import { smtp } from '../../domain/messages/senders/smtp.ts';

const MAIL = { id: 'ntf_1', to: 'rahel@example.org', subject: 'Deposit', text: 'KES 100.00' };
const TAKEN = Symbol('the text');

let server: Server | null = null;
let mailer: Mailer | null = null;

afterEach(() => {
  mailer?.close();
  server?.close();
  server = null;
});

type Answer = string | ((socket: Socket) => void);

/** Answers each command with its line; the end of the text is `TAKEN`. @returns how many texts arrived whole */
async function serve(answers: {
  greeting?: Answer;
  [TAKEN]?: Answer;
  [command: string]: Answer | undefined;
}) {
  let texts = 0;
  server = createServer((socket) => {
    let in_text = false;
    const give = (answer: Answer): void => {
      if (typeof answer === 'string') socket.write(`${answer}\r\n`);
      else answer(socket);
    };
    socket.on('error', () => undefined);
    give(answers.greeting ?? '220 stub');
    let held = '';
    socket.on('data', (chunk) => {
      held += chunk.toString();
      for (let end = held.indexOf('\r\n'); end >= 0; end = held.indexOf('\r\n')) {
        const line = held.slice(0, end);
        held = held.slice(end + 2);
        if (in_text && line !== '.') continue;
        if (in_text) {
          in_text = false;
          texts += 1;
          give(answers[TAKEN] ?? '250 taken');
          continue;
        }
        const command = /^[A-Z]+/.exec(line)?.[0] ?? '';
        in_text = command === 'DATA' && answers['DATA'] === undefined;
        give(answers[command] ?? (command === 'DATA' ? '354 go on' : '250 ok'));
      }
    });
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  await connect((server.address() as AddressInfo).port);
  return { texts: () => texts };
}

async function connect(port: number): Promise<void> {
  mailer = await openMailer(`smtp://127.0.0.1:${port}`, 'umoja@example.org');
}

const send = () => smtp.send({ mailer } as Context, {}, MAIL);
const reset = (socket: Socket): void => void socket.resetAndDestroy();
const end = (socket: Socket): void => void socket.end();

test('taken: sent', async () => {
  const { texts } = await serve({});
  expect(await send()).toMatchObject({ status: 'sent' });
  expect(texts()).toBe(1);
});

test.each([
  ['resets the connection', reset],
  ['closes the connection', end],
  ['answers what is no answer to it', '354 go on'],
] as const)('a server that takes the text and %s may have it: unknown', async (_what, answer) => {
  const { texts } = await serve({ [TAKEN]: answer });
  expect(await send()).toMatchObject({ status: 'unknown' });
  expect(texts()).toBe(1);
});

test('a connection that breaks before the text is not known from one that breaks after it', async () => {
  await serve({ MAIL: reset });
  expect(await send()).toMatchObject({ status: 'unknown' });
});

test('nobody listens: not taken', async () => {
  await serve({});
  const { port } = (server as Server).address() as AddressInfo;
  await new Promise((closed) => server?.close(closed));
  await connect(port);
  expect(await send()).toMatchObject({ status: 'not_taken' });
});

test.each([
  ['the greeting', { greeting: '421 too busy' }, { status: 'not_taken', is_about_recipient: false }],
  ['the sender', { MAIL: '451 later' }, { status: 'not_taken', is_about_recipient: false }],
  ['the recipient, for now', { RCPT: '450 mailbox full' }, { status: 'not_taken', is_about_recipient: true }],
  ['the recipient', { RCPT: '550 no such user' }, { status: 'failed' }],
  ['the text, for now', { [TAKEN]: '451 later' }, { status: 'not_taken', is_about_recipient: true }],
  ['the text', { [TAKEN]: '554 spam' }, { status: 'failed' }],
])('a server that refuses %s', async (_what, answers, outcome) => {
  await serve(answers);
  expect(await send()).toMatchObject(outcome);
});
