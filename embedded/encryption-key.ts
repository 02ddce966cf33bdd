/** The encryption key of an embedded service: made once, kept beside its data, readable by its owner alone. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @returns 32 bytes */
export async function embeddedEncryptionKey(data_dir: string): Promise<Buffer> {
  await mkdir(data_dir, { recursive: true, mode: 0o700 });
  const path = join(data_dir, 'encryption-key');
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(randomBytes(32).toString('base64'));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64');
  if (key.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes`);
  return key;
}
