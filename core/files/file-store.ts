/** Where sealed files lie: a folder of this machine, or a store that speaks S3. What lies there is of no use without the key. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { FileStore } from './file-store.port.ts';
import { keepDeletingLeft } from './incoming.ts';
import { folderStore } from './folder-store.ts';

/** The S3 client is loaded only where it is used. */
export async function openFileStore({
  data_dir,
  files_url,
}: Pick<Config, 'data_dir' | 'files_url'>): Promise<FileStore> {
  const store =
    files_url === null
      ? folderStore(join(data_dir, 'files'))
      : // Not where every user of the machine may make a folder of that name.
        await storeInBucket(files_url, join(data_dir, 'incoming'));
  // Each machine may receive in a folder of its own, and no other one would delete what is left there.
  const endDeleting = await keepDeletingLeft(store.incoming);
  return {
    ...store,
    close() {
      endDeleting();
      store.close();
    },
  };
}

async function storeInBucket(files_url: string, incoming: string): Promise<FileStore> {
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(files_url, incoming);
}
