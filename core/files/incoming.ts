/** Files that are being received. What a process left there when it died belongs to nobody. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { machineNow } from '../clock.ts';

/** The server ends a request that takes longer to arrive. */
export const LONGEST_UPLOAD_MS = 600_000;
/** Whoever received it has put it into the store, or has died: three times what an upload may take. */
export const ABANDONED_AFTER_MS = 3 * LONGEST_UPLOAD_MS;
const DELETED_EVERY_MS = LONGEST_UPLOAD_MS;

/** Deletes now, and again and again. @returns ends it */
export async function keepDeletingLeft(folder: string, every_ms = DELETED_EVERY_MS): Promise<() => void> {
  await deleteLeft(folder);
  const again = setInterval(() => {
    // A folder that is out of reach for a moment is read the next time.
    deleteLeft(folder).catch(() => undefined);
  }, every_ms);
  again.unref();
  return () => clearInterval(again);
}

/** Also files that another process is receiving lie there: what may be one of these stays. */
async function deleteLeft(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const left_before_ms = machineNow().getTime() - ABANDONED_AFTER_MS;
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && found.mtimeMs < left_before_ms) await rm(path, { force: true });
  }
}
