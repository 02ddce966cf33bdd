/** How the dashboard's sources meet the API: by operation, with types that the document gives; and how its components take props. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../dashboard');
/** A program of its own, which runs in Node and reads a running service. */
const OUTSIDE = new Set(['screenshots.mjs', 'shrink-picture.mjs']);

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !name.startsWith('generated') && !OUTSIDE.has(name))
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));

/** @returns where it occurs outside some folders, as `file: match` */
function found(pattern: RegExp, allowed: readonly string[] = []): string[] {
  return sources
    .filter(({ name }) => !allowed.some((folder) => name.startsWith(folder)))
    .flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([match]) => `${name}: ${match.trim()}`));
}

test('there are sources to look at', () => {
  expect(sources.length).toBeGreaterThan(150);
});

test('addresses of the API are generated', () => {
  expect(found(/['"`]\/(?:api|callbacks)\/[^'"`]*/g)).toEqual([]);
});

test('the type of an answer follows from its operation', () => {
  expect(found(/\b(?:call|useRead|useList|usePages|usePreview)<[^(]*\(/g, ['api/'])).toEqual([]);
  expect(found(/\b(?:data|answer) as [A-Z]\w*/g, ['api/'])).toEqual([]);
});

test('only api/ sends requests', () => {
  expect(found(/\bfetch\(|\bcreateTransport\(/g, ['api/'])).toEqual([]);
});

test('parts that are loaded later stand where a failure is told in their place', () => {
  expect(found(/\bSuspense\b/g, ['ui/part.tsx', 'app.tsx'])).toEqual([]);
  expect(found(/\blazy\b[^;]*from 'react'/g, ['later.ts'])).toEqual([]);
});

test('props are in camelCase', () => {
  expect(found(/\s[a-z]\w*_\w+=[{"]/g)).toEqual([]);
  const interfaces = found(/interface \w+Props\b[^{]*\{\n(?: {2}.*\n|\n)*\}/g).map((text) =>
    [...text.matchAll(/^ {2}(\w*_\w*)\??:/gm)].map(([, prop]) => prop),
  );
  expect(interfaces.length).toBeGreaterThan(50);
  expect(interfaces.flat()).toEqual([]);
});
