/** What died processes were receiving is deleted, at the start and later. */
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFileStore } from '../../core/files/file-store.ts';
import { ABANDONED_AFTER_MS, keepDeletingLeft, LONGEST_UPLOAD_MS } from '../../core/files/incoming.ts';
import { until } from '../harness/wait.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'incoming-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function write(folder: string, name: string, age_ms: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), 'x');
  const at = new Date(Date.now() - age_ms);
  await utimes(join(folder, name), at, at);
}

test('what is left goes at once and again and again, and what may be under way stays', async () => {
  const folder = await newFolder();
  await write(folder, 'left', ABANDONED_AFTER_MS + 1_000);
  await write(folder, 'under-way', LONGEST_UPLOAD_MS);
  const end = await keepDeletingLeft(folder, 20);
  onTestFinished(end);
  expect(readdirSync(folder)).toEqual(['under-way']);
  await write(folder, 'left-later', ABANDONED_AFTER_MS + 1_000);
  await until('it is deleted', () => readdirSync(folder).length === 1);
  expect(readdirSync(folder)).toEqual(['under-way']);
});

test.each([
  ['a folder', null, 'files/incoming'],
  ['a bucket', 'http://key:secret@127.0.0.1:9/bucket', 'incoming'],
])(
  'files for %s are received in the data folder, which is cleaned when a process starts',
  async (_what, files_url, incoming) => {
    const data_dir = await newFolder();
    await write(join(data_dir, incoming), 'left', ABANDONED_AFTER_MS + 1_000);
    const store = await openFileStore({ data_dir, files_url });
    onTestFinished(() => store.close());
    expect(store.incoming).toBe(join(data_dir, incoming));
    expect(readdirSync(store.incoming)).toEqual([]);
  },
);
