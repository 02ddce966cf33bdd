/**
 * Builds the dashboard into dist/dashboard, each asset also compressed with Brotli and gzip. Skipped when nothing that goes
 * into it has changed since.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashOf, ROOT } from '../build/sources.mjs';

const OUT = join(ROOT, 'dist/dashboard');
const HASH_FILE = join(OUT, '.hash');
/** How long assets of earlier builds are kept, for pages that were opened with them. */
const KEPT_MS = 7 * 86_400_000;
/** The sources of the build: the dashboard, the part of the SDK that it uses, and the versions of the packages. */
const INPUTS = ['dashboard', 'sdk/typescript/src', 'package-lock.json'];

const started_ms = new Date().getTime();
const hash = hashOf(INPUTS);
if (existsSync(HASH_FILE) && readFileSync(HASH_FILE, 'utf8') === hash) process.exit(0);

// Loaded only where there is something to build.
const { build } = await import('vite');
await build({ configFile: join(ROOT, 'dashboard/vite.config.ts'), logLevel: 'warn' });
const assets = readdirSync(join(OUT, 'assets')).map((name) => join(OUT, 'assets', name));
await Promise.all(assets.filter((path) => !/\.(?:br|gz)$/.test(path)).map(compress));
await Promise.all(assets.map(removeWhereOld));
for (const name of ['addresses.json', 'collections-worker.js'])
  await writeFile(join(OUT, name), await readFile(join(ROOT, 'dashboard', name)));
// Last: an interrupted build is done again.
await writeFile(HASH_FILE, hash);

async function compress(path) {
  if (existsSync(`${path}.br`) && existsSync(`${path}.gz`)) return;
  const content = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}

async function removeWhereOld(path) {
  const { mtimeMs } = await stat(path);
  if (mtimeMs < started_ms - KEPT_MS) await rm(path);
}
