/** The version of the service, from package.json, and the commit that it was built from. */
import { existsSync, readFileSync } from 'node:fs';

/** One folder above the source, two above the build. */
const PACKAGE = read('../package.json', '../../package.json') as { version: string } | null;
/** Written by build/main.mjs. */
const BUILD = read('../build.json', '../dist/build.json') as { commit: string | null } | null;

export const VERSION: string = PACKAGE?.version ?? 'unknown';
/** Null for a build outside of a git checkout that was not given COMMIT. */
export const COMMIT: string | null = BUILD?.commit ?? null;

/** @param paths of which the first that exists is read */
function read(...paths: string[]): unknown {
  const url = paths.map((path) => new URL(path, import.meta.url)).find((each) => existsSync(each));
  return url ? (JSON.parse(readFileSync(url, 'utf8')) as unknown) : null;
}
