/**
 * Marks a data folder as in use, for starts in other containers and on other machines that share the volume. They cannot see
 * the owner's process or port, and two servers on one folder would destroy the data.
 */
import { readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemNow } from '../core/clock.ts';
import { UsageError } from '../core/shutdown.ts';

/** Interval of the owner's heartbeat. */
const BEAT_MS = 1_000;
/** An owner without a heartbeat for this long is dead. */
const SILENT_FOR_MS = 4_000;

export interface FolderOwnership {
  /** The folder is free. */
  release: () => Promise<void>;
  /** This process stops its heartbeat, but another one that sees the same processes may use the folder. */
  giveUp: () => void;
}

/** @throws UsageError when a process that is not visible from here uses the folder */
export async function claimFolder(home: string): Promise<FolderOwnership> {
  const file = join(home, 'owner');
  const here = await processesSeenFromHere();
  const owner = await readFile(file, 'utf8').catch(() => here);
  if (owner !== here && (await isBeating(file)))
    throw new UsageError(
      `another Ushirika is running on ${home}, in another container or on another machine (stop it first, or set DATA_DIR)`,
    );
  await writeFile(file, here, { mode: 0o600 });
  const beat = setInterval(() => {
    const now = systemNow();
    // A folder that is full or missing for a moment does not end the process.
    utimes(file, now, now).catch(() => undefined);
  }, BEAT_MS).unref();
  const giveUp = (): void => clearInterval(beat);
  return {
    giveUp,
    async release() {
      giveUp();
      await rm(file, { force: true });
    },
  };
}

/** Compares two readings, as clocks of machines differ. */
async function isBeating(file: string): Promise<boolean> {
  const modified = async () => (await stat(file).catch(() => undefined))?.mtimeMs;
  const before = await modified();
  await delay(SILENT_FOR_MS);
  const after = await modified();
  return after !== undefined && after !== before;
}

/** The same text for all processes that see each other. */
async function processesSeenFromHere(): Promise<string> {
  const [boot, namespace] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    readlink('/proc/self/ns/pid'),
  ]).catch(() => ['', hostname()]);
  return `${boot.trim()} ${namespace}`;
}
