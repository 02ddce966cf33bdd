/** The version of the tool: that of the package it lies in. */
import { readFileSync } from 'node:fs';

/** Beside the source's folder, or two above the build's. */
function readVersion(): string {
  for (const path of ['../package.json', '../../package.json'])
    try {
      return (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { version: string })
        .version;
    } catch {
      continue;
    }
  return 'unknown';
}

export const VERSION = readVersion();
