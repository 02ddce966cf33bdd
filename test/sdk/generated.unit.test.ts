/** The generated parts of the SDKs are what `npm run sdk` writes from the documented API. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GENERATED, readSdkModel } from '../../sdk/generate/main.ts';

const ROOT = join(import.meta.dirname, '../..');
const model = await readSdkModel(ROOT);

describe.each(GENERATED)('$folder', ({ folder, write }) => {
  test('is what `npm run sdk` writes', async () => {
    const files = await write(model, ROOT);
    const there = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
    const names = there
      // Python leaves what it compiled beside its source.
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.pyc'))
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(names.toSorted()).toEqual(
      Object.keys(files)
        .map((name) => join(ROOT, folder, name))
        .toSorted(),
    );
    for (const [name, content] of Object.entries(files)) {
      const written = await readFile(join(ROOT, folder, name), 'utf8');
      expect(written === content, `${folder}/${name} is out of date: npm run sdk`).toBe(true);
    }
  });
});
