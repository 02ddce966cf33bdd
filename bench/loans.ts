/**
 * `npm run bench:loans`: interest and penalties of 100,000 loans that fall due on one day, compared with a bare INSERT … SELECT
 * of the same entries and transfers; the portfolio and the ageing over them, compared with plain aggregates over their rows; the
 * page of one loan, compared with the same among a hundredth of the loans; and the portfolio at the end of each month of a year,
 * whose past months are stored, compared with plain sums over its million repayments and installments. All in one run.
 */
import { run } from '../core/shutdown.ts';
import { chargeLoans, loanPortfolio, readLoan } from '../domain/loans/index.ts';
import { median_ms, openServer, report, type BenchServer } from './harness.ts';
import { benchAgeing, loadLoans, ONE_LATE_IN, TERM } from './loan-rows.ts';
import { bareEntries_ms, changeFor, idOf, seedSacco, type SeededSacco } from './seeded-sacco.ts';

const LOANS = Number(process.env['BENCH_ROWS'] ?? 100_000);
const FEW_LOANS = Math.ceil(LOANS / 100);
/** Repetitions of each measurement. */
const TIMES = 15;

run(async () => {
  const server = await openServer();
  try {
    const few_page_ms = await pageAmongFew(server);
    const sacco = await seedSacco(server, LOANS);
    await loadLoans(sacco);
    await benchCharges(sacco);
    await benchPortfolio(sacco);
    await benchAgeing(sacco, { loans: LOANS });
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
  const bare_insert_ms = await bareEntries_ms(sacco, 'loan_charge');
  report('loan charges', {
    loans: LOANS,
    charges,
    bare_insert_ms,
    charging_ms,
    loans_per_s: LOANS / (charging_ms / 1_000),
    ratio_to_bare: charging_ms / bare_insert_ms,
  });
}

/** The baseline: a statement that only sums the debt and charges of every loan. */
const PLAIN_AGGREGATE = `
  select count(*), sum(outstanding_minor), sum(charges_due_minor) from sacco_loans where status = 'open'`;

async function benchPortfolio({ ctx, scope }: SeededSacco): Promise<void> {
  await ctx.db.raw('vacuum analyze sacco_loans, sacco_loan_installments');
  const { active_loans } = await loanPortfolio.read(ctx.db, scope);
  if (active_loans !== LOANS) throw new Error(`the portfolio has ${active_loans} loans`);
  const plain_aggregate_ms = await median_ms(TIMES, () => ctx.db.raw(PLAIN_AGGREGATE));
  const portfolio_ms = await median_ms(TIMES, () => loanPortfolio.read(ctx.db, scope));
  report('loan portfolio', {
    loans: LOANS,
    plain_aggregate_ms,
    portfolio_ms,
    ratio_to_plain: portfolio_ms / plain_aggregate_ms,
  });
}

/** Fewer repetitions: the plain sums take seconds. */
const SUMS_TIMES = 3;
const MONTHS = 12;
/** Repetitions of storing the past months. */
const MAX_STORING_MS = 30 * 60_000;

/** The baseline: the rows of the history, only summed by month. */
const PLAIN_SUMS = `
  select (select count(*) from (select date_trunc('month', posted_at), sum(principal_minor), sum(interest_minor)
      from sacco_entries where kind = 'loan_repayment' group by 1) repaid),
    (select count(*) from (select date_trunc('month', due_on), sum(principal_minor), sum(interest_minor)
      from sacco_loan_installments group by 1) due)`;

/** Turns the loans into monthly ones near their end: each installment was repaid when it fell due, except on late loans. */
async function repayForAYear(sacco: SeededSacco): Promise<void> {
  const today = `(now() at time zone 'UTC')::date`;
  const due_on = `${today} - 30 * (${TERM} - no)`;
  const is_late = `n % ${ONE_LATE_IN} = 0`;
  const is_repaid = `no < case when ${is_late} then ${TERM / 2} else ${TERM} end`;
  await changeFor(
    sacco,
    `insert into sacco_entries (id, project_id, environment, kind, source, member_id, loan_id, amount_minor, principal_minor,
       interest_minor, currency, status, requested_by_type, requested_by_id, local_date, created_at, posted_at)
     select 'ent_repaid_' || n || '_' || no, :project_id, :environment, 'loan_repayment', 'cash', ${idOf('mem')}, ${idOf('loan')},
       102000, 100000, 2000, 'KES', 'posted', 'system', 'bench', ${due_on}, now(), now() - interval '30 days' * (${TERM} - no)`,
    `join generate_series(1, ${TERM}) no on ${is_repaid}`,
  );
  await changeFor(
    sacco,
    `update sacco_loan_installments i set due_on = ${due_on}, interest_charged = true, interest_minor = 2000,
       paid_principal_minor = 100000 * (${is_repaid})::integer, paid_interest_minor = 2000 * (${is_repaid})::integer`,
    `where i.loan_id = ${idOf('loan')}`,
  );
  const unpaid = `case when ${is_late} then ${TERM} - ${TERM / 2} + 1 else 1 end`;
  await changeFor(
    sacco,
    `update sacco_loans l set disbursed_at = now() - interval '${30 * MONTHS} days', outstanding_minor = 100000 * ${unpaid},
       oldest_unpaid_on = ${today} - 30 * (${unpaid} - 1)`,
    `where l.id = ${idOf('loan')}`,
  );
  await changeFor(
    sacco,
    `update sacco_loan_charge_dates d set next_charge_on = ${today} + 1`,
    `where d.loan_id = ${idOf('loan')}`,
  );
  // Separate statements, each within its time limit.
  for (const table of ['loans', 'loan_installments', 'loan_charge_dates', 'entries'])
    await sacco.ctx.db.raw(`vacuum analyze sacco_${table}`);
}

async function benchHistory(sacco: SeededSacco): Promise<void> {
  const { ctx, scope } = sacco;
  await repayForAYear(sacco);
  const began = performance.now();
  const stored = await loanPortfolio.storeMonths(ctx, { settling_ms: 0, max_run_ms: MAX_STORING_MS });
  const store_month_ms = (performance.now() - began) / stored;
  const to = new Date().toISOString().slice(0, 7);
  const from = new Date(Date.now() - 31 * (MONTHS - 1) * 86_400_000).toISOString().slice(0, 7);
  const history = await loanPortfolio.readHistory(ctx.db, scope, { from, to });
  if (history.some(({ active_loans }) => active_loans !== LOANS))
    throw new Error('the history has other loans');
  const plain_sums_ms = await median_ms(SUMS_TIMES, () => ctx.db.raw(PLAIN_SUMS));
  const history_ms = await median_ms(TIMES, () => loanPortfolio.readHistory(ctx.db, scope, { from, to }));
  report('portfolio history', {
    loans: LOANS,
    months: history.length,
    plain_sums_ms,
    history_ms,
    ratio_to_plain: history_ms / plain_sums_ms,
    store_month_ms,
  });
}

async function pageAmongFew(server: BenchServer): Promise<number> {
  const sacco = await seedSacco(server, FEW_LOANS);
  await loadLoans(sacco);
  await chargeLoans(sacco.ctx);
  const page_ms = await benchPage(sacco);
  return page_ms;
}

/** @returns milliseconds to read one loan with its schedule, a different one each time */
async function benchPage({ ctx, scope, members }: SeededSacco): Promise<number> {
  let turn = 0;
  return median_ms(TIMES * TIMES, () => {
    const n = 1 + ((turn++ * 7_919) % members);
    return readLoan(ctx.db, scope, `loan_${String(n).padStart(26, '0')}`);
  });
}
