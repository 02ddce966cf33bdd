/**
 * `npm run bench:growth`: what a project costs that has 100 thousand, a million and 10 million transfers, which the engine books over
 * a year: transfers, pages of an account, balances in the past, the trial balance, the verifier, start, disk. Then a cooperative that
 * has 10 thousand, 100 thousand and a million entries, payments and webhook events: lists with every filter, a statement, imports,
 * start, migration, disk. Rates are compared with those of the first size, in turn. BENCH_SIZES and BENCH_ROWS_SIZES set others:
 * `100000,1000000`, or `0` for none. All of it takes 20 minutes on two cores, and 20 GB.
 */
import { totalmem } from 'node:os';
import { run } from '../core/shutdown.ts';
import { measureBooks } from './growth/measure-books.ts';
import { loadedBooks } from './growth/books.ts';
import { loadedCooperative } from './growth/rows.ts';
import { measureRows } from './growth/measure-rows.ts';
import { openServer, report, type BenchServer } from './harness.ts';

const SIZES = sizesIn('BENCH_SIZES', '100000,1000000,10000000');
const ROWS_SIZES = sizesIn('BENCH_ROWS_SIZES', '10000,100000,1000000');
const BYTES_PER_MB = 2 ** 20;
/** As docs/operating/deploy.md recommends for a server of one's own: 10 million transfers do not fit in the embedded one's memory. */
const SHARED_BUFFERS =
  process.env['BENCH_SHARED_BUFFERS'] ?? `${Math.floor(totalmem() / 4 / BYTES_PER_MB)}MB`;

run(async () => {
  const started = performance.now();
  const server = await openServer({ shared_buffers: SHARED_BUFFERS });
  try {
    await measureSizes(server, SIZES, loadedBooks, measureBooks);
    await measureSizes(server, ROWS_SIZES, loadedCooperative, measureRows);
    report('growth run', { shared_buffers: SHARED_BUFFERS, minutes: (performance.now() - started) / 60_000 });
  } finally {
    await server.close();
  }
});

function sizesIn(setting: string, otherwise: string): number[] {
  return (process.env[setting] ?? otherwise).split(',').map(Number).filter(Boolean);
}

async function measureSizes<Loaded>(
  server: BenchServer,
  sizes: number[],
  load: (server: BenchServer, size: number) => Promise<Loaded>,
  measure: (loaded: Loaded, size: number, first: Loaded) => Promise<void>,
): Promise<void> {
  let first: Loaded | undefined;
  for (const size of sizes) {
    const loaded = await load(server, size);
    await measure(loaded, size, (first ??= loaded));
  }
}
