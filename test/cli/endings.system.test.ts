/** Commands that end in another way than planned: what they leave behind, and what they say, in the form asked for. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { Cli } from '../harness/cli.ts';
import {
  must,
  projectOf,
  quickPerson,
  startService,
  until,
  type Project,
  type TestService,
} from '../harness/index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let service: TestService;
let project: Project;
let cli: Cli;

beforeAll(async () => {
  service = await startService();
  project = await projectOf(await quickPerson(service), service.anyone);
  cli = await Cli.open({
    USHIRIKA_URL: service.url,
    USHIRIKA_API_KEY: project.key.headers['x-api-key'] ?? '',
  });
});
afterAll(async () => {
  await cli.close();
  await service.stop();
});

/** Runs it as a shell does: with a terminal, or with others at its streams. */
function shell(command: string) {
  const child = spawn('bash', ['-c', command], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: cli.folder, ...cli.env },
  });
  let shown = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  return {
    shown: () => shown,
    type: (text: string) => child.stdin.write(text),
    code: once(child, 'exit').then(([code]) => code as number | null),
  };
}

async function polled(): Promise<string[]> {
  const { body } = must(await project.key.get('/api/v1/webhook-endpoints'));
  return body.webhook_endpoints.map(({ id }: { id: string }) => id);
}

async function pay(): Promise<string> {
  const body = { provider: 'manual', amount: 1, currency: 'KES', reference: crypto.randomUUID() };
  const { id } = must(await project.key.post('/api/v1/payments', body)).body;
  must(await project.key.post(`/api/v1/payments/${id}/cancel`));
  return id;
}

describe('the endpoint of listen is deleted', () => {
  test('when the terminal is closed', async () => {
    const running = cli.start(['listen', '--skip-forward']);
    await until('it listens', () => running.stderr().includes('Ready.'));
    expect(await polled()).toHaveLength(1);
    process.kill(running.pid, 'SIGHUP');
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(await polled()).toEqual([]);
  });

  test('when nobody reads what it prints any longer', async () => {
    const running = shell('set -o pipefail; node cli/bin.mjs listen --skip-forward | head -1');
    await until('it listens', () => running.shown().includes('Ready.'));
    await pay();
    await until('it has told of the first', () => running.shown().includes('-->'));
    await pay();
    expect(await running.code).toBe(0);
    expect(await polled()).toEqual([]);
  });
});

test('the time of waiting holds also where the service stops answering', async () => {
  const stalled = createServer(({ method }, response) => {
    if (method === 'POST')
      response
        .writeHead(201, { 'content-type': 'application/json' })
        .end('{"id":"pay_1","status":"pending"}');
  }).listen(0, '127.0.0.1');
  await once(stalled, 'listening');
  const url = `http://127.0.0.1:${(stalled.address() as AddressInfo).port}`;
  const create = 'payments create --provider manual --currency KES --amount 1 --reference r --wait'.split(
    ' ',
  );
  const ran = await cli.with({ USHIRIKA_URL: url }).run([...create, '--wait-timeout', '1']);
  expect(ran).toMatchObject({
    code: 6,
    stdout: '',
    stderr: expect.stringContaining('It is not final after 1 seconds.'),
  });
  stalled.closeAllConnections();
  stalled.close();
});

test('what is no longer waited for is named, so that it can be asked for', async () => {
  const create = 'payments create --provider manual --currency KES --amount 1 --wait --reference'.split(' ');
  const late = await cli.run([...create, crypto.randomUUID(), '--wait-timeout', '1']);
  expect(late).toMatchObject({ code: 6, stdout: '' });
  expect(late.stderr).toMatch(/pay_\w{26}/);
  const running = cli.start([...create, crypto.randomUUID(), '--debug']);
  const asked = `> GET ${service.url}/api/v1/payments/`;
  await until('it asks what became of it', () => running.stderr().includes(asked));
  const [, id = ''] = /"id":"(pay_\w{26})"/.exec(running.stderr()) ?? [];
  running.interrupt();
  const ended = await running.ended;
  expect(ended).toMatchObject({ code: 130, stdout: '' });
  expect(ended.stderr).toContain(`No longer waited for: ${id}\n`);
});

test('Ctrl-D at a question is wrong use', async () => {
  const running = shell(
    `script -qec 'node cli/bin.mjs webhooks endpoints delete ${newId('webhook_endpoint')}' /dev/null`,
  );
  await until('it asks', () => running.shown().includes('[y/N]'));
  running.type('\u0004');
  expect(await running.code).toBe(2);
  expect(running.shown()).toContain('There was no answer');
});

describe('with --json', () => {
  test.each([
    ['an unknown flag', ['payments', 'list', '--foo']],
    ['an unknown command', ['payments', 'lst']],
    ['a missing argument', ['payments', 'get']],
    ['a choice that is none', ['payments', 'list', '--status', 'foo']],
    ['a number that is none', ['payments', 'list', '--limit', '0']],
  ])('%s is told as JSON', async (_what, args) => {
    const ran = await cli.runHere([...args, '--json']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(JSON.parse(ran.stderr)).toEqual({
      error: { code: 'USAGE', message: expect.stringMatching(/^\w/) },
    });
    const text = await cli.runHere(args);
    expect(text).toMatchObject({ code: 2, stdout: '' });
    expect(text.stderr).toMatch(/^error: (?!error)[^]*\nRun it with --help for its usage\.\n$/);
  });

  test('or a profile whose output is JSON, so are errors', async () => {
    expect(await cli.runHere(['config', 'set', 'output', 'json'])).toMatchObject({ code: 0 });
    const ran = await cli.runHere(['payments', 'get', newId('payment')]);
    expect(ran).toMatchObject({ code: 4, stdout: '' });
    expect(JSON.parse(ran.stderr)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(await cli.runHere(['config', 'set', 'output', 'table'])).toMatchObject({ code: 0 });
  });
});

test('logs --follow: nothing old after what was shown, and all of a burst, once', async () => {
  const ENDPOINTS = 6;
  const BURST = 50;
  const MORE_THAN_A_PAGE = 205;
  for (let i = 0; i < ENDPOINTS; i++)
    must(
      await project.key.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['payment.cancelled'] }),
    );
  // More than is shown at first.
  for (let i = 0; i < 15; i++) await pay();
  const running = cli.start(['logs', '--follow', '--json']);
  const lines = () =>
    running
      .stdout()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: string; at: string });
  await until('it shows what there is', () => lines().length >= 50);
  const newest = lines().at(-1)?.at ?? '';
  const paid = Array.from({ length: BURST }, () => pay());
  await Promise.all(paid);
  await until('all have come', () => lines().length >= 50 + ENDPOINTS * BURST);
  // One more, of a time before all that a first page has: what wrote it took longer.
  const late = newId('webhook_delivery');
  await service.ctx.db.raw(
    `insert into webhook_deliveries select copied.* from webhook_deliveries d,
       jsonb_populate_record(d, jsonb_build_object('id', left(d.id, -10) || right(:late, 10))) copied
     where d.id = :first`,
    { late, first: lines().at(-MORE_THAN_A_PAGE)?.id ?? '' },
  );
  await until('that has come too', () => lines().length > 50 + ENDPOINTS * BURST);
  running.interrupt();
  await running.ended;
  const shown = lines();
  expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
  expect(shown).toHaveLength(50 + ENDPOINTS * BURST + 1);
  expect(shown.slice(50).every(({ at }) => at > newest)).toBe(true);
});
