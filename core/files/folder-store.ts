/** Files in a folder of this machine, which every process of the service shares. */
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { FileStore } from './file-store.port.ts';

/** For the user of the service alone. */
const FOLDER_MODE = 0o700;

export function folderStore(folder: string): FileStore {
  const pathOf = (name: string): string => join(folder, name);
  return {
    incoming: join(folder, 'incoming'),
    async put(name, { path }) {
      const target = pathOf(name);
      await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE });
      await rename(path, target);
      // The name survives a power failure, too.
      const parent = await open(dirname(target), 'r');
      try {
        await parent.sync();
      } finally {
        await parent.close();
      }
    },
    async get(name) {
      const stream = createReadStream(pathOf(name));
      await once(stream, 'open');
      return stream;
    },
    async delete(name) {
      await rm(pathOf(name), { force: true });
    },
    close: () => undefined,
  };
}
