/** Files in a folder of this machine, which every process of the service shares. */
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { dirname, join, relative, sep } from 'node:path';
import type { FileStore } from './file-store.port.ts';

/** For the user of the service alone. */
const FOLDER_MODE = 0o700;

/** @param sync makes the names in a folder survive a power failure */
export function folderStore(folder: string, sync: (folder: string) => Promise<void> = syncFolder): FileStore {
  const pathOf = (name: string): string => join(folder, name);
  return {
    incoming: join(folder, 'incoming'),
    async put(name, { path }) {
      const target = pathOf(name);
      await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE });
      await rename(path, target);
      // Whoever made a folder above may have died before its name was safe, or be about to make it so: each is synced every time.
      for (const parent of foldersDownTo(dirname(target), folder)) await sync(parent);
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

/** From the folder that has the store's, downwards. */
function foldersDownTo(lowest: string, store: string): string[] {
  const folders = [dirname(store), store];
  for (const name of relative(store, lowest).split(sep).filter(Boolean))
    folders.push(join(folders.at(-1) as string, name));
  return folders;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
