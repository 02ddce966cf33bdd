/** The files on disk: the data folder of PostgreSQL and its password. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../core/shutdown.ts';
import type { Binaries } from './postgres-binaries.ts';
import { giveFolder, workplace } from './postgres-user.ts';
import type { Account } from './postgres-user.ts';
import { writeOnce } from './write-once.ts';

/** The role and the database of the service; the role is the superuser of its own private server. */
export const NAME = 'ushirika';

export function embeddedUrl(password: string, port: number): string {
  return `postgresql://${NAME}:${password}@127.0.0.1:${port}/${NAME}`;
}

export interface Cluster {
  home: string;
  data: string;
  account: Account | undefined;
  binaries: Binaries;
  password: string;
}

/** Creates the data folder on the first start, and on every start gives it to the account that runs PostgreSQL. */
export async function prepareCluster(
  parts: Omit<Cluster, 'password'>,
  options: { durable: boolean; log: (line: string) => void },
): Promise<Cluster> {
  const exists = existsSync(join(parts.data, 'PG_VERSION'));
  const cluster = { ...parts, password: await passwordOf(parts.home, exists) };
  if (!exists) {
    options.log(`creating a PostgreSQL database in ${cluster.data}`);
    await initialise(cluster, options.durable);
  }
  await giveFolder(cluster.data, cluster.account);
  return cluster;
}

async function passwordOf(home: string, clusterExists: boolean): Promise<string> {
  const file = join(home, 'postgres-password');
  if (!existsSync(file)) {
    if (clusterExists)
      throw new UsageError(`${file} is missing: restore it from your backup beside the data`);
    await writeOnce(file, `${randomBytes(24).toString('base64url')}\n`);
  }
  return (await readFile(file, 'utf8')).trim();
}

/**
 * Runs initdb in a staging folder, which is then renamed to the data folder, so that a data folder is always complete:
 * an interrupted initdb leaves only a folder that the next start removes.
 */
async function initialise(cluster: Cluster, durable: boolean): Promise<void> {
  await removeAbandoned(cluster.home);
  const staging = join(cluster.home, `${STAGING}${process.pid}`);
  await mkdir(staging, { mode: 0o700 });
  try {
    await runInitdb(cluster, staging, durable);
    await rename(join(staging, 'data'), cluster.data);
    if (durable) await syncFolder(cluster.home);
  } catch (error) {
    // Another start was faster; which of the two may run is decided later.
    if (!existsSync(join(cluster.data, 'PG_VERSION'))) throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

const STAGING = 'postgres-init-';

/** An initdb whose Node process was killed may still be writing: rm retries until that initdb fails without its files. */
async function removeAbandoned(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(STAGING)) continue;
    const maker = Number(name.slice(STAGING.length));
    if (maker !== process.pid && isAlive(maker)) continue;
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 20 });
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function runInitdb(cluster: Cluster, staging: string, durable: boolean): Promise<void> {
  const { account, binaries, password } = cluster;
  const [data, secret] = [join(staging, 'data'), join(staging, 'password')];
  await mkdir(data, { mode: 0o700 });
  await writeFile(secret, password, { mode: 0o600 });
  if (account) {
    for (const path of [data, secret, staging]) await chown(path, account.uid, account.gid);
  }
  const place = await workplace(data, account);
  const flags = [
    ['-D', place.path],
    // Relative to the data folder, the only place that the account can certainly reach.
    ['--pwfile', `${place.path}/../password`],
    ['--username', NAME],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8'],
    // Built into PostgreSQL: the same order on every machine, so that an update of the system's C library cannot corrupt an
    // index, with upper and lower case beyond ASCII.
    ['--locale', 'C'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    // Without the sync, a power cut could later lose files that initdb wrote and the server never rewrote. Skipped only
    // when the server runs without fsync, too.
    durable ? [] : ['--no-sync'],
  ];
  await promisify(execFile)(binaries.initdb, flags.flat(), place.spawn);
}

/** Makes the rename itself survive a power cut. Windows cannot open a folder to sync it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
