/**
 * Builds the service and the dashboard into dist/, and the command line into cli/dist/: `node build/main.mjs [--if-changed]`.
 * With --if-changed nothing is compiled where dist/ was made from these sources, so that `npm start` needs no compiler there;
 * without sources, as in an image, there is nothing to build.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { hashOf, ROOT } from './sources.mjs';

const CONFIG = join(ROOT, 'tsconfig.build.json');
/** `{ sources, commit }`: the hash of what dist/ was made from, and the commit that /api/version names. */
const BUILD_FILE = join(ROOT, 'dist/build.json');

/** What PDFs are written with; the compiler copies no files. */
const FONTS = 'core/pdf/fonts';

if (!existsSync(CONFIG)) process.exit(0);
const sources = hashOf([
  ...JSON.parse(readFileSync(CONFIG, 'utf8')).include,
  'build',
  'dashboard',
  'sdk/typescript/src',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
]);
const built = existsSync(BUILD_FILE) ? JSON.parse(readFileSync(BUILD_FILE, 'utf8')) : null;
if (!process.argv.includes('--if-changed') || built?.sources !== sources) await compile(built === null);
writeFileSync(BUILD_FILE, `${JSON.stringify({ sources, commit: commit() })}\n`);

async function compile(is_first) {
  const tsc = compiler();
  if (!tsc) fail();
  removeOldMigrations();
  if (is_first)
    process.stderr.write('Building the service and the dashboard: about half a minute, this once\n');
  for (const step of [[tsc, '-b', 'tsconfig.build.json'], ['cli/build.mjs'], ['dashboard/build.mjs']]) {
    const status = await run(step);
    if (status !== 0) process.exit(status ?? 1);
  }
  cpSync(join(ROOT, FONTS), join(ROOT, 'dist', FONTS), { recursive: true });
}

/** A signal to this process, which npm or a supervisor sends to it alone, ends the step. @returns its exit code */
async function run(step) {
  const child = spawn(process.execPath, step, { cwd: ROOT, stdio: 'inherit' });
  const end = (signal) => child.kill(signal);
  process.once('SIGTERM', end).once('SIGINT', end);
  const [status] = await once(child, 'exit');
  process.off('SIGTERM', end).off('SIGINT', end);
  return status;
}

/** The compiler leaves what it once wrote, and every file of that folder is a migration. */
function removeOldMigrations() {
  const built = join(ROOT, 'dist/db/migrations');
  if (!existsSync(built)) return;
  for (const file of readdirSync(built))
    if (!existsSync(join(ROOT, 'db/migrations', file.replace(/\.js(\.map)?$/, '.ts'))))
      rmSync(join(built, file));
}

/** @returns null in an installation without development dependencies */
function compiler() {
  try {
    return join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
  } catch {
    return null;
  }
}

function fail() {
  const state = built ? 'dist/ was built from other sources' : 'There is no dist/ yet';
  process.stderr.write(
    `${state}, and the compiler is not installed. Run: npm ci --include=dev && npm run build && npm prune --omit=dev\n`,
  );
  process.exit(1);
}

/** @returns null outside of a git checkout; an image is given it as COMMIT */
function commit() {
  if (process.env.COMMIT) return process.env.COMMIT;
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
