/** Where sealed files lie: a folder of this machine, or a store that speaks S3. What lies there is of no use without the key. */
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { folderStore } from './folder-store.ts';

export interface FileStore {
  /** A folder for files that are being received, from which `put` takes them. */
  readonly incoming: string;
  /**
   * Moves a received file in; the name may be used again for the same file.
   * @param path in `incoming`; the file is gone afterwards, or may be deleted
   */
  put(name: string, file: ReceivedFile): Promise<void>;
  /** @throws when there is no such file */
  get(name: string): Promise<Readable>;
  /** Nothing happens where there is none. */
  delete(name: string): Promise<void>;
  close(): void;
}

export interface ReceivedFile {
  path: string;
  bytes: number;
  /** SHA-256 of its bytes, in base64. */
  sha256: string;
}

/** The S3 client is loaded only where it is used. */
export async function openFileStore({
  data_dir,
  files_url,
}: Pick<Config, 'data_dir' | 'files_url'>): Promise<FileStore> {
  if (files_url === null) return folderStore(join(data_dir, 'files'));
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(files_url);
}
