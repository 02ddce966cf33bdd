/** `npm start` under a supervisor that knows one process only: a signal to npm ends everything that npm began. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processesIn, until } from '../harness/index.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGE = join(ROOT, 'package.json');
const LASTS = 'process.stdout.write("begun\\n"); setInterval(() => undefined, 1000);';

/** A package with the scripts of ours, and small programs in the place of the compiler and the service. */
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ushirika-npm-'));
  await copyFile(PACKAGE, join(folder, 'package.json'));
  await cp(join(ROOT, 'build'), join(folder, 'build'), { recursive: true });
  // What a build is made from.
  await place('tsconfig.build.json', '{ "include": [] }');
  for (const path of [
    'tsconfig.json',
    'package-lock.json',
    'sdk/typescript/src/index.ts',
    'core/pdf/fonts/font.ttf',
  ])
    await place(path, '');
  await place('node_modules/typescript/package.json', '{ "name": "typescript" }');
  await place('cli/build.mjs', '');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function place(path: string, source: string): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, source);
}

test.each([
  ['serves', '', '', LASTS],
  ['still builds the service', LASTS, '', ''],
  ['still builds the dashboard', '', LASTS, ''],
])('SIGTERM to npm alone while it %s leaves no process behind', async (_when, build, dashboard, service) => {
  await place('node_modules/typescript/bin/tsc', build);
  await place('dashboard/build.mjs', dashboard);
  await place('dist/commands/start.js', service);
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  npm.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(npm, 'exit');
  await until('it is under way', () => printed.includes('begun'));
  npm.kill('SIGTERM');
  await ended;
  await until('nothing runs there any more', async () => (await processesIn(folder)).length === 0);
  expect(await processesIn(folder)).toEqual([]);
});
