/** The file with profiles and credentials: readable only by its owner, and replaced atomically. */
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentVariable } from '../environment.ts';
import { usageError } from '../failure.ts';

/** Sent only to the address for which it was stored. */
export interface StoredCredential {
  kind: 'session' | 'api_key';
  token: string;
  url: string;
  /** Of a session only. */
  email?: string;
  expires_at?: string;
}

export interface Profile {
  url?: string;
  environment?: string;
  output?: string;
  project?: { id: string; name: string };
  credential?: StoredCredential;
  /** Signs the events that `listen` forwards. */
  listen_secret?: string;
}

export interface ConfigFile {
  /** The default profile. */
  profile: string;
  profiles: Record<string, Profile>;
}

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const OTHERS = 0o077;
/** Maximum wait for the lock; a change takes milliseconds. */
const LOCKED_AT_MOST_MS = 5_000;
const LOOK_AGAIN_AFTER_MS = 20;

export function configPath(): string {
  const folder = environmentVariable('XDG_CONFIG_HOME') ?? join(homedir(), '.config');
  return environmentVariable('USHIRIKA_CONFIG') ?? join(folder, 'ushirika', 'config.json');
}

/** @throws CliError when others may read the file, or it is invalid */
export async function readConfig(path = configPath()): Promise<ConfigFile> {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw usageError(`${path} cannot be read: ${error.message}`);
  });
  if (content === null) return { profile: 'default', profiles: {} };
  const { mode } = await stat(path);
  if ((mode & OTHERS) !== 0)
    throw usageError(`${path} can be read by others and may hold credentials. Run: chmod 600 '${path}'`);
  const config = configIn(content);
  if (!config)
    throw usageError(`${path} does not contain profiles. Correct it, or remove it and sign in again.`);
  return config;
}

/** @returns null if the text is something else */
function configIn(content: string): ConfigFile | null {
  try {
    const config: unknown = JSON.parse(content);
    if (!isObject(config)) return null;
    const { profile = 'default', profiles = {} } = config as Partial<ConfigFile>;
    const are_profiles = isObject(profiles) && Object.values(profiles).every(isObject);
    return are_profiles && typeof profile === 'string' ? { profile, profiles } : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function writeConfig(config: ConfigFile, path: string): Promise<void> {
  const next = `${path}.${process.pid}.tmp`;
  await rm(next, { force: true });
  await writeFile(next, `${JSON.stringify(config, null, 2)}\n`, { mode: OWNER_ONLY, flag: 'wx' });
  await rename(next, path);
}

/** Reads, changes and writes the file under a lock. */
export async function changeConfig(change: (config: ConfigFile) => void): Promise<void> {
  const path = configPath();
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY_FOLDER });
  const lock = `${path}.lock`;
  await takeLock(lock);
  try {
    const config = await readConfig(path);
    change(config);
    await writeConfig(config, path);
  } finally {
    await rm(lock, { force: true });
  }
}

/** @throws CliError when another process holds it for longer than a change takes */
async function takeLock(lock: string): Promise<void> {
  for (let waited_ms = 0; waited_ms < LOCKED_AT_MOST_MS; waited_ms += LOOK_AGAIN_AFTER_MS) {
    const taken = await writeFile(lock, '', { mode: OWNER_ONLY, flag: 'wx' }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw usageError(`${lock} cannot be written: ${error.message}`);
      },
    );
    if (taken) return;
    await delay(LOOK_AGAIN_AFTER_MS);
  }
  throw usageError(`${lock} exists. If no other ushirika is running, remove it.`);
}

/** Changes one profile, which is created if it does not exist. */
export function changeProfile(name: string, change: (profile: Profile) => void): Promise<void> {
  return changeConfig((config) => change((config.profiles[name] ??= {})));
}
