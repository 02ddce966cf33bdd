/**
 * `npm run bench:loans`: interest and penalties of 100,000 loans that fall due on one day, beside a bare INSERT … SELECT of
 * the same entries and transfers; the portfolio over them beside a plain aggregate over their rows; one loan's page among them,
 * beside the same among a hundredth of them; and the portfolio at the end of each month of a year, with a million repayments,
 * beside plain sums over what it is made from. All in one run.
 */
import { run } from '../core/shutdown.ts';
import { chargeLoans, readLoan, readPortfolio, readPortfolioHistory } from '../domain/loans/index.ts';
import { median_ms, openServer, report, type BenchServer } from './harness.ts';
import {
  bareInsert_ms,
  idOf,
  insertFor,
  openAccountsOf,
  seedSacco,
  type SeededSacco,
} from './seeded-sacco.ts';

const LOANS = Number(process.env['BENCH_ROWS'] ?? 100_000);
const FEW_LOANS = Math.ceil(LOANS / 100);
/** Each look is measured that often. */
const TIMES = 15;
/** A year of weekly installments would tell nothing that a quarter does not. */
const TERM = 12;
/** The installment that falls due today. */
const DUE_NO = 6;
/** One loan in so many did not pay its last installment, whose days of grace ended yesterday. */
const ONE_LATE_IN = 10;

run(async () => {
  const server = await openServer();
  try {
    const few_page_ms = await pageAmongFew(server);
    const sacco = await seedSacco(server, LOANS);
    await loadLoans(sacco);
    await benchCharges(sacco);
    await benchPortfolio(sacco);
    const page_ms = await benchPage(sacco);
    report('loan page', {
      few_loans: FEW_LOANS,
      loans: LOANS,
      few_page_ms,
      page_ms,
      ratio_to_few: page_ms / few_page_ms,
    });
    await benchHistory(sacco);
  } finally {
    await server.close();
  }
});

/** Open loans, one of each member, on the day on which their installments of one number fall due. */
async function loadLoans(sacco: SeededSacco): Promise<void> {
  const { ctx, scope } = sacco;
  await ctx.db.raw(
    `insert into sacco_loan_products (id, project_id, environment, name, rate_bps, method, frequency, min_amount_minor,
       max_amount_minor, min_term, max_term, min_guarantors, guarantee_coverage_bps, fee_bps, penalty_bps, grace_days, created_at)
     values ('lpr_bench', ?, ?, 'Bench', 1200, 'declining', 'weekly', 1, 10000000, 1, 52, 0, 0, 0, 500, 6, now())`,
    [scope.project_id, scope.environment],
  );
  const late = `(n % ${ONE_LATE_IN} = 0)`;
  const today = `(now() at time zone 'UTC')::date`;
  await insertFor(
    sacco,
    `insert into sacco_loans (id, project_id, environment, member_id, product_id, entry_id, currency, principal_minor, fee_minor,
       rate_bps, method, frequency, term, penalty_bps, grace_days, status, created_at, disbursed_at, disbursed_on,
       outstanding_minor, charges_due_minor, oldest_unpaid_on, overdue)
     select ${idOf('loan')}, :project_id, :environment, ${idOf('mem')}, 'lpr_bench', ${idOf('ent')}, 'KES', 1200000, 0,
       1200, 'declining', 'weekly', ${TERM}, 500, 6, 'open', now(), now(), ${today} - 7 * ${DUE_NO},
       100000 * (${TERM} - ${DUE_NO} + 1 + ${late}::integer), 2000 * ${late}::integer,
       ${today} - 7 * ${late}::integer, ${late}`,
  );
  await insertFor(
    sacco,
    `insert into sacco_loan_charge_dates (loan_id, project_id, environment, next_charge_on)
     select ${idOf('loan')}, :project_id, :environment, ${today}`,
  );
  const paid = `(no < ${DUE_NO} - ${late}::integer)::integer`;
  await insertFor(
    sacco,
    `insert into sacco_loan_installments (loan_id, no, project_id, environment, due_on, principal_minor, interest_minor,
       interest_charged, paid_principal_minor, paid_interest_minor)
     select ${idOf('loan')}, no, :project_id, :environment, ${today} + 7 * (no - ${DUE_NO}), 100000, 2000,
       no < ${DUE_NO}, 100000 * ${paid}, 2000 * ${paid}`,
    `cross join generate_series(1, ${TERM}) no`,
  );
  await openAccountsOf(sacco, 'loan', 'interest_receivable');
  await ctx.db.raw(
    `vacuum analyze customers, sacco_members, sacco_loans, sacco_loan_charge_dates, sacco_loan_installments, ledger_balances`,
  );
  await ctx.db.raw('checkpoint');
}

async function benchCharges(sacco: SeededSacco): Promise<void> {
  const started = performance.now();
  await chargeLoans(sacco.ctx);
  const charging_ms = performance.now() - started;
  const { rows } = await sacco.ctx.db.raw<{ rows: { charges: bigint }[] }>(
    `select count(*) as charges from sacco_entries e join ledger_transfers t on t.reference = e.id
     where e.kind = 'loan_charge' and e.status = 'posted'`,
  );
  const charges = Number(rows[0]?.charges);
  if (charges !== LOANS + Math.floor(LOANS / ONE_LATE_IN)) throw new Error(`${charges} charges were booked`);
  const bare_insert_ms = await bareInsert_ms(sacco, 'loan_charge');
  report('loan charges', {
    loans: LOANS,
    charges,
    bare_insert_ms,
    charging_ms,
    loans_per_s: LOANS / (charging_ms / 1_000),
    ratio_to_bare: charging_ms / bare_insert_ms,
  });
}

/** What every loan owes and is charged, summed by a statement that reads nothing else of the rows. */
const PLAIN_AGGREGATE = `
  select count(*), sum(outstanding_minor), sum(charges_due_minor) from sacco_loans where status = 'open'`;

async function benchPortfolio({ ctx, scope }: SeededSacco): Promise<void> {
  await ctx.db.raw('vacuum analyze sacco_loans, sacco_loan_installments');
  const { active_loans } = await readPortfolio(ctx.db, scope);
  if (active_loans !== LOANS) throw new Error(`the portfolio has ${active_loans} loans`);
  const plain_aggregate_ms = await median_ms(TIMES, () => ctx.db.raw(PLAIN_AGGREGATE));
  const portfolio_ms = await median_ms(TIMES, () => readPortfolio(ctx.db, scope));
  report('loan portfolio', {
    loans: LOANS,
    plain_aggregate_ms,
    portfolio_ms,
    ratio_to_plain: portfolio_ms / plain_aggregate_ms,
  });
}

/** Of one look at the history, which takes seconds. */
const HISTORY_TIMES = 3;
const MONTHS = 12;

/** What the history is made from, summed by month and nothing else. */
const PLAIN_SUMS = `
  select (select count(*) from (select date_trunc('month', posted_at), sum(principal_minor), sum(interest_minor)
      from sacco_entries where kind = 'loan_repayment' group by 1) repaid),
    (select count(*) from (select date_trunc('month', due_on), sum(principal_minor), sum(interest_minor)
      from sacco_loan_installments group by 1) due)`;

/** The same loans as monthly ones that are nearly over: each installment was repaid when it fell due, but for the late ones'. */
async function benchHistory(sacco: SeededSacco): Promise<void> {
  const { ctx, scope } = sacco;
  const today = `(now() at time zone 'UTC')::date`;
  await ctx.db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    await trx.raw(`update sacco_loans set disbursed_at = now() - interval '${30 * MONTHS} days'`);
    await trx.raw(
      `update sacco_loan_installments set due_on = ${today} - 30 * (${TERM} - no), interest_charged = true`,
    );
  });
  const repaid = `(n % ${ONE_LATE_IN} > 0 or no < ${TERM} / 2)`;
  await insertFor(
    sacco,
    `insert into sacco_entries (id, project_id, environment, kind, source, member_id, loan_id, amount_minor, principal_minor,
       interest_minor, currency, status, requested_by_type, requested_by_id, local_date, created_at, posted_at)
     select 'ent_repaid_' || n || '_' || no, :project_id, :environment, 'loan_repayment', 'cash', ${idOf('mem')}, ${idOf('loan')},
       102000, 100000, 2000, 'KES', 'posted', 'system', 'bench', ${today} - 30 * (${TERM} - no), now(),
       now() - interval '30 days' * (${TERM} - no)`,
    `join generate_series(1, ${TERM} - 1) no on ${repaid}`,
  );
  await ctx.db.raw('vacuum analyze sacco_loans, sacco_loan_installments, sacco_entries');
  const to = new Date().toISOString().slice(0, 7);
  const from = new Date(Date.now() - 31 * (MONTHS - 1) * 86_400_000).toISOString().slice(0, 7);
  const history = await readPortfolioHistory(ctx.db, scope, { from, to });
  if (history.at(-1)?.active_loans !== LOANS) throw new Error('the history has other loans');
  const plain_sums_ms = await median_ms(HISTORY_TIMES, () => ctx.db.raw(PLAIN_SUMS));
  const history_ms = await median_ms(HISTORY_TIMES, () => readPortfolioHistory(ctx.db, scope, { from, to }));
  report('portfolio history', {
    loans: LOANS,
    months: history.length,
    plain_sums_ms,
    history_ms,
    ratio_to_plain: history_ms / plain_sums_ms,
  });
}

async function pageAmongFew(server: BenchServer): Promise<number> {
  const sacco = await seedSacco(server, FEW_LOANS);
  await loadLoans(sacco);
  await chargeLoans(sacco.ctx);
  const page_ms = await benchPage(sacco);
  return page_ms;
}

/** @returns milliseconds of reading one loan with its schedule, another one each time */
async function benchPage({ ctx, scope, members }: SeededSacco): Promise<number> {
  let turn = 0;
  return median_ms(TIMES * TIMES, () => {
    const n = 1 + ((turn++ * 7_919) % members);
    return readLoan(ctx.db, scope, `loan_${String(n).padStart(26, '0')}`);
  });
}
