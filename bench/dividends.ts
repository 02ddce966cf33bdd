/**
 * `npm run bench:dividends`: a dividend is paid to 100,000 members, compared with a bare INSERT … SELECT of the same entries
 * and transfers in the same run.
 */
import { run } from '../core/shutdown.ts';
import { payDividend } from '../domain/dividends/index.ts';
import { accountId } from '../domain/ledger/index.ts';
import { openServer, report } from './harness.ts';
import {
  bareEntries_ms,
  CURRENCY,
  idOf,
  changeFor,
  openAccountsOf,
  seedSacco,
  type SeededSacco,
} from './seeded-sacco.ts';

const LINES = Number(process.env['BENCH_ROWS'] ?? 100_000);
const DIVIDEND_ID = 'div_bench';
const LINE_MINOR = 5_000;

run(async () => {
  const server = await openServer();
  try {
    const sacco = await seedSacco(server, LINES);
    await loadDividend(sacco);
    await benchPayout(sacco);
  } finally {
    await server.close();
  }
});

/** An approved dividend without paid lines, and the income that it is paid from. */
async function loadDividend(sacco: SeededSacco): Promise<void> {
  const { ctx, scope } = sacco;
  await openAccountsOf(sacco, 'mem', 'member_savings');
  await ctx.db.raw('update ledger_balances set credits_posted = ? where account_id = ?', [
    LINES * LINE_MINOR,
    accountId(scope, { kind: 'interest_income', currency: CURRENCY, owner: '' }),
  ]);
  await ctx.db.raw(
    `insert into sacco_dividends (id, project_id, environment, label, period_start, period_end, share_rate_bps,
       interest_rebate_bps, paid_from, currency, total_minor, entry_id, created_at, due_at)
     values (?, ?, ?, '2025', '2025-01-01', '2025-12-31', 500, 0, 'interest_income', ?, ?, 'ent_bench', now(), now())`,
    [DIVIDEND_ID, scope.project_id, scope.environment, CURRENCY, LINES * LINE_MINOR],
  );
  await changeFor(
    sacco,
    `insert into sacco_dividend_lines (dividend_id, member_id, project_id, environment, shares_minor, interest_paid_minor, amount_minor)
     select '${DIVIDEND_ID}', ${idOf('mem')}, :project_id, :environment, 100000, 0, ${LINE_MINOR}`,
  );
  await ctx.db.raw('vacuum analyze customers, sacco_members, sacco_dividend_lines, ledger_balances');
  await ctx.db.raw('checkpoint');
}

async function benchPayout(sacco: SeededSacco): Promise<void> {
  const { db } = sacco.ctx;
  const started = performance.now();
  await payDividend(sacco.ctx, DIVIDEND_ID);
  const payout_ms = performance.now() - started;
  const { status } = await db('sacco_dividends').where({ id: DIVIDEND_ID }).first('status');
  const unpaid = await db('sacco_dividend_lines').whereNot({ status: 'paid' }).first('member_id');
  if (status !== 'paid' || unpaid) throw new Error(`the dividend is ${status}, and a line of it not paid`);
  const bare_insert_ms = await bareEntries_ms(sacco, 'dividend');
  report('dividend payout', {
    lines: LINES,
    bare_insert_ms,
    payout_ms,
    lines_per_s: LINES / (payout_ms / 1_000),
    ratio_to_bare: payout_ms / bare_insert_ms,
  });
}
