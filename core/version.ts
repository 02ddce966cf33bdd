/** The version of the service, from package.json. */
import { existsSync, readFileSync } from 'node:fs';

/** One folder above the source, two above the build. */
const PACKAGE = ['../package.json', '../../package.json']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

export const VERSION: string = PACKAGE
  ? (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version
  : 'unknown';
