/**
 * A private PostgreSQL for a machine that has none: data, password and log are in one folder, the server listens on 127.0.0.1
 * only, and the next start cleans up after a crash of this one.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { claimFolder, type FolderOwnership } from './folder-owner.ts';
import { prepareBinaries } from './postgres-binaries.ts';
import { embeddedUrl, NAME, prepareCluster } from './postgres-cluster.ts';
import type { Cluster } from './postgres-cluster.ts';
import { connectWhile, evictOrphan, keepOwnership, POLL_MS, shutDown, takeLock } from './postgres-owner.ts';
import { chooseAccount, workplace } from './postgres-user.ts';

export interface EmbeddedPostgres {
  url: string;
  /** The pid of the current server: a restart changes it. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** Called when the server ends by itself. */
export interface DatabaseWatch {
  /** The server is restarted on the same port. */
  onRestart?: (sentence: string) => void;
  /** The server is not restarted: it ends too often, or could not be started. */
  onLost?: (sentence: string) => void;
}

export interface EmbeddedPostgresOptions extends DatabaseWatch {
  /** The folder for all files. */
  dir: string;
  log?: (line: string) => void;
  /** Server settings in addition to, or instead of, the defaults below. */
  settings?: Record<string, string>;
}

const SETTINGS: Record<string, string> = {
  // Web and worker processes each have a pool; several may share this server.
  max_connections: '200',
  // Holds the active part of the ledger and its indexes, and leaves most of a machine with 1 GB free.
  shared_buffers: '256MB',
  // Room for a burst of payments between two checkpoints, because checkpoints raise latency.
  max_wal_size: '2GB',
  // Random reads from memory or an SSD are about as fast as sequential ones: the planner then looks rows of a batch up by
  // their ids instead of scanning the table.
  random_page_cost: '1.1',
  // A minute of a busy queue leaves thousands of dead jobs among a few live ones, and each look for the next job passes them.
  autovacuum_naptime: '15s',
  // The default, stated because it matters: a confirmed payment survives a power cut.
  synchronous_commit: 'on',
  // Statements, parameters and rows quoted in errors contain personal data. The service logs failed statements, redacted; the
  // server logs only its own events.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_duration: 'off',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_transaction_sample_rate: '0',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  // Times do not depend on the machine's time zone.
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** A server that ends by itself is restarted this often within this time; more ends have a lasting cause. */
const MAX_RESTARTS = 2;
const RESTARTS_WITHIN_MS = 60_000;

const LOG_LIMIT = 10 * 1024 * 1024;
const RETRY_MS = 30_000;

/** Log lines after which another attempt can succeed: on another port, or once the old server has ended. */
const PASSING_TROUBLE =
  /: Address already in use|lock file "[^"]*" already exists|pre-existing shared memory/;

interface Server {
  child: ChildProcess;
  pid: number;
  port: number;
  exited: Promise<void>;
}

class StartFailure extends Error {
  readonly passing: boolean;

  constructor(cause: unknown, logLines: string, logFile: string) {
    const end = logLines.split('\n').slice(-20).join('\n');
    super(`PostgreSQL did not start: ${(cause as Error).message}; the end of ${logFile}:\n${end}`, { cause });
    this.passing = PASSING_TROUBLE.test(logLines);
  }
}

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = resolve(options.dir);
  await mkdir(home, { recursive: true });
  const folder = await claimFolder(home);
  try {
    return await startIn(home, folder, options);
  } catch (error) {
    folder.giveUp();
    throw error;
  }
}

async function startIn(
  home: string,
  folder: FolderOwnership,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log = () => undefined, settings = {} } = options;
  const data = join(home, 'postgres');
  const account = await chooseAccount(data);
  const binaries = await prepareBinaries(account !== undefined, home);
  try {
    const durable = settings.fsync !== 'off';
    const cluster = await prepareCluster({ home, data, account, binaries }, { durable, log });
    const start = (port?: number) => launch(cluster, { ...SETTINGS, ...settings }, log, port);
    const launched = await start();
    log(`PostgreSQL ${launched.server.pid} listens on 127.0.0.1:${launched.server.port}`);
    return keepRunning(cluster, folder, launched, start, { log, ...options });
  } catch (error) {
    await removeCopy(binaries.temporaryCopy);
    throw error;
  }
}

interface Launched {
  server: Server;
  /** Holds the owner's lock. */
  client: Client;
}

/**
 * Retries until this process owns a server that answers, or until a failure that another attempt would only repeat.
 * @param same_port the required port; any port when left out
 */
async function launch(
  cluster: Cluster,
  settings: Record<string, string>,
  log: (line: string) => void,
  same_port?: number,
): Promise<Launched> {
  const started = performance.now();
  for (;;) {
    await evictOrphan(cluster, log);
    const port = same_port ?? (await choosePort(cluster.home));
    try {
      return await launchOn(port, cluster, settings);
    } catch (error) {
      const retry = error instanceof StartFailure && error.passing && performance.now() - started < RETRY_MS;
      if (!retry) throw error;
    }
    await delay(POLL_MS);
  }
}

async function launchOn(port: number, cluster: Cluster, settings: Record<string, string>): Promise<Launched> {
  const logFile = join(cluster.home, 'postgres.log');
  const logStart = await prepareLog(logFile);
  const server = await spawnServer(port, cluster, settings, logFile);
  try {
    const client = await connectWhile(() => isRunning(server), cluster, port);
    if (!client) throw new Error('it exited');
    if (!(await takeLock(client))) throw new Error('another process holds the owner lock');
    await createDatabase(client);
    await rememberPort(cluster.home, port);
    return { server, client };
  } catch (cause) {
    await stopServer(cluster, server);
    const lines = (await readFile(logFile)).subarray(logStart).toString().trim();
    throw new StartFailure(cause, lines, logFile);
  }
}

async function spawnServer(
  port: number,
  cluster: Cluster,
  settings: Record<string, string>,
  logFile: string,
): Promise<Server> {
  const place = await workplace(cluster.data, cluster.account);
  const all = {
    ...settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  };
  const flags = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  // A file, not a pipe: the death of this process must not break or block the server's writes.
  const output = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(cluster.binaries.postgres, ['-D', place.path, ...flags], {
      ...place.spawn,
      stdio: ['ignore', output.fd, output.fd],
      // A separate session: Ctrl-C in the terminal reaches only this process, which then stops the server cleanly.
      detached: true,
      windowsHide: true,
    });
    const exited = new Promise<void>((done) => child.once('exit', () => done()));
    await once(child, 'spawn');
    return { child, pid: child.pid as number, port, exited };
  } finally {
    await output.close();
  }
}

/** Restarts the server when it ends by itself, until it is stopped or lost. */
function keepRunning(
  cluster: Cluster,
  folder: FolderOwnership,
  first: Launched,
  start: (port: number) => Promise<Launched>,
  { log, onRestart, onLost }: DatabaseWatch & { log: (line: string) => void },
): EmbeddedPostgres {
  const own = (launched: Launched) => ({
    server: launched.server,
    ownership: keepOwnership(launched.client, cluster, {
      port: launched.server.port,
      isRunning: () => isRunning(launched.server),
    }),
  });
  const logFile = join(cluster.home, 'postgres.log');
  let running = own(first);
  let stopping: Promise<void> | undefined;
  let restarting: Promise<void> | undefined;
  let ends: number[] = [];

  const watch = (): void => {
    const { pid, exited } = running.server;
    void exited.then(() => {
      if (stopping) return;
      restarting = restart(`PostgreSQL ${pid} stopped by itself, see ${logFile}`);
    });
  };
  const restart = async (what: string): Promise<void> => {
    const now = performance.now();
    ends = [...ends.filter((at) => now - at < RESTARTS_WITHIN_MS), now];
    log(what);
    if (ends.length > MAX_RESTARTS)
      return onLost?.(`${what}: ${ends.length} times within ${RESTARTS_WITHIN_MS / 1_000} seconds.`);
    onRestart?.(`${what}; it is being restarted`);
    try {
      running = own(await start(running.server.port));
      watch();
    } catch (error) {
      if (!stopping) onLost?.(`${what} and cannot be restarted: ${(error as Error).message}`);
    }
  };
  const stop = async (): Promise<void> => {
    // A server that is restarting is stopped, too.
    await restarting;
    // The lock is released last, so that a server that is shutting down is not mistaken for an orphan.
    await stopServer(cluster, running.server);
    await running.ownership.release();
    await removeCopy(cluster.binaries.temporaryCopy);
    await folder.release();
  };

  watch();
  return {
    url: embeddedUrl(cluster.password, first.server.port),
    get pid() {
      return running.server.pid;
    },
    stop: () => (stopping ??= stop()),
  };
}

async function stopServer(cluster: Cluster, server: Server): Promise<void> {
  if (isRunning(server)) await shutDown(cluster, server.pid, server.exited);
}

function isRunning({ child }: Server): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [NAME]);
  if (!rowCount) await client.query(`create database ${NAME}`);
}

/** @returns the offset at which the lines of this start begin */
async function prepareLog(file: string): Promise<number> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size <= LOG_LIMIT) return size;
  await truncate(file);
  return 0;
}

/** The port of the previous start, so that tools with that address keep working; otherwise any free one. */
async function choosePort(home: string): Promise<number> {
  const remembered = Number(await readFile(portFile(home), 'utf8').catch(() => ''));
  return (await listenOnce(remembered).catch(() => undefined)) ?? listenOnce(0);
}

async function rememberPort(home: string, port: number): Promise<void> {
  await writeFile(portFile(home), `${port}\n`);
}

function portFile(home: string): string {
  return join(home, 'postgres-port');
}

/** @returns the port that it listened on @throws when the port is taken */
async function listenOnce(port: number): Promise<number> {
  const probe = createServer().listen(port, '127.0.0.1');
  await once(probe, 'listening');
  const { port: actual } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return actual;
}

async function removeCopy(folder: string | undefined): Promise<void> {
  if (folder) await rm(folder, { recursive: true, force: true });
}
