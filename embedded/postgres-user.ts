/**
 * Who runs PostgreSQL. It refuses to run as root, so under root it gets an account of its own; under any
 * other user it simply runs as that user.
 */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { bareEnvironment } from '../core/config.ts';

const run = promisify(execFile);

/** Made when the machine has no `postgres` account; a name of our own never clashes with a distribution's package. */
const OWN_ACCOUNT = 'ushirika-postgres';

/**
 * All PostgreSQL needs from our environment. The rest stays out: it holds the service's secrets, which would
 * be readable under /proc by the account that runs PostgreSQL, and PG* variables that change its behaviour.
 * LC_ALL keeps its messages in English, since the start reads some of them.
 */
const ENVIRONMENT: NodeJS.ProcessEnv = { ...bareEnvironment(), LC_ALL: 'C' };

export interface Account {
  uid: number;
  gid: number;
}

/** How to run a program on a folder: the options for spawn, and the path under which that program sees the folder. */
export interface Workplace {
  path: string;
  spawn: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number };
}

/** The account to run PostgreSQL under; undefined means as ourselves. */
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

/** Gives a data folder that root owns (restored from a backup, say) to the account. */
export async function giveFolder(folder: string, account: Account | undefined): Promise<void> {
  if (!account || (await stat(folder)).uid === account.uid) return;
  await run('chown', ['-Rh', `${account.uid}:${account.gid}`, folder]);
}

/**
 * The account may not be allowed to walk down to the folder: a clone under /root (mode 0700) is the usual case.
 * So the folder is handed over as the working directory, which spawn enters while it still is root, and on
 * Linux the program reaches it as /proc/self/cwd: following that link asks for no permission on the parents.
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

/** Data that belongs to an account already stays with it, whichever user starts the service next. */
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
