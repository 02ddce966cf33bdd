/** `npm start` on a bare machine: starts, is found again, ends cleanly, and gets over being killed. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, inject, onTestFailed, test, vi } from 'vitest';
import { connect } from '../../db/connection.ts';
import { startEmbeddedPostgres } from '../../embedded/postgres.ts';
import {
  Client,
  createProject,
  freshRedis,
  killIfThere,
  must,
  paymentBody,
  processesIn,
  spawnProcess,
  until,
  withDatabase,
  type ServiceProcess,
  type SpawnOptions,
} from '../harness/index.ts';

/** Every test starts several processes, some of them many times; on a busy machine each takes seconds. */
vi.setConfig({ testTimeout: 180_000 });
/** Six starts, one after the other. */
const LONG = { timeout: 400_000 };

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

let base: string;
let data_dir: string;
const started: ServiceProcess[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'ushirika-start-'));
  // PostgreSQL's account, or nobody, must be able to walk in.
  await chmod(base, 0o755);
  data_dir = join(base, 'data');
});
afterEach(async () => {
  for (const service of started.splice(0)) await service.kill();
  await until('nothing runs there any more', async () => {
    const left = await processesIn(base);
    // One may have ended since it was listed.
    for (const pid of left) spawnSync('kill', ['-KILL', String(pid)]);
    return left.length === 0;
  });
  await rm(base, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}, options: SpawnOptions = {}): Promise<ServiceProcess> {
  const service = spawnProcess(
    'commands/start.js',
    [],
    { DATA_DIR: data_dir, ...(await freshRedis()), ...env },
    { cwd: base, ...options },
  );
  started.push(service);
  onTestFailed(() => console.warn(service.output()));
  return service;
}

async function postmaster(): Promise<number> {
  return Number((await readFile(join(data_dir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** The words of the printed curl command, read as a shell does: quotes and continued lines. */
function printedCurl(output: string): { url: string; headers: Record<string, string>; body: string } {
  const command = /curl (?:.*\\\n)*.*/.exec(output)?.[0].replaceAll('\\\n', ' ') ?? '';
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  const after = (flag: string) => words.filter((_word, i) => words[i - 1] === flag);
  const headers = Object.fromEntries(after('-H').map((header) => header.split(': ') as [string, string]));
  return { url: words.find((word) => word.startsWith('http')) ?? '', headers, body: after('-d')[0] ?? '' };
}

/** Makes the payment of the printed curl. @returns a client with the printed key */
async function payAsPrinted(service: ServiceProcess): Promise<Client> {
  const { url, headers, body } = printedCurl(service.output());
  const response = await fetch(url, { method: 'POST', headers, body });
  expect(response.status).toBe(201);
  const payment = (await response.json()) as { id: string };
  const client = new Client(new URL(url).origin, { 'x-api-key': headers['X-API-Key'] ?? '' });
  await expectBooked(client, payment.id);
  return client;
}

async function expectBooked(client: Client, payment_id: string): Promise<void> {
  const posting = await until('the payment is booked', async () => {
    const { postings } = must(await client.get('/api/v1/ledger/postings')).body;
    return postings.find(
      (each: { payment_id: string; status: string }) =>
        each.payment_id === payment_id && each.status === 'posted',
    );
  });
  expect(posting.error).toBeNull();
  const { body } = must(await client.get(`/api/v1/payments/${payment_id}`));
  expect(body.status).toBe('completed');
}

describe('without DATABASE_URL', () => {
  test('starts, is found again, ends on Ctrl-C, and gets over every way of being killed', LONG, async () => {
    const first = await start();
    await first.ready;
    expect(await first.ready).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const client = await payAsPrinted(first);
    expect((await stat(join(data_dir, 'postgres-password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(data_dir, 'encryption-key'))).mode & 0o777).toBe(0o600);

    // Ctrl-C stops everything.
    const server = await postmaster();
    expect(await processesIn(base)).toEqual(expect.arrayContaining([first.child.pid, server]));
    expect(await first.interrupt()).toBe(0);
    expect(await processesIn(base)).toEqual([]);
    expect(existsSync(`/proc/${server}`)).toBe(false);
    expect(existsSync(join(data_dir, 'postgres/postmaster.pid'))).toBe(false);

    const countPayments = async (service: ServiceProcess): Promise<number> => {
      const again = new Client(await service.ready, client.headers);
      const { body } = must(await again.post('/api/v1/payments', paymentBody()));
      await expectBooked(again, body.id);
      return must(await again.get('/api/v1/payments')).body.payments.length;
    };

    // The second start finds its data, and tells no credentials again.
    const second = await start();
    await second.ready;
    expect(second.output()).not.toMatch(/curl|password|ush_test_/i);
    expect(await countPayments(second)).toBe(2);

    // Everything killed, the server and all its children too.
    const everything = await processesIn(base);
    everything.forEach(killIfThere);
    await second.ended;
    await until('they are gone', async () => (await processesIn(base)).length === 0);
    const third = await start();
    expect(await countPayments(third)).toBe(3);

    // Only Node killed: PostgreSQL goes on without an owner.
    const orphan = await postmaster();
    await third.kill();
    expect(await processesIn(base)).toContain(orphan);
    const fourth = await start();
    expect(await countPayments(fourth)).toBe(4);
    expect(await postmaster()).not.toBe(orphan);
    expect(await processesIn(base)).not.toContain(orphan);

    // A second one beside it on the same data is refused and leaves the first alone.
    const beside = await start();
    expect(await beside.ended).toBe(1);
    expect(beside.output()).toContain('another Ushirika is running');
    expect(beside.output()).not.toMatch(/^ {4}at /m);
    expect(await countPayments(fourth)).toBe(5);
    expect(await fourth.terminate()).toBe(0);

    // A taken port: a sentence, no stack, and nothing left running.
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const port = String((occupant.address() as AddressInfo).port);
    const refused = await start({ PORT: port });
    expect(await refused.ended).toBe(1);
    occupant.close();
    expect(refused.output()).toContain(`Port ${port} is taken. Set PORT`);
    expect(refused.output()).not.toMatch(/^ {4}at /m);
    expect(await processesIn(base)).toEqual([]);
  });

  test('Ctrl-C does not wait for a webhook receiver that hangs, and the delivery stays due', async () => {
    let hooks = 0;
    const receiver = createHttpServer(() => void hooks++).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const first = await start();
    await first.ready;
    const { headers } = await payAsPrinted(first);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const client = new Client(await first.ready, headers);
    must(await client.post('/api/v1/webhook-endpoints', { url }));
    must(await client.post('/api/v1/payments', paymentBody()));
    await until('the attempt is under way', () => hooks === 1);
    expect(await first.interrupt()).toBe(0);
    expect(await processesIn(base)).toEqual([]);

    // Read between the two: the next start tries again at once, and may record that before anybody asks it.
    expect(await deliveriesAtRest()).toEqual([{ status: 'pending', attempts: 0, recorded: 0 }]);

    const second = await start();
    const again = new Client(await second.ready, headers);
    const { body } = must(await again.get('/api/v1/webhook-deliveries'));
    expect(body.webhook_deliveries).toMatchObject([{ status: 'pending' }]);
    await until('it is tried again', () => hooks >= 2);
    expect(await second.interrupt()).toBe(0);
    receiver.closeAllConnections();
    receiver.close();
  });

  /** What the database holds while no service runs on it. */
  async function deliveriesAtRest(): Promise<unknown> {
    const postgres = await startEmbeddedPostgres({ dir: data_dir });
    const db = connect(postgres.url, 1);
    try {
      return await db('webhook_deliveries as d').select(
        'd.status',
        'd.attempts',
        db.raw('(select count(*)::int from webhook_attempts a where a.delivery_id = d.id) as recorded'),
      );
    } finally {
      await db.destroy();
      await postgres.stop();
    }
  }

  const moments: [string, () => Promise<boolean> | boolean][] = [
    ['at once', () => true],
    [
      'while the database is made',
      // Or later: on a busy machine nobody may look while it is made.
      async () =>
        (await filesIn(data_dir)).some((name) => name.includes('init-')) ||
        existsSync(join(data_dir, 'postgres/postmaster.pid')),
    ],
    ['while PostgreSQL starts', () => existsSync(join(data_dir, 'postgres/postmaster.pid'))],
    ['while it migrates', async () => (await filesIn(data_dir)).includes('postgres-port')],
  ];

  test('Ctrl-C during the start leaves nothing behind, and the next start works', async () => {
    const printed: string[] = [];
    for (const [when, moment] of moments) {
      // A terminal sends it to the whole group: also to initdb, if that is running.
      const service = await start({}, { detached: true });
      await until(when, moment);
      process.kill(-(service.child.pid as number), 'SIGINT');
      await service.ended;
      printed.push(service.output());
      expect({ when, left: await processesIn(base) }).toEqual({ when, left: [] });
      expect(service.output()).not.toMatch(/^ {4}at /m);
    }
    const service = await start();
    await service.ready;
    printed.push(service.output());
    // Whichever start made the demo told of it.
    expect(printed.filter((output) => output.includes('curl'))).toHaveLength(1);
    expect(await service.interrupt()).toBe(0);
  });

  const nobody = process.getuid?.() === 0 ? idsOf('nobody') : Promise.resolve(null);

  test.runIf(process.getuid?.() === 0)('works as an ordinary user too', async ({ skip }) => {
    const user = await nobody;
    if (!user || !(await canRead(user))) {
      console.warn('SKIPPED: there is no user "nobody" who can read this checkout, so only root was tried');
      skip();
      return;
    }
    const home = join(base, 'home');
    await mkdir(home);
    await promisify(execFile)('chown', [`${user.uid}:${user.gid}`, home]);
    data_dir = join(home, '.data');
    const service = await start({}, { cwd: home, ...user });
    await service.ready;
    expect((await stat(data_dir)).uid).toBe(user.uid);
    expect((await stat(`/proc/${await postmaster()}`)).uid).toBe(user.uid);
    await payAsPrinted(service);
    expect(await service.interrupt()).toBe(0);
    expect(await processesIn(base)).toEqual([]);
  });
});

test('with the bundled PostgreSQL and an encryption key that is given, and makes none of its own', async () => {
  const service = await start({ ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') });
  await service.ready;
  expect(existsSync(join(data_dir, 'postgres'))).toBe(true);
  expect(existsSync(join(data_dir, 'encryption-key'))).toBe(false);
  expect(await service.interrupt()).toBe(0);
});

test('a bad configuration: every bad key is named, and nothing is started', async () => {
  const service = await start({
    PORT: 'many',
    LOG_LEVEL: 'loud',
    ENCRYPTION_KEY: 'short',
    DATABASE_URL: 'mysql://x',
  });
  expect(await service.ended).toBe(1);
  for (const key of ['PORT', 'LOG_LEVEL', 'ENCRYPTION_KEY', 'DATABASE_URL'])
    expect(service.output()).toContain(`"${key}"`);
  expect(service.output()).not.toMatch(/^ {4}at /m);
  expect(existsSync(data_dir)).toBe(false);
});

describe('with DATABASE_URL', () => {
  let database_url: string;

  beforeEach(async () => {
    const server = connect(inject('server_url'), 1);
    const name = `ushirika_start_${process.pid}`;
    await server.raw(`drop database if exists ${name} with (force)`);
    await server.raw(`create database ${name}`);
    await server.destroy();
    database_url = withDatabase(inject('server_url'), name);
    return async () => {
      for (const service of started) await service.kill();
      const again = connect(inject('server_url'), 1);
      await again.raw(`drop database if exists ${name} with (force)`);
      await again.destroy();
    };
  });

  test('start.js migrates an empty database and serves it, and embeds nothing', async () => {
    const service = await start({ DATABASE_URL: database_url });
    await service.ready;
    await payAsPrinted(service);
    expect(existsSync(data_dir)).toBe(false);
    expect(await processesIn(base)).toEqual([service.child.pid]);
    expect(await service.interrupt()).toBe(0);
  });

  test.each([
    [
      'a database that does not exist',
      (url: URL) => void (url.pathname = '/not_there'),
      /does not exist: create it.*"not_there"/,
    ],
    ['a wrong password', (url: URL) => void (url.password = 'wrong'), /rejects the password: correct it/],
    ['no password', (url: URL) => void (url.password = ''), /requires a password/],
    [
      'a user who does not exist',
      (url: URL) => void (url.username = 'nobody'),
      /rejects the (user|password)/,
    ],
    [
      'a port where nothing answers',
      (url: URL) => void (url.port = '1'),
      /Nothing answers at .*:1 \(ECONNREFUSED\)/,
    ],
  ])('%s: one sentence, and exit code 1', async (_what, spoil, sentence) => {
    const url = new URL(database_url);
    spoil(url);
    await expectOneSentence('commands/migrate.js', [], url, sentence);
  });

  test.each([
    ['commands/start.js', []],
    ['api/main.js', []],
    ['workers/main.js', ['all']],
  ])('so it is with %s', async (program, args) => {
    const url = new URL(withDatabase(database_url, 'not_there'));
    await expectOneSentence(program, args, url, /does not exist: create it.*"not_there"/);
  });

  async function expectOneSentence(
    program: string,
    args: string[],
    url: URL,
    sentence: RegExp,
  ): Promise<void> {
    const env = { DATABASE_URL: url.href, LOG_LEVEL: 'silent', ...(await freshRedis()) };
    const service = spawnProcess(program, args, env, { cwd: base });
    started.push(service);
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(sentence);
    expect(service.output().trim().split('\n')).toHaveLength(1);
    expect(service.output()).not.toContain(new URL(database_url).password);
  }

  test('so do the processes of the Procfile, one by one', async () => {
    const lines = (await readFile(join(PROJECT, 'Procfile'), 'utf8')).trim().split('\n');
    const env = { DATABASE_URL: database_url, ...(await freshRedis()) };
    const commands = new Map(
      lines.map((line) => {
        const [, name, program, args] = /^(\w+): node (?:--\S+ )*dist\/(\S+) ?(.*)$/.exec(
          line,
        ) as unknown as string[];
        return [name, { program: program as string, args: (args as string).split(' ').filter(Boolean) }];
      }),
    );
    const release = commands.get('release');
    commands.delete('release');
    const run = ({ program, args }: { program: string; args: string[] }): ServiceProcess => {
      const service = spawnProcess(program, args, env, { cwd: base });
      started.push(service);
      onTestFailed(() => console.warn(service.output()));
      return service;
    };
    expect(await run(release as { program: string; args: string[] }).ended).toBe(0);

    const services = new Map([...commands].map(([name, command]) => [name, run(command)]));
    await Promise.all([...services.values()].map(({ ready }) => ready));
    const web = new Client((await services.get('web')?.ready) as string);
    expect(must(await web.get('/ready')).body.status).toBe('ok');
    const { key } = await createProject(web);
    // The tests' own process hashes at a lower cost; a process of the service never does.
    const db = connect(database_url, 1);
    const hashes = await db('users')
      .pluck('password_hash')
      .finally(() => db.destroy());
    expect(hashes).toEqual([expect.stringMatching(/^scrypt\$32768\$8\$3\$/)]);
    const { body } = must(
      await key.post('/api/v1/payments', paymentBody({ customer_phone: '+254712345678' })),
    );
    expect(body.status).toBe('pending');
    await expectBooked(key, body.id);

    const codes = await Promise.all([...services.values()].map((service) => service.terminate()));
    expect(codes).toEqual(codes.map(() => 0));
  });
});

async function filesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function idsOf(name: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await promisify(execFile)('id', [flag, name])).stdout)),
    );
    return { uid: uid as number, gid: gid as number };
  } catch {
    return null;
  }
}

/** Can that user run the build as it lies here? */
async function canRead(user: { uid: number; gid: number }): Promise<boolean> {
  const program = `await import('${PROJECT}dist/core/config.js'); await import('${PROJECT}node_modules/knex/knex.mjs')`;
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    ...user,
    cwd: '/',
  }).then(
    () => true,
    () => false,
  );
}
