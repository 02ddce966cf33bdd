import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEmbeddedPostgres } from '../../embedded/postgres.ts';
import type { EmbeddedPostgres } from '../../embedded/postgres.ts';

/** Every test starts a server at least once: one second, or several on a busy machine. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const PROJECT = resolve(import.meta.dirname, '../..');
/** Nothing here has to survive a power cut. */
const settings = { fsync: 'off' };

/** Where a server was started and stopped once: what most tests find, and nothing that they wait for. */
let prepared: string;
let base: string;
let dir: string;
const servers: EmbeddedPostgres[] = [];
const processes: ChildProcess[] = [];

beforeAll(async () => {
  prepared = await mkdtemp(join(tmpdir(), 'ushirika-prepared-'));
  await (await startEmbeddedPostgres({ dir: prepared, settings })).stop();
});
afterAll(() => rm(prepared, { recursive: true }));

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'ushirika-test-'));
  dir = join(base, 'data');
  // With owners and modes.
  await promisify(execFile)('cp', ['-a', prepared, dir]);
});

afterEach(async () => {
  for (const child of processes.splice(0)) await kill(child);
  for (const server of servers.splice(0)) await server.stop();
  await rm(base, { recursive: true, force: true });
});

async function start(options: { settings?: Record<string, string>; log?: (line: string) => void } = {}) {
  const server = await startEmbeddedPostgres({ dir, settings, ...options });
  servers.push(server);
  return server;
}

async function query(server: { url: string }, text: string): Promise<unknown> {
  const client = new Client(server.url);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

describe('a folder on which somebody runs who cannot be seen from here', () => {
  const ELSEWHERE = 'another-boot pid:[1]';

  it('is refused while the owner shows that it is alive, and taken once it does not', async () => {
    const file = join(dir, 'owner');
    await writeFile(file, ELSEWHERE);
    const beat = setInterval(() => void utimes(file, new Date(), new Date()), 500);
    try {
      await expect(start()).rejects.toThrow(`another Ushirika is running on ${dir}, in another container`);
      expect(await readFile(file, 'utf8')).toBe(ELSEWHERE);
    } finally {
      clearInterval(beat);
    }
    const server = await start();
    expect(await query(server, 'select 1')).toBe(1);
    const { mtimeMs } = await stat(file);
    await expect.poll(async () => (await stat(file)).mtimeMs, { timeout: 60_000 }).toBeGreaterThan(mtimeMs);
    await server.stop();
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Dead, or dead and not yet collected by whoever inherited it. */
async function isGone(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'stat=']);
  return stdout.startsWith('Z');
}

function portOf(server: { url: string }): number {
  return Number(new URL(server.url).port);
}

it('logs nothing that a statement says: no parameters, no constants, no rows', async () => {
  const server = await start();
  const client = new Client(server.url);
  await client.connect();
  await client.query('create table payers (phone text primary key, amount integer check (amount > 0))');
  const phone = '+254712345678';
  await client.query('insert into payers values ($1, 1)', [phone]);
  for (const [text, values] of [
    ['insert into payers values ($1, 1)', [phone]],
    ['insert into payers values ($1, 0)', [`${phone}9`]],
    [`insert into payers values ('${phone}', 2)`, []],
    ['select $1::integer', [phone]],
    [`select '${phone}'::date`, []],
    [`select nothing from payers where phone = '${phone}'`, []],
    [`do $$ begin raise exception 'no %', '${phone}'; end $$`, []],
    [`do $$ begin raise warning 'no %', '${phone}'; end $$`, []],
    [`set statement_timeout = 1; select pg_sleep(1), '${phone}'`, []],
  ] as [string, string[]][])
    await client.query(text, values.length > 0 ? values : undefined).catch(() => undefined);
  await client.end();
  await server.stop();
  const log = await readFile(join(dir, 'postgres.log'), 'utf8');
  expect(log).toContain('database system is ready');
  expect(log).not.toContain('254712345678');
});

describe('a server of its own', () => {
  it('starts on 127.0.0.1, answers with its generated password only, and stops', async () => {
    dir = join(base, 'fresh');
    const server = await start();

    expect(await query(server, 'select version()')).toMatch(/^PostgreSQL 18/);
    expect(await query(server, "select current_setting('server_encoding')")).toBe('UTF8');
    expect(await query(server, "select current_setting('unix_socket_directories')")).toBe('');
    expect(await query(server, "select lower('ÉCOLE')")).toBe('école');
    const password = (await readFile(join(dir, 'postgres-password'), 'utf8')).trim();
    expect(Buffer.from(password, 'base64url')).toHaveLength(24);
    expect((await stat(join(dir, 'postgres-password'))).mode & 0o777).toBe(0o600);
    expect(server.url).toBe(`postgresql://ushirika:${password}@127.0.0.1:${portOf(server)}/ushirika`);
    await expect(query({ url: server.url.replace(password, 'guess') }, 'select 1')).rejects.toMatchObject({
      code: '28P01',
    });

    await Promise.all([server.stop(), server.stop()]);
    expect(await isGone(server.pid)).toBe(true);
    await expect(query(server, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('keeps data, password and port for the next start', async () => {
    const first = await start();
    await query(first, 'create table kept as select 42 as answer');
    await first.stop();

    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second, 'select answer from kept')).toBe(42);
  });

  it('moves to another port when something took its own', async () => {
    const first = await start();
    await first.stop();
    const intruder = createServer().listen(portOf(first), '127.0.0.1');
    await once(intruder, 'listening');
    try {
      const second = await start();
      expect(portOf(second)).not.toBe(portOf(first));
      expect(await query(second, 'select 1')).toBe(1);
    } finally {
      intruder.close();
    }
  });

  it('fails at once, with the reason from the log, when the server refuses to start', async () => {
    await expect(start({ settings: { ...settings, shared_buffers: 'plenty' } })).rejects.toThrow(
      /invalid value for parameter "shared_buffers"/,
    );
  });

  it('applies settings on top of its own', async () => {
    const server = await start({ settings: { ...settings, max_connections: '20' } });
    expect(await query(server, "select current_setting('max_connections')")).toBe('20');
    expect(await query(server, "select current_setting('timezone')")).toBe('UTC');
  });

  it('survives the death of the server and says so', async () => {
    const lines: string[] = [];
    const server = await start({ log: (line) => lines.push(line) });
    process.kill(server.pid, 'SIGQUIT');
    await expect.poll(() => lines.join('\n'), { timeout: 60_000 }).toContain('stopped by itself');
    await server.stop();
  });
});

describe('after a crash', () => {
  it('replaces a postmaster.pid whose pid now belongs to another process', async () => {
    const first = await start();
    await query(first, 'create table kept as select 42 as answer');
    const left = await readFile(join(dir, 'postgres/postmaster.pid'), 'utf8');
    await first.stop();

    const { uid, gid } = await stat(join(dir, 'postgres'));
    // Of the same user as the server: PostgreSQL itself cannot tell this one from a server.
    const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
    processes.push(stranger);
    await once(stranger, 'spawn');
    await writeFile(join(dir, 'postgres/postmaster.pid'), left.replace(/^\d+/, String(stranger.pid)));

    const second = await start();
    expect(await query(second, 'select answer from kept')).toBe(42);
    expect(stranger.signalCode).toBeNull();
  });

  it('replaces an empty postmaster.pid, as a power cut leaves it', async () => {
    await (await start()).stop();
    await writeFile(join(dir, 'postgres/postmaster.pid'), '');
    expect(await query(await start(), 'select 1')).toBe(1);
  });

  it('throws away what an interrupted initdb left', async () => {
    dir = join(base, 'fresh');
    await mkdir(join(dir, `postgres-init-${process.pid}/data/base`), { recursive: true });
    expect(await query(await start(), 'select 1')).toBe(1);
    await expect(stat(join(dir, `postgres-init-${process.pid}`))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('with another owner', () => {
  let compiled: string;

  beforeAll(async () => {
    compiled = await mkdtemp(join(tmpdir(), 'ushirika-compiled-'));
    const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
    const flags = [
      '--ignoreConfig',
      '--outDir',
      compiled,
      '--rootDir',
      PROJECT,
      '--rewriteRelativeImportExtensions',
    ];
    const target = ['--module', 'nodenext', '--target', 'es2023', '--types', 'node', '--skipLibCheck'];
    await promisify(execFile)(process.execPath, [tsc, 'embedded/postgres.ts', ...flags, ...target], {
      cwd: PROJECT,
    });
    await symlink(join(PROJECT, 'node_modules'), join(compiled, 'node_modules'));
    await writeFile(join(compiled, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(compiled, 'owner.js'),
      `import { startEmbeddedPostgres } from './embedded/postgres.js';
       const [dir] = process.argv.slice(2);
       const { url, pid } = await startEmbeddedPostgres({ dir, settings: { fsync: 'off' } });
       console.log(JSON.stringify({ url, pid }));`,
    );
  });

  afterAll(async () => {
    // The link is removed by itself, lest anything follow it.
    await unlink(join(compiled, 'node_modules'));
    await rm(compiled, { recursive: true });
  });

  async function startOwner(): Promise<{ child: ChildProcess; server: { url: string; pid: number } }> {
    const child = spawn(process.execPath, [join(compiled, 'owner.js'), dir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    processes.push(child);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return { child, server: JSON.parse(line) as { url: string; pid: number } };
  }

  it('refuses while it lives, and leaves it alone', async () => {
    const { child, server } = await startOwner();
    await expect(start()).rejects.toThrow(
      `another Ushirika is running on ${dir} (stop it first, or set DATA_DIR)`,
    );
    expect(await query(server, 'select 1')).toBe(1);
    await kill(child);
    // Ends the server that the test itself left behind.
    await start();
  });

  it('takes over the server of one that was killed', async () => {
    const { child, server: orphan } = await startOwner();
    await query(orphan, 'create table kept as select 42 as answer');
    await kill(child);
    expect(await query(orphan, 'select 1')).toBe(1);

    const server = await start();
    expect(server.pid).not.toBe(orphan.pid);
    expect(await isGone(orphan.pid)).toBe(true);
    expect(server.url).toBe(orphan.url);
    expect(await query(server, 'select answer from kept')).toBe(42);
  });

  it('recovers when owner and server were killed together', async () => {
    const { child, server: dead } = await startOwner();
    await query(dead, 'create table kept as select 42 as answer');
    child.kill('SIGKILL');
    process.kill(dead.pid, 'SIGKILL');

    expect(await query(await start(), 'select answer from kept')).toBe(42);
  });

  it('still refuses after a crash inside the server broke the connection of its owner', async () => {
    const { child, server } = await startOwner();
    const walWriter = "select pid from pg_stat_activity where backend_type = 'walwriter'";
    const victim = Number(await query(server, walWriter));
    const startTime = await query(server, 'select pg_postmaster_start_time()::text');
    process.kill(victim, 'SIGKILL');
    const held = `select count(*)::int from pg_locks where locktype = 'advisory' and granted
                  and exists (${walWriter} and pid <> ${victim})`;
    await expect.poll(() => query(server, held).catch(() => undefined), { timeout: 60_000 }).toBe(1);

    await expect(start()).rejects.toThrow(/another Ushirika is running/);
    expect(await query(server, 'select pg_postmaster_start_time()::text')).toBe(startTime);
    await kill(child);
    await start();
  });
});

describe.runIf(process.getuid?.() === 0)('as root', () => {
  it('runs under another account, in a folder that account cannot walk to', async () => {
    dir = join(base, 'fresh');
    await chmod(base, 0o700);
    const server = await start();
    expect(await query(server, 'select 1')).toBe(1);
    const { stdout } = await promisify(execFile)('ps', ['-p', String(server.pid), '-o', 'uid=']);
    expect(Number(stdout)).toBe((await stat(join(dir, 'postgres'))).uid);
    expect(Number(stdout)).not.toBe(0);
    expect((await stat(base)).mode & 0o777).toBe(0o700);
    expect((await stat(base)).uid).toBe(0);
  });
});
