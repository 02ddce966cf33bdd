/**
 * Engines of the Debian packages, and Patroni as docs/operating/high-availability.md installs it, as processes on loopback ports and
 * in a temporary folder.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Patroni's as the documentation installs it comes first: a package may be older. */
const FOLDERS = ['/opt/patroni/bin', ...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];
/** Debian keeps the programs of each version of PostgreSQL apart. */
const POSTGRES_FOLDER = '/usr/lib/postgresql';

/** Where a program is; null if it is not installed. */
export function pathOf(program: string): string | null {
  return FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}

/** The folder with the programs of the newest PostgreSQL that is installed; null if there is none. */
export function postgresFolder(): string | null {
  const versions = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER).map(Number) : [];
  const [newest] = versions.toSorted((a, b) => b - a);
  return newest === undefined ? null : join(POSTGRES_FOLDER, String(newest), 'bin');
}

/** @returns the programs that are not installed; PostgreSQL's own as `postgresql` */
export function missing(...programs: string[]): string[] {
  return programs.filter((name) => (name === 'postgresql' ? postgresFolder() : pathOf(name)) === null);
}

/** PostgreSQL and its tools refuse to run as root: then they run as the package's account. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string): number =>
    Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/** A folder of the account, with what the engines write. */
export class Place {
  readonly path: string;
  readonly #account = account();
  readonly #children = new Set<ChildProcess>();

  private constructor(path: string) {
    this.path = path;
  }

  static async open(): Promise<Place> {
    const place = new Place(await mkdtemp(join(tmpdir(), 'ushirika-ha-')));
    await place.#own(place.path);
    process.on('exit', () => place.#abandon());
    return place;
  }

  async folder(name: string): Promise<string> {
    const path = join(this.path, name);
    await mkdir(path, { mode: 0o700 });
    await this.#own(path);
    return path;
  }

  async file(name: string, text: string): Promise<string> {
    const path = join(this.path, name);
    await writeFile(path, text, { mode: 0o600 });
    await this.#own(path);
    return path;
  }

  /** Runs it in a folder of the place; what it prints is in `<name>.log`. */
  start(name: string, [program = '', ...args]: string[], cwd = this.path): ChildProcess {
    const child = spawn(program, args, {
      ...this.#account,
      cwd,
      env: { PATH: `${postgresFolder()}:${process.env['PATH']}`, HOME: this.path, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(this.path, `${name}.log`), { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }

  async run(name: string, command: string[], cwd?: string): Promise<void> {
    const [code] = await once(this.start(name, command, cwd), 'exit');
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}; see ${this.path}/${name}.log`);
  }

  /** Ends what was started here; others must have ended what these have started. */
  async close(keep = false): Promise<void> {
    const ends = [...this.#children].map((child) => once(child, 'exit'));
    this.#abandon();
    await Promise.all(ends);
    if (!keep) await rm(this.path, { recursive: true, force: true, maxRetries: 10 });
  }

  #abandon(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }

  async #own(path: string): Promise<void> {
    if (this.#account) await chown(path, this.#account.uid, this.#account.gid);
  }
}
