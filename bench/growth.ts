/**
 * `npm run bench:growth`: what a project costs that has 100 thousand, a million and 10 million transfers, which the engine books over a
 * year: transfers, pages of an account, balances in the past, the trial balance, the verifier's ledger part, disk. The rates of each
 * size are compared with those of the first. BENCH_SIZES sets other sizes: `100000,1000000`.
 */
import { newUuid } from '../core/ids.ts';
import { run } from '../core/shutdown.ts';
import type { Scope } from '../core/scope.ts';
import {
  accountId,
  openAccounts,
  posted,
  TRANSFER_KINDS,
  type AccountKey,
  type Transfer,
} from '../domain/ledger/index.ts';
import type { Context } from '../domain/platform/context.ts';
import { median_ms, openServer, rate, report, SECONDS, type BenchServer } from './harness.ts';
import { newProject, openBenchContext } from './project.ts';
import { CURRENCY } from './sacco-rows.ts';

const SIZES = (process.env['BENCH_SIZES'] ?? '100000,1000000,10000000').split(',').map(Number);
/** Accounts of each project; the first two have a tenth of all transfers between them. */
const ACCOUNTS = 1_000;
/** Transfers booked in one call while the books are loaded. */
const BATCH = 5_000;
const YEAR_MS = 365 * 86_400_000;
const PAGE = 50;
/** Repetitions of each read. */
const TIMES = 25;

run(async () => {
  const server = await openServer();
  try {
    let first: Record<string, number> | undefined;
    for (const size of SIZES) {
      const measured = await measure(await loadedBooks(server, size));
      first ??= measured;
      report('growth', { transfers: size, ...measured, ...ratiosTo(first, measured) });
    }
  } finally {
    await server.close();
  }
});

interface Books {
  ctx: Context;
  scope: Scope;
  accounts: string[];
  /** The last moment of the history, and one in its middle. */
  ended: Date;
  middle: Date;
}

async function loadedBooks(server: BenchServer, size: number): Promise<Books> {
  const { ctx } = await openBenchContext(server);
  const { scope } = await newProject(ctx.db);
  const keys = Array.from({ length: ACCOUNTS }, (_, n): AccountKey => ({
    // What each account holds may rise and fall without a limit of the other one.
    kind: n % 2 === 0 ? 'adjustments' : 'subaccount',
    currency: CURRENCY,
    owner: `owner-${n}`,
  }));
  await openAccounts(
    ctx.db,
    ctx.ledger,
    keys.map((key) => ({ scope, key })),
  );
  const accounts = keys.map((key) => accountId(scope, key));
  const ended = new Date();
  const began_ms = ended.getTime() - YEAR_MS;
  const started = performance.now();
  for (let done = 0; done < size; done += BATCH) {
    const chains = Array.from({ length: BATCH }, (_, n) => [transferOf(accounts, done + n)]);
    await ctx.ledger.post(chains, new Date(began_ms + Math.floor((done / size) * YEAR_MS)));
  }
  const load_s = (performance.now() - started) / 1_000;
  await ctx.db.raw('vacuum analyze ledger_transfers, ledger_posted_totals, ledger_balances');
  report('growth load', { transfers: size, transfers_per_s: size / load_s });
  return { ctx, scope, accounts, ended, middle: new Date(began_ms + YEAR_MS / 2) };
}

/** Of ten transfers one is between the first two accounts; the others go round. */
function transferOf(accounts: readonly string[], n: number): Transfer {
  const pair = n % 10 === 0 ? 0 : 2 * (n % (ACCOUNTS / 2));
  return {
    id: newUuid(),
    debit_account_id: accounts[pair] as string,
    credit_account_id: accounts[pair + 1] as string,
    amount: 100n,
    code: TRANSFER_KINDS.manual,
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: 'bench',
    memo: null,
  };
}

async function measure({ ctx, scope, accounts, ended, middle }: Books): Promise<Record<string, number>> {
  const [busy] = accounts as [string];
  const { ledger } = ctx;
  let n = 0;
  const transfers_per_s = await rate(SECONDS, 2, async () => {
    const chains = Array.from({ length: BATCH / 5 }, () => [transferOf(accounts, n++)]);
    await ledger.post(chains, new Date());
    return chains.length;
  });
  const in_middle = BigInt(middle.getTime()) * 1_000_000n;
  const perSecond = async (read: () => Promise<unknown>): Promise<number> =>
    1_000 / (await median_ms(TIMES, read));
  const { rows } = await ctx.db.raw<{ rows: { bytes: bigint; transfers: bigint }[] }>(
    `select pg_total_relation_size('ledger_transfers') as bytes, count(*) as transfers from ledger_transfers`,
  );
  const { bytes = 0n, transfers = 1n } = rows[0] ?? {};
  return {
    transfers_per_s,
    first_pages_per_s: await perSecond(() => ledger.history(busy, PAGE)),
    middle_pages_per_s: await perSecond(() => ledger.history(busy, PAGE, in_middle)),
    past_balances_per_s: await perSecond(() => ledger.balancesAt(busy, middle)),
    trial_balances_per_s: await perSecond(() =>
      posted.readSums({ db: ctx.db, ledger }, scope, [middle, ended, new Date()]),
    ),
    ledger_bytes_per_transfer: Number(bytes) / Number(transfers),
  };
}

function ratiosTo(first: Record<string, number>, measured: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(measured)
      .filter(([name]) => name.endsWith('_per_s'))
      .map(([name, value]) => [name.replace(/_per_s$/, '_ratio'), value / (first[name] ?? NaN)]),
  );
}
