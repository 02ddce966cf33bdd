/** Files in a folder: what is synced, so that a file that was taken is there after a power failure. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderStore } from '../../core/files/folder-store.ts';

test('every folder on the way to a new file is synced, whoever made it', async () => {
  const home = await mkdtemp(join(tmpdir(), 'folder-store-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const synced: string[] = [];
  const store = folderStore(join(home, 'files'), (folder) => {
    synced.push(relative(home, folder));
    return Promise.resolve();
  });
  await mkdir(store.incoming, { recursive: true });
  for (const name of ['prj_1/test/fil_1', 'prj_1/test/fil_2']) {
    const path = join(store.incoming, 'received');
    await writeFile(path, name);
    synced.length = 0;
    await store.put(name, { path, bytes: name.length, sha256: '' });
    expect(synced).toEqual(['', 'files', 'files/prj_1', 'files/prj_1/test']);
    expect(await readFile(join(home, 'files', name), 'utf8')).toBe(name);
  }
});
