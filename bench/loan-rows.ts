/** Open loans with installments for benches, written by set-based statements, and the ageing over them. */
import { loanBook } from '../domain/loans/index.ts';
import { median_ms, report } from './harness.ts';
import { idOf, changeFor, openAccountsOf, type SeededSacco } from './seeded-sacco.ts';

/** Repetitions of each measurement. */
const TIMES = 15;
/** A quarter of weekly installments: a whole year would show nothing more. */
export const TERM = 12;
/** The installment that falls due today. */
const DUE_NO = 6;
/** One loan in this many did not pay its last installment, whose days of grace ended yesterday. */
export const ONE_LATE_IN = 10;

/** Open loans, one per member, on the day on which the installment with that number falls due. */
export async function loadLoans(sacco: SeededSacco): Promise<void> {
  const { ctx, scope } = sacco;
  await ctx.db.raw(
    `insert into sacco_loan_products (id, project_id, environment, name, rate_bps, method, frequency, min_amount_minor,
       max_amount_minor, min_term, max_term, min_guarantors, guarantee_coverage_bps, fee_bps, penalty_bps, grace_days, created_at)
     values ('lpr_bench', ?, ?, 'Bench', 1200, 'declining', 'weekly', 1, 10000000, 1, 52, 0, 0, 0, 500, 6, now())`,
    [scope.project_id, scope.environment],
  );
  const late = `(n % ${ONE_LATE_IN} = 0)`;
  const today = `(now() at time zone 'UTC')::date`;
  await changeFor(
    sacco,
    `insert into sacco_loans (id, project_id, environment, member_id, product_id, entry_id, currency, principal_minor, fee_minor,
       rate_bps, method, frequency, term, penalty_bps, grace_days, status, created_at, disbursed_at, disbursed_on,
       outstanding_minor, charges_due_minor, oldest_unpaid_on, overdue)
     select ${idOf('loan')}, :project_id, :environment, ${idOf('mem')}, 'lpr_bench', ${idOf('ent')}, 'KES', 1200000, 0,
       1200, 'declining', 'weekly', ${TERM}, 500, 6, 'open', now(), now(), ${today} - 7 * ${DUE_NO},
       100000 * (${TERM} - ${DUE_NO} + 1 + ${late}::integer), 2000 * ${late}::integer,
       ${today} - 7 * ${late}::integer, ${late}`,
  );
  await changeFor(
    sacco,
    `insert into sacco_loan_charge_dates (loan_id, project_id, environment, next_charge_on)
     select ${idOf('loan')}, :project_id, :environment, ${today}`,
  );
  const paid = `(no < ${DUE_NO} - ${late}::integer)::integer`;
  await changeFor(
    sacco,
    `insert into sacco_loan_installments (loan_id, no, project_id, environment, due_on, principal_minor, interest_minor,
       interest_charged, paid_principal_minor, paid_interest_minor)
     select ${idOf('loan')}, no, :project_id, :environment, ${today} + 7 * (no - ${DUE_NO}), 100000, 2000,
       no < ${DUE_NO}, 100000 * ${paid}, 2000 * ${paid}`,
    // A loan's rows are adjacent, as after a disbursement.
    `cross join generate_series(1, ${TERM}) no order by n, no`,
  );
  await openAccountsOf(sacco, 'loan', 'interest_receivable');
  await ctx.db.raw(
    `vacuum analyze customers, sacco_members, sacco_loans, sacco_loan_charge_dates, sacco_loan_installments, ledger_balances`,
  );
  await ctx.db.raw('checkpoint');
}

/** The baseline: a statement that only sums the debt of every loan and the unpaid part of due installments. */
const PLAIN_AGEING = `
  select count(*), sum(outstanding_minor), (
    select sum(principal_minor - paid_principal_minor + interest_minor - paid_interest_minor + penalty_minor - paid_penalty_minor)
    from sacco_loan_installments where due_on <= (now() at time zone 'UTC')::date)
  from sacco_loans where status = 'open'`;

/** @param among the number of loans, and further fields of the result line */
export async function benchAgeing(
  { ctx, scope }: SeededSacco,
  among: { loans: number; members?: number },
): Promise<void> {
  const { classes } = await loanBook.readAgeing(ctx, scope);
  const loans = classes.reduce((sum, each) => sum + each.loans, 0);
  if (loans !== among.loans) throw new Error(`the ageing has ${loans} loans`);
  const plain_aggregate_ms = await median_ms(TIMES, () => ctx.db.raw(PLAIN_AGEING));
  const ageing_ms = await median_ms(TIMES, () => loanBook.readAgeing(ctx, scope));
  report('loan ageing', {
    ...among,
    plain_aggregate_ms,
    ageing_ms,
    ratio_to_plain: ageing_ms / plain_aggregate_ms,
  });
}
