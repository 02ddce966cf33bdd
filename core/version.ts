/** The version of the service, as its package says. */
import { existsSync, readFileSync } from 'node:fs';

/** Beside the source, or one folder further up from the build. */
const PACKAGE = ['../package.json', '../../package.json']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

export const VERSION: string = PACKAGE
  ? (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version
  : 'unknown';
