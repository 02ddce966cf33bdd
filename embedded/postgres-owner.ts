/**
 * Ownership of a running server. The server outlives a Node process that was killed, so a start may find one running on its
 * folder: orphaned (it is stopped and replaced), or in use by another Ushirika (the start fails). An advisory lock tells the
 * two apart: the owner holds it in the server for its whole life, on a separate connection that dies with its process.
 */
import { execFile } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { UsageError } from '../core/shutdown.ts';
import { isAlive, NAME } from './postgres-cluster.ts';
import type { Cluster } from './postgres-cluster.ts';

/** "USHI" and "RIKA" in ASCII. Taken in the database `postgres`, so that it cannot collide with locks of the service. */
const OWNER_LOCK = [0x55534849, 0x52494b41];

/** The server notices within milliseconds that the owner's process died. */
const DYING_OWNER_MS = 2_000;
/** A server that does not answer for this long has failed. */
const SILENCE_MS = 30_000;
/** A server that reports "starting up" replays its log after a crash; an interruption would only restart that. */
const RECOVERY_MS = 10 * 60_000;
/**
 * A fast shutdown takes a second or two; one that hangs is turned into an immediate one, from which the server recovers. Fits
 * into the time that core/shutdown.ts reserves for it.
 */
const FAST_SHUTDOWN_MS = 10_000;
export const POLL_MS = 25;

const STARTING_UP = '57P03';

/** Stops a server that a dead owner left on this folder. @throws UsageError when the owner is alive */
export async function evictOrphan(cluster: Cluster, log: (line: string) => void): Promise<void> {
  const found = await readPidFile(cluster);
  if (!found) return;
  const alive = (): Promise<boolean> => serves(found.pid, cluster.data);
  if (!(await alive())) return removeMisleadingPidFile(cluster, found.pid);
  const client = await connectWhile(alive, cluster, found.port);
  if (!client) return;
  try {
    const deserted = await takeLock(client).catch(() => undefined);
    // The server ended during the query.
    if (deserted === undefined) return await evictOrphan(cluster, log);
    if (!deserted) {
      throw new UsageError(`another Ushirika is running on ${cluster.home} (stop it first, or set DATA_DIR)`);
    }
    log(`stopping PostgreSQL ${found.pid}, left behind by a process that was killed`);
    await shutDown(
      cluster,
      found.pid,
      until(async () => !(await alive())),
    );
  } finally {
    await client.end();
  }
}

/** Connects as soon as the server accepts connections. @returns undefined once it is no longer alive */
export async function connectWhile(
  alive: () => boolean | Promise<boolean>,
  cluster: Cluster,
  port: number,
): Promise<Client | undefined> {
  const started = performance.now();
  while (await alive()) {
    try {
      return await connect(cluster, port);
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      // Class 28: the server answers and rejects the password.
      if (code.startsWith('28')) {
        throw new Error(`the password in ${cluster.home} does not open the PostgreSQL running there`, {
          cause: error,
        });
      }
      const patience = code === STARTING_UP ? RECOVERY_MS : SILENCE_MS;
      if (performance.now() - started > patience) {
        throw new Error(`no answer on port ${port}: ${(error as Error).message}`, { cause: error });
      }
    }
    await delay(POLL_MS);
  }
  return undefined;
}

export interface Ownership {
  release(): Promise<void>;
}

/**
 * Holds the owner's lock, and takes it again when its connection breaks: after a crash of one backend PostgreSQL drops every
 * connection and recovers, and the next start must not take this owner for dead.
 */
export function keepOwnership(
  first: Client,
  cluster: Cluster,
  server: { port: number; isRunning: () => boolean },
): Ownership {
  let current = first;
  let released = false;

  const watch = (client: Client): void => {
    current = client;
    client.once('end', () => void regain());
  };
  const regain = async (): Promise<void> => {
    while (!released && server.isRunning()) {
      const client = await connect(cluster, server.port).catch(() => undefined);
      if (client) {
        watch(client);
        const held = !released && (await takeLock(client).catch(() => false));
        // The end of the client calls this function again.
        if (!held) await client.end();
        return;
      }
      await delay(POLL_MS);
    }
  };

  watch(first);
  return {
    async release() {
      released = true;
      await current.end();
    },
  };
}

/** @returns false when another session holds the lock for longer than a dying owner can */
export async function takeLock(client: Client): Promise<boolean> {
  const started = performance.now();
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1, $2) as mine',
      OWNER_LOCK,
    );
    if (rows[0]?.mine) return true;
    if (performance.now() - started > DYING_OWNER_MS) return false;
    await delay(POLL_MS);
  }
}

/** Stops a server and waits until it has ended. */
export async function shutDown(cluster: Cluster, pid: number, gone: Promise<void>): Promise<void> {
  await signal(cluster, pid, 'INT');
  const impatient = setTimeout(() => void signal(cluster, pid, 'QUIT'), FAST_SHUTDOWN_MS);
  await gone;
  clearTimeout(impatient);
}

async function signal(cluster: Cluster, pid: number, name: 'INT' | 'QUIT'): Promise<void> {
  // Windows has no signals; pg_ctl emulates them. It fails when the server has already ended.
  if (process.platform === 'win32') {
    await promisify(execFile)(cluster.binaries.pgCtl, ['kill', name, String(pid)]).catch(() => undefined);
    return;
  }
  try {
    process.kill(pid, `SIG${name}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function connect(cluster: Cluster, port: number): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: NAME,
    password: cluster.password,
    database: 'postgres',
    application_name: 'ushirika owner',
    ssl: false,
    // Another program may listen on that port and never answer.
    connectionTimeoutMillis: 5_000,
  });
  // A dying server emits an error here; without a listener that would end this process, too.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function readPidFile(cluster: Cluster): Promise<{ pid: number; port: number } | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/**
 * PostgreSQL itself replaces the file of a dead server, but does not start when the pid now belongs to an unrelated process
 * of its user, or when a power cut left the file empty. If the server is alive after all, its shared memory still prevents a
 * second one from opening the data.
 */
async function removeMisleadingPidFile(cluster: Cluster, pid: number): Promise<void> {
  if (!(pid > 0) || isAlive(pid)) await rm(pidFile(cluster), { force: true });
}

function pidFile(cluster: Cluster): string {
  return join(cluster.data, 'postmaster.pid');
}

/** Whether the process is a server on this folder, and not an unrelated one that reuses the pid. */
async function serves(pid: number, dataFolder: string): Promise<boolean> {
  if (process.platform === 'linux') {
    // The working directory of a server is its data folder.
    const [works, data] = await Promise.all([
      stat(`/proc/${pid}/cwd`).catch(() => undefined),
      stat(dataFolder),
    ]);
    return works !== undefined && works.dev === data.dev && works.ino === data.ino;
  }
  if (process.platform === 'win32') return isAlive(pid);
  const command = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(
    () => undefined,
  );
  return command?.stdout.includes(`-D ${dataFolder}`) ?? false;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(POLL_MS);
}
