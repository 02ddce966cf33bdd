/** Files that are being received. What a process left there when it died belongs to nobody. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { machineNow } from '../clock.ts';

/** An upload takes minutes at most. */
export const LONGEST_UPLOAD_MS = 3_600_000;

/** Also files that another process is receiving lie there: what is younger than any upload stays. */
export async function deleteLeftIncoming(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const left_before_ms = machineNow().getTime() - LONGEST_UPLOAD_MS;
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && found.mtimeMs < left_before_ms) await rm(path, { force: true });
  }
}
