/** The package as a registry would have it: installed without a checkout and without a network, used, and weighed. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, sharedService, type Project, type TestService } from '../harness/index.ts';
import { runToEnd } from '../sdk/programs.ts';

const PACKAGE = join(import.meta.dirname, '../../cli');
const MOST_BYTES = 3_000_000;

let service: TestService;
let project: Project;
let folder: string;

beforeAll(async () => {
  service = await sharedService();
  project = await createProject(service.anyone);
  folder = await mkdtemp(join(tmpdir(), 'ushirika-packed-'));
  // As built before the tests: packing anew would take it away from those that run meanwhile.
  await npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], PACKAGE);
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  await npm(['install', '--global', '--offline', '--no-audit', '--prefix', folder, `./${tarball}`], folder);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

function npm(args: string[], cwd: string): Promise<string> {
  return runToEnd('npm', args, { cwd });
}

/** @param input what stdin has */
function ushirika(args: string[], input = ''): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, USHIRIKA_URL: service.url };
  return runToEnd(join(folder, 'bin/ushirika'), args, { cwd: folder, env }, input);
}

test('one package is installed, of less than 3 MB, with the licences of what is in it', async () => {
  const installed = join(folder, 'lib/node_modules');
  expect(await readdir(installed)).toEqual(['@ushirika']);
  expect(await readdir(join(installed, '@ushirika'))).toEqual(['cli']);
  const files = (await readdir(installed, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const kinds = new Set(files.map((path) => path.replace(/dist\/assets\/[\w.-]+\.js$/, 'dist/assets/*.js')));
  expect([...kinds].map((path) => path.slice(join(installed, '@ushirika/cli/').length)).toSorted()).toEqual(
    [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin.mjs',
      'dist/LICENSES.md',
      'dist/assets/*.js',
      'dist/main.js',
      'package.json',
    ].toSorted(),
  );
  const sizes = await Promise.all(files.map(async (path) => (await stat(path)).size));
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(MOST_BYTES);
  const licences = await readFile(join(installed, '@ushirika/cli/dist/LICENSES.md'), 'utf8');
  for (const name of ['commander', 'undici', 'lossless-json']) expect(licences).toContain(`## ${name} - `);
});

test('it tells its version, completes words, signs in and reads', async () => {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(await ushirika(['--version'])).toBe(`${version}\n`);
  for (const shell of ['bash', 'zsh', 'fish'])
    expect(await ushirika(['completion', shell])).toContain('buy-shares');
  const { email, password } = project.owner;
  const signed_in = await ushirika(
    ['login', '--email', email, '--password-stdin', '--json'],
    `${password}\n`,
  );
  expect(JSON.parse(signed_in)).toMatchObject({ user: email, credential: 'session' });
  expect(JSON.parse(await ushirika(['payments', 'list', '--json']))).toEqual({
    payments: [],
    next_after: null,
  });
  expect(await ushirika(['projects', 'list'])).toMatch(/^id +name +role\nprj_\w{26} /);
});
