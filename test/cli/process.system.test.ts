/** The tool as people and scripts run it: its streams, exit codes, configuration, secrets, and what happens on Ctrl-C. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { COMMIT } from '../../core/version.ts';
import { Cli, type Ran } from '../harness/cli.ts';
import {
  createSacco,
  expectBetween,
  issueKey,
  moving,
  must,
  newMember,
  pdfText,
  startService,
  until,
  type Person,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { freePorts } from '../kills/service/ports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let service: TestService;
let sacco: Sacco;
let owner: Person;
let project: string;
/** With an API key. */
let cli: Cli;
/** Without a credential. */
let nobody: Cli;
let member: string;

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
  ({ owner, id: project } = sacco.project);
  member = await newMember(sacco);
  nobody = await Cli.open({ USHIRIKA_URL: service.url });
  cli = nobody.with({ USHIRIKA_API_KEY: sacco.project.key.headers['x-api-key'] ?? '' });
});
afterAll(async () => {
  await nobody.close();
  await service.stop();
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that answers so, in place of the service. */
async function serverThat(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const DEPOSIT = () => ['members', 'deposit', member, '--amount', '1'];

describe('exit codes', () => {
  test('0: the result on stdout, and nothing else', async () => {
    const { body } = must(await sacco.project.key.get(`/api/v1/sacco/members/${member}`));
    const ran = await cli.run(['members', 'get', member, '--json']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ran.stdout)).toEqual(body);
    expect(await cli.runHere(['members', 'list', '--quiet'])).toEqual({
      code: 0,
      stdout: `${member}\n`,
      stderr: '',
    });
  });

  test('1: refused by the API, or an entry that failed, which is printed', async () => {
    const refused = await cli.run(['customers', 'create', '--full-name', 'A', '--phone', 'x']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^error: .*\n(.*\n)*? {2}phone: .*\n {2}request: .+\n$/);
    const failed = await cli.runHere(['members', 'withdraw', member, '--amount', '5', '--json']);
    expect(failed).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(failed.stdout)).toMatchObject({ status: 'failed', error: 'insufficient_savings' });
    const shown = await cli.runHere(['members', 'withdraw', member, '--amount', '5']);
    expect(shown).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^failed: insufficient_savings: /),
    });
  });

  test.each([
    [['members', 'deposit', 'mem_x', '--amount', '1', '--unknown']],
    [['members', 'deposit']],
    [['members', 'get', '']],
    [['members', 'get', '..']],
    [['payments', 'cancel', '.']],
    [['trigger', 'sacco.entry.posted', '--member', '..']],
    [['members', 'get', 'a', 'b']],
    [['members', 'lst']],
    [['payments']],
    [['payments', 'list', '--status', 'paid']],
    [['payments', 'list', '--limit', '1001']],
    [['payments', 'create', '--provider', 'sandbox', '--amount', '1']],
    [['members', 'deposit', 'mem_x', '--amount', '1.005']],
    [['members', 'deposit', 'mem_x', '--amount', '0']],
    [['members', 'deposit', 'mem_x', '--amount', '-1']],
    [['members', 'deposit', 'mem_x', '--amount', '90071992547409.92']],
    [['members', 'deposit', 'mem_x', '--amount', '1', '--amount-minor', '100']],
    [['members', 'deposit', 'mem_x']],
    [['members', 'deposit', 'mem_x', '--amount-minor', '1.5']],
    [['customers', 'create', '--data', '{']],
    [['ledger', 'transfers', 'create', '--data', '{"amount_minor":9007199254740993}']],
    [['payments', 'list', '--environment', 'live']],
    [['payments', 'list', '--url', 'nowhere']],
    [['config', 'set', 'environment', 'prod']],
    [['listen']],
    [['listen', '--forward-to', 'https://example.org/hooks']],
    [
      [
        'recon',
        'import',
        '/nowhere.csv',
        '--provider',
        'manual',
        '--currency',
        'KES',
        '--from',
        'x',
        '--to',
        'y',
      ],
    ],
  ])('2: wrong use, and nothing is sent: %s', async (args) => {
    const asked: string[] = [];
    const url = await serverThat(({ url: path = '' }, response) => {
      asked.push(path);
      response.end('{}');
    });
    const ran = await cli.with({ USHIRIKA_URL: url }).runHere(args);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/\S/);
    expect(asked).toEqual([]);
  });

  test('3: not signed in, not allowed, or another address than the credential is for', async () => {
    expect(await nobody.run(['payments', 'list'])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('ushirika login'),
    });
    expect(await cli.runHere(['approvals', 'approve', 'apr_x'])).toMatchObject({ code: 3, stdout: '' });
    const revoked = await nobody.with({ USHIRIKA_API_KEY: 'ush_test_unknown' }).runHere(['payments', 'list']);
    expect(revoked).toMatchObject({ code: 3 });
  });

  test('4: not found; 5: conflict; the API says why, with --json in its own words', async () => {
    const unknown = await cli.run(['members', 'get', 'mem_00000000000000000000000000', '--json']);
    expect(unknown).toMatchObject({ code: 4, stdout: '' });
    expect(JSON.parse(unknown.stderr)).toMatchObject({
      error: { code: 'NOT_FOUND', request_id: expect.any(String) },
    });
    const key = ['--idempotency-key', crypto.randomUUID()];
    expect((await cli.runHere([...DEPOSIT(), ...key])).code).toBe(0);
    const again = await cli.runHere(['members', 'deposit', member, '--amount', '2', ...key]);
    expect(again).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('reason: idempotency_key_reused'),
    });
  });

  test('6: nobody answers, too slowly, or not now', async () => {
    const [port] = await freePorts(1);
    expect(await cli.with({ USHIRIKA_URL: `http://127.0.0.1:${port}` }).run(['status'])).toMatchObject({
      code: 6,
      stdout: '',
    });
    const slow = await serverThat(() => undefined);
    const late = await cli
      .with({ USHIRIKA_URL: slow })
      .runHere(['webhooks', 'deliveries', 'redeliver', 'whd_x', '--timeout', '0.2']);
    expect(late).toMatchObject({ code: 6, stderr: expect.stringContaining('No answer within 0.2 seconds') });
    const busy = await serverThat((_request, response) => {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '0' });
      response.end('{"error":{"code":"RATE_LIMITED","message":"Too many."}}');
    });
    const limited = await cli.with({ USHIRIKA_URL: busy }).runHere(['payments', 'list', '--json']);
    expect(limited).toMatchObject({ code: 6, stdout: '' });
  });

  test('6: what answers is no JSON, or is not the API: nothing is taken for done', async () => {
    const page = await serverThat((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    });
    const other = await serverThat((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
    });
    const at_page = cli.with({ USHIRIKA_URL: page });
    for (const args of [
      ['members', 'get', member],
      ['members', 'list', '--all', '--json'],
      ['login', '--api-key', 'ush_test_key'],
      ['whoami'],
      ['status'],
    ])
      expect(await at_page.runHere(args)).toMatchObject({ code: 6, stdout: '' });
    for (const args of [['members', 'list'], ['members', 'list', '--all', '--json'], ['status']])
      expect(await cli.with({ USHIRIKA_URL: other }).runHere(args)).toMatchObject({ code: 6, stdout: '' });
    expect(await at_page.runHere(DEPOSIT())).toMatchObject({
      code: 6,
      stdout: '',
      stderr: expect.stringMatching(/It is unknown whether this was done\. Idempotency key: /),
    });
  });

  test('7: it waits for a second person, where that is asked for', async () => {
    const adjust = ['sacco', 'cash-adjustment', '--direction', 'in', '--memo', 'count', '--amount', '1'];
    const ran = await cli.runHere(adjust);
    expect(ran).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^awaiting_approval: apr_\w+ awaits a decision/),
    });
    expect(await cli.runHere([...adjust, '--fail-on-waiting', '--json'])).toMatchObject({
      code: 7,
      stderr: '',
    });
  });

  test('of a session: 1 where what was approved failed, 7 where a period waits to be closed', async () => {
    const other = await createSacco(service);
    const away = moving(500, { direction: 'out', memo: 'stolen' });
    const saver = await newMember(other);
    must(await other.project.key.post(`/api/v1/sacco/members/${saver}/deposits`, moving(500)));
    const asked = must(await other.project.key.post('/api/v1/sacco/cash-adjustments', away)).body;
    must(await other.project.key.post(`/api/v1/sacco/members/${saver}/withdrawals`, moving(500)));
    const admin = await Cli.open({ USHIRIKA_URL: service.url });
    try {
      const { email, password } = other.people.admin;
      const login = ['login', '--email', email, '--password-stdin', '--project', other.project.id];
      expect(await admin.run(login, `${password}\n`)).toMatchObject({ code: 0 });
      expect(await admin.runHere(['approvals', 'approve', asked.approval_id])).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^failed: \w+: \S/),
      });
      const close = ['accounting', 'periods', 'close', '--end-date', '2020-01-31', '--memo', 'over'];
      expect(await admin.runHere([...close, '--fail-on-waiting'])).toMatchObject({
        code: 7,
        stdout: expect.stringMatching(/^closing: apr_\w+ awaits a decision/),
      });
    } finally {
      await admin.close();
    }
  });
});

describe('papers', () => {
  test('are written into a file, or to stdout, as they came', async () => {
    const entry = must(await sacco.project.key.post(`/api/v1/sacco/members/${member}/deposits`, moving(700)))
      .body.id;
    const file = join(cli.folder, 'receipt.pdf');
    const written = await cli.runHere(['entries', 'receipt', entry, '--size', 'a5', '--output', file]);
    expect(written).toMatchObject({ code: 0, stdout: '', stderr: `Written to ${file}.\n` });
    expect(pdfText(await readFile(file))).toContain('7.00 KES');
    const shown = await cli.run(['entries', 'receipt', entry, '--output', '-']);
    expect(shown.stdout.startsWith('%PDF-')).toBe(true);
    const as_json = await cli.runHere(['entries', 'receipt', entry, '--json']);
    expect(JSON.parse(as_json.stdout)).toMatchObject({ receipt_no: entry, amount_minor: 700 });
  });

  test('a file that cannot be written, and two forms at once, are refused', async () => {
    const [{ id }] = must(await sacco.project.key.get(`/api/v1/sacco/members/${member}/entries`)).body
      .entries;
    const nowhere = join(cli.folder, 'no', 'folder.pdf');
    const refused = await cli.runHere(['entries', 'receipt', id, '--output', nowhere]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('cannot be written')]);
    const both = await cli.runHere(['entries', 'receipt', id, '--output', nowhere, '--json']);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('Give one of')]);
  });
});

describe('reports as CSV', () => {
  test('a statement of more than one page says where it goes on', async () => {
    for (const amount of [1, 2])
      must(await sacco.project.key.post(`/api/v1/sacco/members/${member}/deposits`, moving(amount * 100)));
    const read = ['members', 'statement', member, '--from', '2020-01-01', '--to', '2099-12-31', '--csv'];
    const first = await cli.runHere([...read, '--limit', '1']);
    const [, after = ''] = /^There is more: --after (\S+)\n$/.exec(first.stderr) ?? [];
    const rest = await cli.runHere([...read, '--after', after]);
    expect(rest).toMatchObject({ code: 0, stderr: '' });
    const entries = (csv: string): string[] => csv.match(/\bent_\w+/g) ?? [];
    expect(entries(first.stdout)).toHaveLength(1);
    expect([...entries(first.stdout), ...entries(rest.stdout)]).toEqual(
      entries((await cli.runHere(read)).stdout),
    );
  });

  test('all pages of the general ledger are read as JSON', async () => {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const period = ['--from', day(-1), '--to', day(1), '--account-kind', 'cash_on_hand'];
    const read = ['accounting', 'general-ledger', ...period, '--all'];
    const ran = await cli.runHere([...read, '--limit', '1', '--json']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const { lines, next_after } = JSON.parse(ran.stdout);
    expect(next_after).toBeNull();
    expect(lines.length).toBeGreaterThan(1);
  });
});

describe('lists', () => {
  test('all of 2,500 rows, as JSON in one object, and into a pipe that is closed early', async () => {
    // Rows as the service writes them, without 2,500 requests.
    await service.ctx.db.raw(COPY_CUSTOMERS, [project]);
    const ran = await cli.run(['customers', 'list', '--all', '--json']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const { customers, next_after } = JSON.parse(ran.stdout);
    expect(next_after).toBeNull();
    const ids = customers.map((row: { id: string }) => row.id);
    expect(new Set(ids).size).toBeGreaterThanOrEqual(2_500);
    expect(ids).toEqual(ids.toSorted().toReversed());

    const piped = `set -o pipefail; '${process.execPath}' cli/bin.mjs customers list --all --quiet | head -1`;
    expect(await inShell(piped)).toEqual({ code: 0, stdout: `${ids[0]}\n`, stderr: '' });
  });

  test('what others wrote reaches a terminal as text, and cannot steer it', async () => {
    const url = await serverThat((_request, response) => {
      const said = { id: 'mem_1', full_name: 'Joy\u001B[2J\u0007\r\nSecond \u202Eline', notes: ['\u009B1m'] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    });
    const { code, stdout } = await cli.with({ USHIRIKA_URL: url }).runHere(['members', 'get', 'mem_1']);
    expect(code).toBe(0);
    expect(stdout).toBe(
      ['id         mem_1', 'full_name  Joy\uFFFD[2J\uFFFD Second \uFFFDline', 'notes      \uFFFD1m', ''].join(
        '\n',
      ),
    );
  });

  test('pages: rows as wide as their ids, amounts aligned, and where it goes on', async () => {
    for (const amount of ['1', '1000']) await cli.runHere(['members', 'deposit', member, '--amount', amount]);
    const { stdout, stderr } = await cli.runHere(['entries', 'list', '--limit', '2']);
    const [head = '', first = '', second = ''] = stdout.split('\n');
    expect(head).toMatch(/^id +kind +status +amount +currency/);
    expect(first).toMatch(/^ent_\w{26} +deposit +posted +1000\.00 +KES/);
    expect(second.indexOf('1.00')).toBe(first.indexOf('1000.00') + 3);
    expect(stderr).toMatch(/^There is more: --after ent_\w{26}\n$/);
  });
});

/** Without waiting for it in this thread, which also serves. */
async function inShell(command: string): Promise<Ran> {
  const child = spawn('bash', ['--norc', '-c', command], {
    // bash takes a socket for a login from another machine.
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...cli.env },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

/** As many customers as three pages have, in the project of an existing one. */
const COPY_CUSTOMERS = `
  insert into customers (id, project_id, environment, kind, full_name, phone, status, kyc_status, kyc_tier, created_at, updated_at)
  select 'cus_0' || lpad(upper(to_hex(n)), 25, '0'), c.project_id, c.environment, c.kind, 'Copy ' || n, null, c.status,
    c.kyc_status, c.kyc_tier, c.created_at, c.updated_at
  from (select * from customers where project_id = ? and environment = 'test' order by id limit 1) c, generate_series(1, 2500) n`;

describe('a movement whose outcome is not known', () => {
  test('is told with its key and the command that repeats it, which does it once', async () => {
    // The service does it, and its answer is lost.
    let cut = true;
    const url = await serverThat((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const answer = await fetch(service.url + (request.url ?? ''), {
          method: request.method ?? '',
          headers: { 'x-api-key': String(request.headers['x-api-key']), 'content-type': 'application/json' },
          body: Buffer.concat(chunks),
        });
        if (cut) request.socket.destroy();
        else
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      })();
    });
    const through = cli.with({ USHIRIKA_URL: url });
    const before = await balance();
    const running = through.start(['members', 'deposit', member, '--amount', '7', '--json']);
    await until('it tries again', () => running.stderr().includes('Retrying'));
    running.interrupt();
    const ran = await running.ended;
    expect(ran).toMatchObject({ code: 130, stdout: '' });
    const [, key = ''] = /Idempotency key: (\S+)/.exec(ran.stderr) ?? [];
    expect(ran.stderr).toContain(
      `ushirika members deposit ${member} --amount 7 --json --idempotency-key ${key}`,
    );
    cut = false;
    const again = await through.runHere([
      'members',
      'deposit',
      member,
      '--amount',
      '7',
      '--json',
      '--idempotency-key',
      key,
    ]);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: 'posted', replayed: true });
    expect(await balance()).toBe(before + 700);
  });

  async function balance(): Promise<number> {
    return must(await sacco.project.key.get(`/api/v1/sacco/members/${member}`)).body.savings_minor;
  }
});

describe('without a terminal', () => {
  test('a question is wrong use, and no hang; --yes answers it', async () => {
    expect(await nobody.run(['login'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--email'),
    });
    expect(await nobody.run(['login', '--email', 'a@example.org'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--password-stdin'),
    });
    const { id } = must(
      await sacco.project.key.post('/api/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/' }),
    ).body;
    const remove = ['webhooks', 'endpoints', 'delete', id];
    expect(await cli.run(remove)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect(await cli.run([...remove, '--yes', '--json'])).toMatchObject({ code: 0, stdout: '' });
  });

  test('in live, what changes something says LIVE and asks; what reads does not', async () => {
    const { headers } = await issueKey(service.anyone, owner, project, 'live');
    const live = nobody.with({ USHIRIKA_API_KEY: headers['x-api-key'] ?? '' });
    const create = ['customers', 'create', '--full-name', 'Abebe Bikila'];
    const asked = await live.run(create);
    expect(asked).toMatchObject({ code: 2, stdout: '' });
    expect(asked.stderr).toMatch(/^LIVE\n/);
    expect(await live.runHere([...create, '--yes', '--json'])).toMatchObject({ code: 0, stderr: 'LIVE\n' });
    expect(await live.runHere(['customers', 'list', '--json'])).toMatchObject({ code: 0, stderr: '' });
    expect(await live.runHere(['customers', 'list', '--environment', 'test'])).toMatchObject({ code: 2 });
    expect(await live.runHere(['trigger', 'payment.completed'])).toMatchObject({ code: 2 });
  });
});

describe('configuration', () => {
  let own: Cli;
  const signIn = (more: string[] = []) =>
    own.run(
      ['login', '--email', owner.email, '--password-stdin', '--project', project, ...more],
      `${owner.password}\n`,
    );

  beforeAll(async () => {
    own = await Cli.open({ USHIRIKA_URL: service.url });
  });
  afterAll(() => own.close());

  test('a session is kept for its owner alone and its address alone, and ends with logout', async () => {
    const signed_in = await signIn(['--json']);
    expect(signed_in).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(signed_in.stdout)).toEqual({
      url: service.url,
      profile: 'default',
      credential: 'session',
      user: owner.email,
      project,
      environment: 'test',
      expires_at: expect.any(String),
    });
    const path = own.env['USHIRIKA_CONFIG'] ?? '';
    expect([(await stat(path)).mode & 0o777, (await stat(dirname(path))).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    const whoami = await own.runHere(['whoami', '--json']);
    expect(JSON.parse(whoami.stdout)).toEqual(JSON.parse(signed_in.stdout));

    const elsewhere = await serverThat((_request, response) => response.end('{}'));
    expect(await own.runHere(['payments', 'list', '--url', elsewhere])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(service.url),
    });

    await chmod(path, 0o644);
    expect(await own.runHere(['payments', 'list'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`chmod 600 '${path}'`),
    });
    await chmod(path, 0o600);

    const { token } = JSON.parse(await readFile(path, 'utf8')).profiles.default.credential;
    const logout = await own.runHere(['logout', '--json']);
    expect(JSON.parse(logout.stdout)).toEqual({
      profile: 'default',
      forgotten: 'session',
      ended_on_server: true,
    });
    expect((await service.anyone.with({ authorization: `Bearer ${token}` }).get('/api/auth/me')).status).toBe(
      401,
    );
    expect(await own.runHere(['whoami'])).toMatchObject({ code: 3 });
  });

  test('flags win over the environment, and that over the profile', async () => {
    const key = sacco.project.key.headers['x-api-key'] ?? '';
    const kept = await own.run(['login', '--api-key', '-', '--profile', 'till', '--json'], `${key}\n`);
    expect(JSON.parse(kept.stdout)).toMatchObject({ profile: 'till', credential: 'api_key', user: null });
    expect(kept.stdout + kept.stderr).not.toContain(key);
    expect((await own.runHere(['profiles', 'use', 'till'])).code).toBe(0);
    expect((await own.runHere(['payments', 'list', '--json'])).code).toBe(0);
    expect((await own.with({ USHIRIKA_PROFILE: 'default' }).runHere(['payments', 'list'])).code).toBe(3);
    const other = own.with({ USHIRIKA_PROFILE: 'default' });
    expect((await other.runHere(['payments', 'list', '--profile', 'till', '--json'])).code).toBe(0);

    await own.runHere(['config', 'set', 'output', 'json']);
    expect(JSON.parse((await own.runHere(['payments', 'list'])).stdout)).toHaveProperty('payments');
    expect(JSON.parse((await own.runHere(['config', 'get', 'output'])).stdout)).toEqual({ output: 'json' });
    const unknown = await own.runHere(['members', 'get', 'mem_00000000000000000000000000']);
    expect(JSON.parse(unknown.stderr)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    const listed = JSON.parse((await own.runHere(['profiles', 'list'])).stdout);
    expect(listed.profiles).toContainEqual({
      name: 'till',
      in_use: true,
      url: service.url,
      credential: 'api_key',
      project: null,
      environment: null,
    });
    expect(JSON.stringify(listed)).not.toContain('ush_');
    expect((await own.runHere(['profiles', 'remove', 'till'])).code).toBe(0);
    expect((await own.runHere(['profiles', 'remove', 'till'])).code).toBe(4);
  });

  test('a wrong password is refused', async () => {
    const wrong = await own.run(['login', '--email', owner.email, '--password-stdin'], 'wrong password\n');
    expect(wrong).toMatchObject({ code: 3, stdout: '' });
  });

  test.skipIf(spawnSync('script', ['--version']).error)(
    'on a terminal the password is asked for, and not shown',
    async () => {
      const running = onTerminal(['login', '--email', owner.email, '--project', project]);
      await until('it asks', () => running.shown().includes('Password:'));
      running.type(`${owner.password}\r`);
      expect(await running.code).toBe(0);
      expect(running.shown()).not.toContain(owner.password);
      expect(running.shown()).toContain(owner.email);
    },
  );

  function onTerminal(args: string[]) {
    const command = [process.execPath, 'cli/bin.mjs', ...args].map((word) => `'${word}'`).join(' ');
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...own.env },
    });
    let shown = '';
    child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    return {
      shown: () => shown,
      type: (text: string) => child.stdin.write(text),
      code: new Promise<number | null>((resolve) => child.once('exit', resolve)),
    };
  }
});

describe('secrets', () => {
  test('are in no output, not even with --debug, and in no process list', async () => {
    const key = sacco.project.key.headers['x-api-key'] ?? '';
    const slow = await serverThat(() => undefined);
    const running = cli.with({ USHIRIKA_URL: slow }).start(['payments', 'list', '--debug']);
    await until('it has sent', () => running.stderr().includes('> GET'));
    expect(await readFile(`/proc/${running.pid}/cmdline`, 'utf8')).not.toContain(key);
    running.interrupt();
    expect(await running.ended).toMatchObject({ code: 130 });
    expect(running.stderr()).toContain('x-api-key: ***');
    expect(running.stderr()).not.toContain(key);

    const own = await Cli.open({ USHIRIKA_URL: service.url });
    const signed_in = await own.run(
      ['login', '--email', owner.email, '--password-stdin', '--project', project, '--debug'],
      `${owner.password}\n`,
    );
    expect(signed_in.code).toBe(0);
    expect(signed_in.stdout + signed_in.stderr).not.toMatch(/ush_sess_(?!\*)/);
    expect(signed_in.stderr).not.toContain(owner.password);
    expect(signed_in.stderr).toContain('"password":"***"');
    // One that was just made is shown, once.
    const made = await own.runHere([
      'projects',
      'keys',
      'create',
      '--name',
      'till',
      '--environment',
      'test',
      '--json',
    ]);
    expect(JSON.parse(made.stdout).key).toMatch(/^ush_test_/);
    expect((await own.runHere(['projects', 'keys', 'list'])).stdout).not.toContain(
      JSON.parse(made.stdout).key,
    );
    await own.close();
  });
});

test('commands that change the configuration at once lose nothing of each other', async () => {
  const own = await Cli.open({ USHIRIKA_URL: service.url });
  const names = Array.from({ length: 5 }, (_each, i) => `profile-${i}`);
  const set = (name: string) => own.run(['config', 'set', 'environment', 'test', '--profile', name]);
  for (const ran of await Promise.all(names.map(set))) expect(ran.code).toBe(0);
  const { profiles } = JSON.parse(await readFile(own.env['USHIRIKA_CONFIG'] ?? '', 'utf8'));
  expect(Object.keys(profiles).toSorted()).toEqual(names);
  await own.close();
});

test.each(['{', '[]', 'null', '{"profiles":[]}', '{"profiles":{"default":null}}', '{"profile":1}'])(
  'a configuration file with %s in it is wrong use, and stays as it is',
  async (content) => {
    const own = await Cli.open({ USHIRIKA_URL: service.url });
    const path = join(own.folder, 'broken.json');
    await writeFile(path, content, { mode: 0o600 });
    expect(await own.with({ USHIRIKA_CONFIG: path }).runHere(['payments', 'list'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`${path} does not contain profiles.`),
    });
    expect(await readFile(path, 'utf8')).toBe(content);
    await own.close();
  },
);

test('bodies come from flags, files and stdin, and flags win', async () => {
  const file = join(cli.folder, 'customer.json');
  await writeFile(file, JSON.stringify({ full_name: 'From File', external_ref: crypto.randomUUID() }));
  const create = ['customers', 'create', '--json', '--data'];
  const from_file = await cli.runHere([...create, `@${file}`, '--full-name', 'From Flag']);
  expect(JSON.parse(from_file.stdout)).toMatchObject({
    full_name: 'From Flag',
    external_ref: expect.any(String),
  });
  const from_stdin = await cli.run([...create, '-'], '{"full_name":"From Stdin"}');
  expect(JSON.parse(from_stdin.stdout)).toMatchObject({ full_name: 'From Stdin' });
  const wide = await cli.runHere([
    ...'payments create --provider manual --currency KES --amount-minor 15050 --json --reference'.split(' '),
    crypto.randomUUID(),
    ...'--metadata order=a=b --metadata till=2'.split(' '),
  ]);
  expect(JSON.parse(wide.stdout)).toMatchObject({
    amount: 150.5,
    amount_minor: 15_050,
    metadata: { order: 'a=b', till: '2' },
  });
});

test('the status tells of service, checks, versions and clocks', async () => {
  const ran = await nobody.run(['status', '--json']);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  expect(JSON.parse(ran.stdout)).toEqual({
    url: service.url,
    health: 'ok',
    ready: true,
    database: 'ok',
    queue: 'ok',
    ledger: 'ok',
    version,
    commit: COMMIT,
    cli_version: version,
    clock_difference_seconds: 0,
  });
  const unready = await serverThat((request, response) => {
    response.writeHead(request.url === '/ready' ? 503 : 200, {
      date: new Date(Date.now() - 60_000).toUTCString(),
    });
    response.end('{"status":"unavailable","checks":{"database":"unavailable"},"version":"0.0.1"}');
  });
  const waiting = await nobody.runHere(['status', '--json', '--url', unready]);
  expect(waiting.code).toBe(6);
  expect(JSON.parse(waiting.stdout)).toMatchObject({ ready: false, database: 'unavailable' });
  // The header has whole seconds, and so has the difference.
  expectBetween(58, JSON.parse(waiting.stdout).clock_difference_seconds, 62);
});

test('npx and npm run pass arguments and the exit code through', () => {
  const options = {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...nobody.env, npm_config_offline: 'true' },
  } as const;
  const npx = spawnSync('npx', ['ushirika', 'open', 'docs', '--json'], options);
  expect([npx.status, npx.stdout]).toEqual([0, `{"url":"${service.url}/docs"}\n`]);
  const npm = spawnSync('npm', ['run', '--silent', 'cli', '--', 'payments', 'list', '--limit', '0'], options);
  expect([npm.status, npm.stdout]).toEqual([2, '']);
});

test('it starts within 150 ms of the processor where Node itself takes 40', async () => {
  const { url } = service;
  expect(await timesOfNode({ args: ['payments', 'list', '--limit', '0'], url, code: 2 })).toBeLessThan(
    150 / 40,
  );
});

test('a whole command takes at most 250 ms of the processor where Node itself takes 40', async () => {
  const members = Array.from({ length: 50 }, (_each, i) => ({
    id: `mem_${String(i).padStart(26, '0')}`,
    member_no: `M${i}`,
    full_name: 'Abebe Bikila',
    savings_minor: i,
  }));
  const url = await serverThat((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ members, next_after: null }));
  });
  expect(await timesOfNode({ args: ['members', 'list'], url, code: 0 })).toBeLessThan(250 / 40);
});

/**
 * How many times the processor's time of Node's own start a command takes: the median of pairs, each measured in turn, so that a
 * slow or busy processor slows both of them.
 */
async function timesOfNode(command: { args: string[]; url: string; code: number }): Promise<number> {
  const ratios: number[] = [];
  for (let pair = 0; pair < 9; pair++) {
    const node_ms = await processorTime({ args: ['-e', '0'], url: command.url, code: 0 });
    const cli_ms = await processorTime({ ...command, args: ['cli/bin.mjs', ...command.args] });
    ratios.push(cli_ms / node_ms);
  }
  return ratios.toSorted((a, b) => a - b)[4] ?? NaN;
}

/** In milliseconds. */
async function processorTime(program: { args: string[]; url: string; code: number }): Promise<number> {
  const child = spawn(process.execPath, ['--import', REPORT_CPU, ...program.args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...cli.env, USHIRIKA_URL: program.url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr, [code]] = await Promise.all([readAll(child.stderr), once(child, 'exit')]);
  expect(code, stderr).toBe(program.code);
  return Number(/cpu_ms=(\d+)/.exec(stderr)?.[1]);
}

/** Loaded first: says at the end what the process has used. */
const REPORT_CPU = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); console.error(`cpu_ms=${Math.round((user + system) / 1000)}`); });",
)}`;
