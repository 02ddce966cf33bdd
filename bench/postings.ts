/**
 * `npm run bench:postings`: drains 100,000 completed payments with pending postings through the ledger-postings workers, and
 * measures the report over a million payments, each compared with its baseline in the same run.
 */
import { newId } from '../core/ids.ts';
import { scopeOf } from '../core/scope.ts';
import { run } from '../core/shutdown.ts';
import type { Context } from '../domain/platform/context.ts';
import { countTransfers, ledgerReport } from '../domain/ledger/index.ts';
import { startWorkers } from '../workers/pool.ts';
import { median_ms, openServer, report } from './harness.ts';
import { hotPairRate } from './hot-pair.ts';
import { newProject, openBenchContext } from './project.ts';

const PAYMENTS = 100_000;
const REPORTED = 1_000_000;
/** A statement has a deadline. */
const REPORTED_AT_ONCE = 100_000;

run(async () => {
  const server = await openServer();
  try {
    const engine = await hotPairRate(server);
    const { ctx, store } = await openBenchContext(server);
    const project_id = await loadPayments(ctx);
    const started = performance.now();
    const workers = await startWorkers(ctx, store, ['ledger-postings']);
    await drained(ctx);
    const postings_per_s = PAYMENTS / ((performance.now() - started) / 1_000);
    await workers.close();
    report('postings', {
      payments: PAYMENTS,
      engine_transfers_per_s: engine,
      postings_per_s,
      ratio_to_engine: postings_per_s / engine,
    });
    await benchReport(ctx, project_id);
  } finally {
    await server.close();
  }
});

/** Completed payments whose postings wait, as they do while the ledger is out of reach. @returns the project */
async function loadPayments(ctx: Context): Promise<string> {
  const { project } = await newProject(ctx.db);
  // Ids made here, because only ids hold the time-ordered value that transfer ids are derived from.
  for (let at = 0; at < PAYMENTS; at += 10_000) {
    const ids = Array.from({ length: 10_000 }, () => newId('payment'));
    await ctx.db.raw(
      `insert into payments (id, project_id, environment, provider, amount_minor, currency, reference, status,
         created_at, updated_at, completed_at, has_posting)
       select id, ?, 'test', 'sandbox', 15050, 'KES', id, 'completed', now(), now(), now(), true from unnest(?::text[]) id`,
      [project.id, ids],
    );
    await ctx.db.raw(
      `insert into postings (payment_id, project_id, environment, created_at) select id, ?, 'test', now() from unnest(?::text[]) id`,
      [project.id, ids],
    );
  }
  await ctx.db.raw('vacuum analyze payments');
  await ctx.db.raw('vacuum analyze postings');
  await ctx.db.raw('checkpoint');
  return project.id;
}

/** Waits until every posting is posted. What it asks meanwhile is a sum of a few rows, and it looks at postings once at the end. */
async function drained(ctx: Context): Promise<void> {
  while ((await countTransfers(ctx.db, 'payment_settlement')) < PAYMENTS)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const { rows } = await ctx.db.raw<{ rows: { posted: bigint }[] }>(
    `select count(*) as posted from postings where status = 'posted'`,
  );
  if (rows[0]?.posted !== BigInt(PAYMENTS)) throw new Error('not every payment was posted');
}

/** A year of a million payments: the report beside a bare count(*) of the same period's transfers. */
async function benchReport(ctx: Context, project_id: string): Promise<void> {
  for (let from = 1; from <= REPORTED; from += REPORTED_AT_ONCE)
    await ctx.db.raw(
      `insert into ledger_transfers
       select gen_random_uuid(), (extract(epoch from timestamptz '2025-01-01') * 1000000000)::bigint + n * 31000000000,
         '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002',
         100, 0, n, 0, 0, 0, 0, 0, n, null, 0, 1, 0, 'bench', null, 1 from generate_series(?::bigint, ?::bigint) n`,
      [from, from + REPORTED_AT_ONCE - 1],
    );
  await ctx.db.raw(
    `insert into ledger_daily_totals
     select ?, 'test', day::date, currency, kind, ? / 366, 10000000
     from generate_series(timestamp '2025-01-01', timestamp '2025-12-31', interval '1 day') day,
       unnest(array['payment_settlement', 'split', 'refund', 'fee', 'payout']) kind, unnest(array['KES', 'USD', 'EUR']) currency`,
    [project_id, REPORTED],
  );
  await ctx.db.raw('vacuum analyze');
  const scope = scopeOf(project_id, 'test', 0n);
  const report_ms = await median_ms(9, () =>
    ledgerReport(ctx.db, scope, { from: '2025-01-01', to: '2025-12-31' }),
  );
  const count_ms = await median_ms(5, () =>
    ctx.db.raw(
      `select count(*) from ledger_transfers
       where timestamp between extract(epoch from timestamptz '2025-01-01') * 1000000000 and extract(epoch from timestamptz '2026-01-01') * 1000000000`,
    ),
  );
  report('report', { payments: REPORTED, report_ms, count_ms, ratio_to_count: report_ms / count_ms });
}
