/**
 * `npm run bench:reconciliation`: a statement of 20,000 lines is read, compared with 200,000 payments and stored, compared with
 * csv-parse and a bare INSERT of the same lines; then all payouts and fees of others are booked, against the merchant's balance, to a
 * bank account and as expenses, compared with the ledger's engine and with a bare INSERT … SELECT of the same rows.
 */
import { parse } from 'csv-parse/sync';
import { toJson } from '../core/json.ts';
import { SYSTEM, type Scope } from '../core/scope.ts';
import { run } from '../core/shutdown.ts';
import { defineAccount } from '../domain/chart/index.ts';
import { accountId, openAccounts, type Transfer } from '../domain/ledger/index.ts';
import { putSettings } from '../domain/members/index.ts';
import type { Context } from '../domain/platform/context.ts';
import {
  readRun,
  reconciliationJobs,
  resolveAll,
  type RequestedDecision,
} from '../domain/reconciliation/index.ts';
import { bareInsert_ms } from './bare-insert.ts';
import { openServer, percentile, report } from './harness.ts';
import { hotPairRate, transfers } from './hot-pair.ts';
import { newProject, openBenchContext } from './project.ts';
import { csvOf, loadPayments, PADDING, paymentRows, storeText } from './statements.ts';

const LINES = Number(process.env['BENCH_ROWS'] ?? 20_000);
const PAYMENTS = 10 * LINES;
const TIMES = 3;
run(async () => {
  const server = await openServer();
  try {
    const engine = await hotPairRate(server);
    const { ctx } = await openBenchContext(server);
    const { scope } = await newProject(ctx.db);
    await loadPayments(ctx, scope, PAYMENTS);
    await benchImport(ctx, scope);
    await fund(ctx, scope);
    for (const name of Object.keys(DECISIONS)) await benchResolveAll(ctx, scope, { name, engine });
  } finally {
    await server.close();
  }
});

const BANK = '1100';
const DECISIONS: Record<string, Omit<RequestedDecision<'book_payout' | 'book_fee'>, 'note'>> = {
  'resolve-all': { action: 'book_payout' },
  'resolve-all to a bank': { action: 'book_payout', bank_account: BANK },
  'resolve-all as expenses': { action: 'book_fee', as: 'expense' },
};

/** Each with a provider id that must not be booked twice. */
function rowsFor(name: string): string[][] {
  const kind = DECISIONS[name]?.action === 'book_fee' ? 'fee' : 'payout';
  return Array.from({ length: LINES }, (_, i) => [kind, '1.00', '', `${name}-${i}`, '2026-01-15', PADDING]);
}

async function benchImport(ctx: Context, scope: Scope): Promise<void> {
  const csv = csvOf(paymentRows(LINES, PAYMENTS / LINES));
  const import_ms: number[] = [];
  const bare_ms: number[] = [];
  let read_run_ms = 0;
  // In turn, so that other load of the machine affects both.
  for (let i = 0; i < TIMES; i++) {
    const run_id = await storeText(ctx, scope, csv);
    bare_ms.push(await bareImport_ms(ctx, csv, run_id));
    const started = performance.now();
    await reconciliationJobs.importRun(ctx, run_id);
    import_ms.push(performance.now() - started);
    const read_at = performance.now();
    const { run: imported } = await readRun(ctx.db, scope, run_id);
    read_run_ms = performance.now() - read_at;
    if (imported.lines !== LINES || imported.counts.matched !== (LINES * 9) / 10)
      throw new Error(`the import found ${JSON.stringify(imported.counts)}`);
  }
  report('statement import', {
    lines: LINES,
    payments: PAYMENTS,
    csv_parse_and_insert_ms: percentile(bare_ms, 50),
    import_ms: percentile(import_ms, 50),
    ratio_to_bare: percentile(import_ms, 50) / percentile(bare_ms, 50),
    read_run_ms,
  });
}

/** csv-parse, and one INSERT of the same lines into a table with the same columns and keys. */
async function bareImport_ms({ db }: Context, csv: string, run_id: string): Promise<number> {
  await db.raw('drop table if exists bare_lines');
  await db.raw('create table bare_lines (like reconciliation_lines including all)');
  const started = performance.now();
  const [, ...records] = parse(csv);
  const rows = records.map(([kind, , reference, provider_txn_id, date, description], i) => ({
    id: `rln_${run_id.slice(4, 20)}${String(i).padStart(10, '0')}`,
    run_id,
    project_id: run_id,
    environment: 'test',
    line_no: i + 2,
    kind,
    amount_minor: 10_000,
    provider_txn_id,
    reference,
    date,
    description,
    match_status: 'matched',
    match_note: 'The payment is completed, with the same amount.',
    payment_id: run_id,
    refund_id: null,
  }));
  const columns = Object.keys(rows[0] as object).join(', ');
  await db.raw(
    `insert into bare_lines (${columns}) select ${columns} from jsonb_populate_recordset(null::bare_lines, ?::jsonb)`,
    [toJson(rows)],
  );
  return performance.now() - started;
}

async function benchResolveAll(
  ctx: Context,
  scope: Scope,
  { name, engine }: { name: string; engine: number },
): Promise<void> {
  const run_id = await storeText(ctx, scope, csvOf(rowsFor(name)));
  await reconciliationJobs.importRun(ctx, run_id);
  const started = performance.now();
  const results = await resolveAll({ ctx, scope, actor: SYSTEM }, run_id, {
    ...(DECISIONS[name] as (typeof DECISIONS)[string]),
    note: null,
  });
  const resolve_ms = performance.now() - started;
  const lines_per_s = LINES / (resolve_ms / 1_000);
  const failed = results.find(({ error }) => error !== null);
  if (results.length !== LINES || failed)
    throw new Error(`${results.length} lines were decided, and one failed: ${failed?.error?.message}`);
  const bare_insert_ms = await bareInsert_ms(ctx.db, WRITTEN, { run_id });
  report(name, {
    lines: LINES,
    engine_transfers_per_s: engine,
    lines_per_s,
    ratio_to_engine: lines_per_s / engine,
    bare_insert_ms,
    ratio_to_bare: resolve_ms / bare_insert_ms,
  });
}

/** The lines, transfers and audit entries that resolve-all has written. */
const WRITTEN = {
  reconciliation_lines: 'run_id = :run_id',
  ledger_transfers: 'reference in (select id from reconciliation_lines where run_id = :run_id)',
  audit_log: 'subject in (select id from reconciliation_lines where run_id = :run_id)',
};

/** Books collected money, so that it can be paid out, and defines the bank account. */
async function fund(ctx: Context, scope: Scope): Promise<void> {
  const caller = { ctx, scope, actor: SYSTEM };
  await putSettings(caller, { currency: 'KES' });
  await defineAccount(caller, { code: BANK, name: 'Bank', kind: 'bank', currency: 'KES' });
  const keys = (['merchant_available', 'provider_clearing'] as const).map((kind) => ({
    kind,
    currency: 'KES' as const,
    owner: '',
  }));
  await openAccounts(
    ctx.db,
    ctx.ledger,
    keys.map((key) => ({ scope, key })),
  );
  const [available, clearing] = keys.map((key) => accountId(scope, key)) as [string, string];
  const [transfer] = transfers({ debit: clearing, credit: available }, 1);
  await ctx.ledger.post([[{ ...(transfer as Transfer), amount: 10_000_000_000n }]], new Date());
}
