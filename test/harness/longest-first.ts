/**
 * Files in the order in which they run: project by project, because a worker serves one project, and within a project those
 * first that take longest. One of them at the end would keep one worker busy alone.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PROJECTS } from './projects.ts';

/** The longest first. */
const LONG = ['test/start/start.test.ts', 'test/crash/', 'test/start/', 'test/embedded/'];

function rankOf({ moduleId, project }: TestSpecification): number {
  const path = relative(project.config.root, moduleId).replaceAll('\\', '/');
  const rank = LONG.findIndex((long) => path.startsWith(long));
  return rank === -1 ? LONG.length : rank;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const names = Object.keys(PROJECTS);
    const turn = ({ project }: TestSpecification) => names.indexOf(project.name);
    // What took longest the last time, as far as that is known, else the largest file.
    return (await super.sort(files)).toSorted((a, b) => turn(a) - turn(b) || rankOf(a) - rankOf(b));
  }
}
