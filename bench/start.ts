/**
 * `npm run bench:start`: a clone of this checkout from `npm ci` to `ready`, a second start, and the memory of the idle service.
 * Without a baseline: this is the wait of a new user.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { run } from '../core/shutdown.ts';
import { report } from './harness.ts';

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));
/** Time after the start until garbage is collected and the first jobs are done. */
const IDLE_AFTER_MS = 15_000;
const KB_PER_MB = 1_024;

run(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ushirika-bench-'));
  try {
    execFileSync('git', ['clone', '--quiet', CHECKOUT, folder]);
    const installing = performance.now();
    execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: 'inherit' });
    const npm_ci_s = secondsSince(installing);
    const first = await start(folder);
    await stop(first.npm);
    const second = await start(folder);
    await delay(IDLE_AFTER_MS);
    const idle_rss_mb = rss_mb('dist/commands/start.js', folder);
    await stop(second.npm);
    report('start', { npm_ci_s, first_start_s: first.took_s, second_start_s: second.took_s, idle_rss_mb });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Runs `npm start` until it is ready. */
async function start(folder: string): Promise<{ npm: ChildProcess; took_s: number }> {
  const started = performance.now();
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...env } = process.env;
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(npm, 'exit');
  const ready = new Promise<void>((resolve) => {
    let printed = '';
    npm.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (/^ready /m.test(printed)) resolve();
    });
  });
  await Promise.race([
    ready,
    ended.then(([code]) => {
      throw new Error(`npm start ended with ${code}`);
    }),
  ]);
  return { npm, took_s: secondsSince(started) };
}

async function stop(npm: ChildProcess): Promise<void> {
  const ended = once(npm, 'exit');
  npm.kill('SIGTERM');
  await ended;
}

/** Memory of the process of that program in that folder; NaN if unknown. */
function rss_mb(program: string, folder: string): number {
  if (process.platform !== 'linux') return NaN;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (!words.includes(program) || readlinkSync(`/proc/${pid}/cwd`) !== folder) continue;
      const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return Number(kb) / KB_PER_MB;
    } catch {
      // The process has ended meanwhile, or belongs to another user.
    }
  }
  return NaN;
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1_000;
}
