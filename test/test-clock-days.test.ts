/** The days to which tests move a project's clock are far ahead, so that no test fails because time has passed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Years that real time passes soon. */
const [FROM, BEFORE] = ['2027', '2034'];

const FILES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(import.meta.dirname, name), 'utf8') }))
  .filter(({ text }) => text.includes('setTestClock('));

test('a file that moves the test clock names no day of these years', () => {
  expect(FILES.length).toBeGreaterThan(40);
  const near = FILES.flatMap(({ name, text }) => {
    const days = new Set(text.match(/\b\d{4}-\d\d-\d\d/g));
    return [...days].filter((day) => day >= FROM && day < BEFORE).map((day) => `test/${name}: ${day}`);
  });
  expect(
    near,
    'The test clock never goes back: once these days have passed, the tests fail. Name later ones, as setTestClock says.',
  ).toEqual([]);
});
