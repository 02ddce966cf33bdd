/**
 * Tells starts in other containers, and on other machines that share the volume, that somebody runs on a data folder. Neither
 * its process nor its port can be seen from there, and two servers on one folder would destroy the data.
 */
import { readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemNow } from '../core/clock.ts';
import { UsageError } from '../core/shutdown.ts';

/** How often the owner shows that it is alive. */
const BEAT_MS = 1_000;
/** An owner that does not show it for so long is gone. */
const SILENT_FOR_MS = 4_000;

export interface FolderOwnership {
  /** Nobody runs on the folder any more. */
  release: () => Promise<void>;
  /** This process does not, but another one that sees the same processes may. */
  giveUp: () => void;
}

/** @throws UsageError when a process that cannot be seen from here runs on the folder */
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
    // A folder that is full or gone for a moment is no reason to end.
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

/** Looks twice, as clocks of machines differ. */
async function isBeating(file: string): Promise<boolean> {
  const modified = async () => (await stat(file).catch(() => undefined))?.mtimeMs;
  const before = await modified();
  await delay(SILENT_FOR_MS);
  const after = await modified();
  return after !== undefined && after !== before;
}

/** The same for all processes that see each other. */
async function processesSeenFromHere(): Promise<string> {
  const [boot, namespace] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    readlink('/proc/self/ns/pid'),
  ]).catch(() => ['', hostname()]);
  return `${boot.trim()} ${namespace}`;
}
