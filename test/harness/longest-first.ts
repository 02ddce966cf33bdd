/**
 * Files in the order in which they run: those first that start, kill and await processes, because they take longest. One of
 * them at the end would keep one worker busy alone.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest first. */
const LONG = [
  'test/start/start.test.ts',
  'test/crash/',
  'test/start/',
  'test/embedded/',
  'test/browser/',
  'test/regular-expressions.test.ts',
];

function rankOf({ moduleId, project }: TestSpecification): number {
  const path = relative(project.config.root, moduleId).replaceAll('\\', '/');
  const rank = LONG.findIndex((long) => path.startsWith(long));
  return rank === -1 ? LONG.length : rank;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // What took longest the last time, as far as that is known, else the largest file.
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
