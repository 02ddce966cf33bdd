/**
 * `npm run bench:capacity`: what this machine can be asked, in about ten minutes, as a table: requests of each kind by one web process
 * and for a core, what they store, how fast the jobs of a day and of a year are.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { run } from '../core/shutdown.ts';
import { deposits, payments, SUBACCOUNTS, transferLoads, walletTransfers, type Next } from './api-loads.ts';
import { openServer } from './harness.ts';
import { invite } from './people.ts';
import { openServices, type Services } from './served.ts';
import { measureStored } from './stock.ts';

const PEOPLE = 200;
/** Loans, dividend lines and lines of a statement: fewer than in the benches themselves, so that all takes ten minutes. */
const ROWS = '20000';
const BYTES_PER_GB = 1e9;
const MILLION = 1e6;

/** Benches of jobs: the line and the figure that count, and what it is a rate of. */
const JOBS = [
  ['postings.js', 'postings', 'postings_per_s', 'payments booked'],
  ['webhooks.js', 'webhooks', 'deliveries_per_s', 'webhooks delivered'],
  ['loans.js', 'loan charges', 'loans_per_s', 'loans charged with an installment'],
  ['dividends.js', 'dividend payout', 'lines_per_s', 'dividend lines paid'],
  ['reconciliation.js', 'resolve-all', 'lines_per_s', 'statement lines resolved'],
] as const;

run(async () => {
  const gb = totalmem() / BYTES_PER_GB;
  print(
    `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${gb.toFixed(0)} GB, Node ${process.version}`,
  );
  print('');
  await requests();
  print('');
  await jobs();
});

async function requests(): Promise<void> {
  row(
    'Requests',
    'per s',
    'p50 ms',
    'p99 ms',
    'web CPU ms',
    'DB CPU ms',
    'per s a core',
    'GB a million',
    'web MB',
  );
  row(...Array.from({ length: 9 }, () => '---'));
  const server = await openServer();
  try {
    const services = await openServices(server);
    const people = await invite(services, PEOPLE);
    const { hot, spread, holds } = await transferLoads(services, SUBACCOUNTS);
    const loads: Record<string, Next> = {
      'transfers between two accounts': hot,
      'transfers over 1,000 accounts': spread,
      holds,
      deposits: deposits(people),
      'wallet transfers': await walletTransfers(services, people),
      payments,
    };
    for (const [name, next] of Object.entries(loads)) await measure(services, name, next);
  } finally {
    await server.close();
  }
}

async function measure(services: Services, name: string, next: Next): Promise<void> {
  const { measured, bytes } = await measureStored(services, next);
  const { per_s, p50_ms, p99_ms, web_cpu_ms, postgres_cpu_ms } = measured;
  row(
    name,
    per_s.toFixed(0),
    p50_ms.toFixed(0),
    p99_ms.toFixed(0),
    web_cpu_ms.toFixed(2),
    postgres_cpu_ms.toFixed(2),
    (1_000 / (web_cpu_ms + postgres_cpu_ms)).toFixed(0),
    ((bytes * MILLION) / BYTES_PER_GB).toFixed(1),
    resident_mb(services.ours.pid).toFixed(0),
  );
}

async function jobs(): Promise<void> {
  row('Jobs', 'per s', 'an hour');
  row('---', '---', '---');
  for (const [program, bench, figure, what] of JOBS) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [fileURLToPath(new URL(program, import.meta.url))],
      { env: { BENCH_ROWS: ROWS, ...process.env } },
    );
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, number | string>);
    const per_s = Number(lines.find((line) => line['bench'] === bench)?.[figure]);
    row(what, per_s.toFixed(0), (per_s * 3_600).toExponential(1));
  }
}

/** On Linux only; NaN elsewhere. */
function resident_mb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000;
  } catch {
    return NaN;
  }
}

function row(...cells: string[]): void {
  print(`| ${cells.join(' | ')} |`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
