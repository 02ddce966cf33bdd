/**
 * The account that runs PostgreSQL. PostgreSQL does not run as root, so under root it gets a separate account; under any
 * other user it runs as that user.
 */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { bareEnvironment } from '../core/config.ts';

const run = promisify(execFile);

/** Created when the machine has no `postgres` account; the name cannot clash with a distribution's package. */
const OWN_ACCOUNT = 'ushirika-postgres';

/**
 * The environment of PostgreSQL. Other variables are left out: they hold the service's secrets, which the account that runs
 * PostgreSQL could read under /proc, and PG* variables, which change its behaviour. LC_ALL keeps its messages in English,
 * because the start reads some of them.
 */
const ENVIRONMENT: NodeJS.ProcessEnv = { ...bareEnvironment(), LC_ALL: 'C' };

export interface Account {
  uid: number;
  gid: number;
}

/** How to run a program on a folder: the options for spawn, and the path of the folder for that program. */
export interface Workplace {
  path: string;
  spawn: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number };
}

/** The account that runs PostgreSQL; undefined: the user of this process. */
export async function chooseAccount(dataFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const account =
    (await ownerOf(dataFolder)) ??
    (await accountNamed('postgres')) ??
    (await accountNamed(OWN_ACCOUNT)) ??
    (await createAccount()) ??
    (await accountNamed('nobody'));
  if (!account)
    throw new Error('PostgreSQL does not run as root and no other account was found: set DATABASE_URL');
  return account;
}

/** Gives a data folder that root owns (for example after a restore) to the account. */
export async function giveFolder(folder: string, account: Account | undefined): Promise<void> {
  if (!account || (await stat(folder)).uid === account.uid) return;
  await run('chown', ['-Rh', `${account.uid}:${account.gid}`, folder]);
}

/**
 * The account may have no access to a parent folder, typically in a clone under /root (mode 0700). So the folder is passed as
 * the working directory, which spawn enters while it is still root, and on Linux the program reaches it as /proc/self/cwd,
 * a link that requires no permission on the parents.
 */
export async function workplace(folder: string, account: Account | undefined): Promise<Workplace> {
  const spawn = { cwd: folder, env: ENVIRONMENT, ...account };
  if (!account) return { path: folder, spawn };
  if (process.platform === 'linux') return { path: '/proc/self/cwd', spawn };
  await run('test', ['-x', folder], account).catch((cause: unknown) => {
    throw new Error(
      `the account that runs PostgreSQL cannot reach ${folder}: set DATA_DIR to a folder it can reach, or DATABASE_URL`,
      { cause },
    );
  });
  return { path: folder, spawn };
}

/** Data that already belongs to an account stays with it, whichever user starts the service next. */
async function ownerOf(folder: string): Promise<Account | undefined> {
  const found = await stat(folder).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

async function accountNamed(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)]);
    return uid === 0 ? undefined : { uid, gid };
  } catch {
    return undefined;
  }
}

async function idOf(flag: '-u' | '-g', name: string): Promise<number> {
  const { stdout } = await run('id', [flag, name]);
  // `| 0`: macOS prints nobody's -2 as an unsigned number, spawn wants it signed.
  return Number(stdout) | 0;
}

async function createAccount(): Promise<Account | undefined> {
  const nologin = ['--no-create-home', '--shell', '/usr/sbin/nologin'];
  // Fails where useradd is missing or /etc is read-only; the caller has another account to fall back to.
  await run('useradd', ['--system', '--user-group', ...nologin, OWN_ACCOUNT]).catch(() => undefined);
  return accountNamed(OWN_ACCOUNT);
}
