/** `listen`, `trigger`, `logs` and `--wait`, on a service with all its workers. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { Cli, type RunningCli } from '../harness/cli.ts';
import {
  createSacco,
  must,
  newSaver,
  startService,
  until,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;
let cli: Cli;

beforeAll(async () => {
  service = await startService({ workers: 'all' });
  sacco = await createSacco(service);
  cli = await Cli.open({
    USHIRIKA_URL: service.url,
    USHIRIKA_API_KEY: sacco.project.key.headers['x-api-key'] ?? '',
  });
});
afterAll(async () => {
  await cli.close();
  await service.stop();
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listenOn(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** The program to which events are forwarded. @param answer its status, by how many requests came before */
async function receiver(answer: (count: number) => number = () => 200) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      response.writeHead(answer(received.length)).end();
      received.push({ headers: request.headers as Record<string, string>, body });
    });
  });
  closing.push(() => server.close());
  return { url: `${await listenOn(server)}/hooks`, received };
}

/** What connects to the service in between, and can be cut off. */
async function breakableWay(): Promise<{ url: string; cut: () => void }> {
  const sockets = new Set<Socket>();
  const { port } = new URL(service.url);
  const { createServer: createTcpServer } = await import('node:net');
  const server = createTcpServer((socket) => {
    const onward = connect(Number(port), '127.0.0.1');
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => undefined);
    }
    socket.pipe(onward).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  closing.push(cut, () => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut };
}

async function ready(running: RunningCli): Promise<void> {
  await until('it listens', () => running.stderr().includes('Ready. Signing secret: '));
}

async function endpoints(): Promise<{ mode: string }[]> {
  return must(await sacco.project.key.get('/api/v1/webhook-endpoints')).body.webhook_endpoints;
}

function words(text: string): string[] {
  return text.split(' ');
}

/** A payment that completes at once. */
async function pay(): Promise<string> {
  const body = {
    provider: 'sandbox',
    amount: 10,
    currency: 'KES',
    reference: crypto.randomUUID(),
    customer_phone: '+254712345789',
  };
  return must(await sacco.project.key.post('/api/v1/payments', body)).body.id;
}

test('events are forwarded, signed, each once, also over a connection that breaks; Ctrl-C deletes the endpoint', async () => {
  // The first event is taken at the third try; the second never.
  const program = await receiver((count) => (count < 2 ? 500 : count < 3 || count > 5 ? 204 : 503));
  const way = await breakableWay();
  const secret = await cli.run(['listen', '--print-secret']);
  expect(secret).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^whsec_\S+\n$/) });
  const running = cli
    .with({ USHIRIKA_URL: way.url })
    .start(['listen', '--forward-to', program.url, '--events', 'payment.completed', '--json']);
  await ready(running);
  expect(running.stderr()).toContain(secret.stdout.trim());
  expect((await endpoints()).filter(({ mode }) => mode === 'poll')).toHaveLength(1);

  const paid = [await pay()];
  const lines = () =>
    running
      .stdout()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  await until('the first is forwarded', () => lines().length === 1);
  paid.push(await pay());
  await until('the second is shown, though it was refused', () => lines().length === 2);
  for (let i = 0; i < 4; i++) {
    way.cut();
    paid.push(await pay());
  }
  await until('all are forwarded', () => lines().length === paid.length);
  expect(lines().slice(0, 2)).toMatchObject([
    { type: 'payment.completed', status: 204, tries: 3, url: program.url },
    { type: 'payment.completed', status: 503, tries: 3 },
  ]);

  const verified = program.received.map(
    ({ headers, body }) =>
      new Webhook(secret.stdout.trim()).verify(body, headers) as { data: { id: string } },
  );
  const taken = program.received.map(({ headers }) => headers['webhook-id']);
  expect([...new Set(verified.map(({ data }) => data.id))].toSorted()).toEqual(paid.toSorted());
  expect(new Set(taken).size).toBe(paid.length);
  // Those that were taken at once came once.
  expect(taken).toHaveLength(paid.length + 4);

  running.interrupt();
  expect(await running.ended).toMatchObject({ code: 0 });
  expect((await endpoints()).filter(({ mode }) => mode === 'poll')).toEqual([]);
});

test('without --json one line tells of each; nothing is forwarded where that is not wanted', async () => {
  const program = await receiver();
  const running = cli.start(['listen', '--forward-to', program.url, '--events', 'payment.completed']);
  const watching = cli.start(['listen', '--skip-forward', '--events', 'payment.completed']);
  await ready(running);
  await ready(watching);
  await pay();
  await until('both tell', () => running.stdout() !== '' && watching.stdout() !== '');
  expect(running.stdout()).toMatch(
    new RegExp(`^--> payment\\.completed evt_\\w{26}  <-- 200 POST ${program.url} \\d+ ms\n$`),
  );
  expect(watching.stdout()).toMatch(/^--> payment\.completed evt_\w{26}\n$/);
  for (const each of [running, watching]) {
    each.interrupt();
    expect(await each.ended).toMatchObject({ code: 0 });
  }
});

test('every trigger does the real thing', async () => {
  const running = cli.start(['listen', '--skip-forward', '--json']);
  await ready(running);
  const member = await newSaver(sacco, 100_000);
  const types = [
    'payment.completed',
    'payment.failed',
    'payment.cancelled',
    'refund.succeeded',
    'refund.failed',
    'topup.credited',
    'sacco.entry.posted',
    'approval.created',
  ];
  for (const type of types) {
    const ran = await cli.runHere(['trigger', type, '--json', '--member', member]);
    expect(ran, type).toMatchObject({ code: 0, stderr: '' });
    const made = JSON.parse(ran.stdout);
    expect(made, type).toMatchObject({ type });
    expect(Object.values(made).slice(1), type).toContainEqual(expect.stringMatching(/^[a-z]{3}_\w{26}$/));
  }
  const seen = () =>
    running
      .stdout()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).type as string);
  await until('all have come', () => types.every((type) => seen().includes(type)));
  running.interrupt();
  await running.ended;
  expect(await cli.runHere(['trigger', 'sacco.entry.posted'])).toMatchObject({ code: 2 });
});

test('logs: deliveries in their order, and with --follow what comes', async () => {
  must(
    await sacco.project.key.post('/api/v1/webhook-endpoints', {
      mode: 'poll',
      events: ['payment.completed'],
    }),
  );
  await pay();
  const shown = async (): Promise<{ id: string; at: string; kind: string; type: string }[]> => {
    const { stdout } = await cli.runHere(['logs', '--json', '--type', 'payment.']);
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  await until('the delivery is logged', async () => (await shown()).length > 0);
  const before = await shown();
  expect(before.map(({ at }) => at)).toEqual(before.map(({ at }) => at).toSorted());
  expect(before.at(-1)).toMatchObject({ kind: 'delivery', type: 'payment.completed' });

  // Owners see who did what, too.
  const { owner, id } = sacco.project;
  const own = await Cli.open({ USHIRIKA_URL: service.url });
  closing.push(() => void own.close());
  await own.run(
    ['login', '--email', owner.email, '--password-stdin', '--project', id],
    `${owner.password}\n`,
  );
  const both = (await own.runHere(['logs', '--json'])).stdout.split('\n').filter(Boolean);
  expect(new Set(both.map((line) => JSON.parse(line).kind))).toEqual(new Set(['audit', 'delivery']));

  const running = cli.start(['logs', '--follow']);
  await until('it shows what there is', () => running.stdout() !== '');
  await pay();
  const there = new Set(before.map(({ id }) => id));
  const { id: coming } = await until('the next one is logged', async () =>
    (await shown()).find(({ id: delivery }) => !there.has(delivery)),
  );
  await until('it shows what comes', () => running.stdout().includes(coming));
  running.interrupt();
  expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
});

test('--wait ends with what became of it', async () => {
  const create = words(
    'payments create --provider sandbox --amount 10 --currency KES --wait --json --reference',
  );
  const paid = await cli.runHere([...create, crypto.randomUUID(), '--customer-phone', '+254712345789']);
  expect(paid.code).toBe(0);
  expect(JSON.parse(paid.stdout)).toMatchObject({ status: 'completed' });
  const failed = await cli.runHere([...create, crypto.randomUUID(), '--customer-phone', '+254712345039']);
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({ status: 'failed' });
  const waiting = await cli.runHere([
    ...create,
    crypto.randomUUID(),
    ...words('--customer-phone +254712345129 --wait-timeout 1'),
  ]);
  expect(waiting).toMatchObject({ code: 6, stdout: '' });
});

test('a statement is imported from a file or stdin, decided line by line, and its faults named', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const file = join(cli.folder, 'bank.csv');
  const reference = crypto.randomUUID();
  must(
    await sacco.project.key.post('/api/v1/payments', {
      provider: 'manual',
      amount: 250,
      currency: 'KES',
      reference,
    }),
  );
  const csv = `Date,What,Ref,"Paid In"\n${today},Credit,${reference},250.00\n${today},Bank charge,,-15.00\n`;
  await writeFile(file, csv);
  const importing = [
    ...words(`--provider manual --currency KES --from ${today} --to ${today} --wait --column date=Date`),
    ...words('--column kind=What --column reference=Ref --kind payment=Credit --kind fee=Commission'),
    '--column',
    'amount=Paid In',
    '--kind',
    'fee=Bank charge',
  ];
  const dry = await cli.run(['recon', 'import', '-', ...importing, '--dry-run', '--json'], csv);
  expect(dry.code, dry.stderr).toBe(0);
  expect(JSON.parse(dry.stdout)).toMatchObject({ dry_run: true, lines: 2 });
  const imported = await cli.runHere(['recon', 'import', file, ...importing, '--json']);
  expect(imported.code).toBe(0);
  const run = JSON.parse(imported.stdout);
  expect(run).toMatchObject({ status: 'open', lines: 2, source_name: 'bank.csv' });
  expect(imported.stderr).toMatch(/^reading the file …\nsending it …\n/);
  const { body } = must(await sacco.project.key.get(`/api/v1/reconciliation/runs/${run.id}`));
  expect(JSON.parse((await cli.runHere(['recon', 'run', run.id, '--json'])).stdout)).toEqual(body);

  const decided = await cli.runHere(['recon', 'resolve-all', run.id, '--action', 'settle_payment']);
  expect(decided).toMatchObject({ code: 0, stdout: 'ok 1 failed 0\n' });
  const missing = await cli.runHere(['recon', 'missing', run.id, '--json']);
  expect(Object.keys(JSON.parse(missing.stdout))).toEqual([
    'missing_on_statement',
    'missing_on_statement_count',
  ]);

  await writeFile(file, `Date,What,Ref,"Paid In"\n${today},Credit,x,1.00\n${today},Credit,y,much\n`);
  const unreadable = await cli.runHere(['recon', 'import', file, ...importing]);
  expect(unreadable).toMatchObject({ code: 1, stdout: '' });
  expect(unreadable.stderr).toMatch(/^ {2}line 3: /m);
});
