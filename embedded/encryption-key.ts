/** The encryption key of an embedded service: created once, stored beside its data, readable only by its owner. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../core/shutdown.ts';
import { writeOnce } from './write-once.ts';

/** @returns 32 bytes */
export async function embeddedEncryptionKey(data_dir: string): Promise<Buffer> {
  await mkdir(data_dir, { recursive: true, mode: 0o700 });
  const path = join(data_dir, 'encryption-key');
  if (!existsSync(path)) await writeOnce(path, randomBytes(32).toString('base64'));
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64');
  if (key.length !== 32)
    throw new UsageError(`${path} does not hold a key of 32 bytes: restore it from your backup`);
  return key;
}
