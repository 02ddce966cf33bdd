#!/usr/bin/env node
// Starts the built command-line tool.
import { existsSync } from 'node:fs';

const main = new URL('dist/main.js', import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  process.stderr.write('The command-line tool is not built yet. Run: npm run build\n');
  process.exitCode = 1;
}
