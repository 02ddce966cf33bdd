/** `npm start` in an installation without development dependencies: dist/ is used as it is, or the error says what to run. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../harness/pages.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ushirika-build-'));
  const { include } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.build.json'), 'utf8')) as {
    include: string[];
  };
  const files = [
    'tsconfig.json',
    'tsconfig.build.json',
    'package-lock.json',
    'package.json',
    'dist/build.json',
  ];
  for (const path of [...include, 'build', 'dashboard', 'sdk/typescript/src', ...files])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function buildIfChanged(env: Record<string, string> = {}): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/main.mjs', '--if-changed'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  return { status, said: stdout + stderr };
}

const built = (): { commit: string | null } =>
  JSON.parse(readFileSync(join(folder, 'dist/build.json'), 'utf8')) as { commit: string | null };

test('what was built from these sources is used as it is', () => {
  expect(buildIfChanged()).toEqual({ status: 0, said: '' });
});

test('the commit of an image is the one that its build was given', () => {
  expect(buildIfChanged({ COMMIT: 'c0ffee' }).status).toBe(0);
  expect(built()).toMatchObject({ commit: 'c0ffee' });
});

test('other sources cannot be compiled there, and the error says what to run', () => {
  const source = join(folder, 'core/version.ts');
  const before = readFileSync(source);
  appendFileSync(source, '\n');
  expect(buildIfChanged()).toEqual({
    status: 1,
    said: 'dist/ was built from other sources, and the compiler is not installed. Run: npm ci --include=dev && npm run build && npm prune --omit=dev\n',
  });
  rmSync(source);
  cpSync(join(ROOT, 'core/version.ts'), source);
  expect(readFileSync(source)).toEqual(before);
  expect(buildIfChanged().status).toBe(0);
});

test('nothing was built yet, and the error says what to run', () => {
  rmSync(join(folder, 'dist'), { recursive: true });
  expect(buildIfChanged()).toEqual({
    status: 1,
    said: 'There is no dist/ yet, and the compiler is not installed. Run: npm ci --include=dev && npm run build && npm prune --omit=dev\n',
  });
});
