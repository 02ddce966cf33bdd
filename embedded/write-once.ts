/** Small files that are created on the first start and never changed. */
import { randomBytes } from 'node:crypto';
import { link, rm, writeFile } from 'node:fs/promises';

/** The file appears complete or not at all, and never replaces one that another start has created. */
export async function writeOnce(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
}
