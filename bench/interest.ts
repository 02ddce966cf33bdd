/**
 * `npm run bench:interest`: interest is declared for 100,000 savings accounts, each with several movements, for a first period, which
 * reads all movements before, and for the next one; that is paid. Compared with a bare INSERT … SELECT of the same entries and
 * transfers in the same run.
 */
import { scopeOf, SYSTEM } from '../core/scope.ts';
import { run } from '../core/shutdown.ts';
import { declareInterest, payInterest } from '../domain/interest/index.ts';
import { systemTimeIn } from '../core/clock.ts';
import { openServer, report } from './harness.ts';
import {
  bareEntries_ms,
  changeFor,
  idOf,
  openAccountsOf,
  seedSacco,
  type SeededSacco,
} from './seeded-sacco.ts';

const LINES = Number(process.env['BENCH_ROWS'] ?? 100_000);
/** Deposits of each account before the period, and in it. */
const MOVES = Number(process.env['BENCH_MOVES'] ?? 4);
/** From one deposit of an account to its next one. */
const DAYS_BETWEEN = MOVES > 4 ? 30 : 10;
const DAY_MS = 86_400_000;

run(async () => {
  const server = await openServer();
  try {
    const sacco = await seedSacco(server, LINES);
    await loadSavings(sacco);
    await benchInterest(sacco);
  } finally {
    await server.close();
  }
});

/** Deposits up to twenty days ago, on a day of its own for each. */
async function loadSavings(sacco: SeededSacco): Promise<void> {
  await openAccountsOf(sacco, 'mem', 'member_savings');
  for (let i = 0; i < MOVES; i++) {
    const at = `now() - interval '${20 + (MOVES - i) * DAYS_BETWEEN} days'`;
    await changeFor(
      sacco,
      `insert into sacco_entries (id, project_id, environment, kind, member_id, source, amount_minor, currency, status,
         requested_by_type, requested_by_id, local_date, created_at, posted_at)
       select 'ent_' || lpad((n * 100 + ${i})::text, 26, '0'), :project_id, :environment, 'deposit', ${idOf('mem')}, 'cash',
         1000000, 'KES', 'posted', 'api_key', 'bench', ${at}, ${at}, ${at}`,
    );
  }
  await sacco.ctx.db.raw('vacuum analyze customers, sacco_members, sacco_entries, ledger_balances');
  await sacco.ctx.db.raw('checkpoint');
}

async function benchInterest(sacco: SeededSacco): Promise<void> {
  const { ctx } = sacco;
  const scope = scopeOf(sacco.scope.project_id, sacco.scope.environment, 0n);
  const day = (ago: number): string =>
    systemTimeIn(-ago * DAY_MS)
      .toISOString()
      .slice(0, 10);
  const declare = async (first: number, last: number): Promise<{ id: string; declare_ms: number }> => {
    const started = performance.now();
    const { view } = await declareInterest(
      { ctx, scope, actor: SYSTEM },
      {
        label: `bench ${first}`,
        period_start: day(first),
        period_end: day(last),
        rate_bps: 600,
        basis: 'daily_balance',
        counting: null,
        credit_to: 'same_account',
        withholding_tax_bps: 0,
        idempotency_key: `bench ${first}`,
      },
    );
    return { id: view.run.id, declare_ms: performance.now() - started };
  };
  const { declare_ms: first_declare_ms } = await declare(70, 41);
  await ctx.db.raw('vacuum analyze sacco_savings_interest_lines');
  const { id, declare_ms } = await declare(40, 2);
  await ctx.db.raw('vacuum analyze sacco_savings_interest_lines');
  await ctx.db('sacco_savings_interest').where({ id }).update({ due_at: ctx.db.fn.now() });
  const paying = performance.now();
  await payInterest(ctx, id);
  const payout_ms = performance.now() - paying;
  const { status } = await ctx.db('sacco_savings_interest').where({ id }).first('status');
  const unpaid = await ctx
    .db('sacco_savings_interest_lines')
    .where({ savings_interest_id: id })
    .whereNot({ status: 'paid' })
    .first('member_id');
  if (status !== 'paid' || unpaid) throw new Error(`the interest is ${status}, and a line of it not paid`);
  const bare_insert_ms = await bareEntries_ms(sacco, 'savings_interest');
  report('interest', {
    lines: LINES,
    bare_insert_ms,
    first_declare_ms,
    declare_ms,
    payout_ms,
    lines_per_s: LINES / ((declare_ms + payout_ms) / 1_000),
    ratio_to_bare: (declare_ms + payout_ms) / bare_insert_ms,
  });
}
