/** The build of the commit before the newest migration: what still runs while the database is migrated. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve('.');

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** @returns null in a clone without that part of the history */
export function commitBeforeNewestMigration(): string | null {
  const newest = git(
    'log',
    '-1',
    '--first-parent',
    '-m',
    '--diff-filter=A',
    '--format=%H',
    '--',
    'db/migrations',
  );
  return newest ? git('rev-parse', '--verify', '--quiet', `${newest}^1`) : null;
}

/** @param folder an empty one @returns the folder of the build, with a slash at its end */
export function buildCommit(commit: string, folder: string): string {
  must('sh', ['-c', `git archive ${commit} | tar -x -C "$0"`, folder], ROOT);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  must(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', 'tsconfig.build.json'],
    folder,
  );
  // The dashboard is a part of a web process; which one does not matter here.
  mkdirSync(join(folder, 'dist'), { recursive: true });
  cpSync(join(ROOT, 'dist/dashboard'), join(folder, 'dist/dashboard'), { recursive: true });
  cpSync(join(ROOT, 'dist/build.json'), join(folder, 'dist/build.json'));
  return `${folder}/dist/`;
}

function must(program: string, args: string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}
