/**
 * The loan book at the end of each month: past months as they were stored, the current month as of now. Past months that are not
 * stored yet are computed.
 */
import { invalidField } from '../../../core/errors.ts';
import { localDateAt } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { getSettings } from '../../cooperative/index.ts';
import { Loan } from '../loan.model.ts';
import { readPortfolio } from '../portfolio/portfolio.ts';
import { lastDayOf, MAX_HISTORY_MONTHS, monthsBetween, parBps } from '../portfolio/portfolio.rules.ts';
import { ZERO_TOTALS, computeMonth, type MonthSums } from './month-end.ts';
import { PortfolioMonth } from './portfolio-month.model.ts';

/** The book at the end of a month, in minor units. */
export interface PortfolioAtMonthEnd {
  /** The month's last day. */
  month_end: string;
  active_loans: number;
  outstanding_minor: bigint;
  par30_minor: bigint;
  par30_bps: number;
  par90_minor: bigint;
  par90_bps: number;
}

/**
 * One figure for each month, oldest first; months that have not begun are left out.
 * @param from first month, `YYYY-MM`
 * @param to last month
 * @throws AppError VALIDATION_ERROR when the months are in the wrong order or too many, `sacco_not_set_up`
 */
export async function readPortfolioHistory(
  db: Db,
  scope: Scope,
  { from, to }: { from: string; to: string },
): Promise<PortfolioAtMonthEnd[]> {
  if (to < from) throw invalidField('to', '"to" must not be before "from"');
  const asked = monthsBetween(from, to);
  if (asked.length > MAX_HISTORY_MONTHS)
    throw invalidField('from', `"from" and "to" may span at most ${MAX_HISTORY_MONTHS} months`);
  const { utc_offset_minutes } = await getSettings(db, scope);
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  const begun = asked.filter((month) => `${month}-01` <= today).map(lastDayOf);
  const over = begun.filter((month_end) => month_end < today);
  const history = await readMonths(db, scope, over, utc_offset_minutes);
  if (begun.length > over.length) {
    const { charges_due_minor: _due, ...now } = await readPortfolio(db, scope);
    history.push({ month_end: begun.at(-1) as string, ...now });
  }
  return history;
}

/** @param months last days of months that are over, oldest first */
async function readMonths(
  db: Db,
  scope: Scope,
  months: readonly string[],
  utc_offset_minutes: number,
): Promise<PortfolioAtMonthEnd[]> {
  const rows = await PortfolioMonth.query(db)
    .inScope(scope)
    .where({ utc_offset_minutes })
    .whereIn('month_end', [...months]);
  const stored = new Map(rows.map((row) => [row.month_end, row]));
  const first_day =
    stored.size < months.length ? await firstDayOfLending(db, scope, utc_offset_minutes) : null;
  const history: PortfolioAtMonthEnd[] = [];
  for (const month_end of months) {
    const row = stored.get(month_end);
    const is_empty = first_day === null || month_end < first_day;
    if (row) history.push(figuresOf(month_end, sumsOf(row)));
    else if (is_empty) history.push(figuresOf(month_end, ZERO_TOTALS));
    else history.push(figuresOf(month_end, await computeMonth(db, scope, { month_end, utc_offset_minutes })));
  }
  return history;
}

/** The local date of the first disbursement; null before it. */
async function firstDayOfLending(db: Db, scope: Scope, utc_offset_minutes: number): Promise<string | null> {
  const first = await Loan.query(db)
    .inScope(scope)
    .whereNotNull('disbursed_at')
    .orderBy('disbursed_at')
    .select('disbursed_at')
    .first();
  return first ? localDateAt(first.disbursed_at as Date, utc_offset_minutes) : null;
}

/** The sums of a stored month. */
export function sumsOf(row: Pick<PortfolioMonth, keyof MonthSums>): MonthSums {
  return {
    active_loans: row.active_loans,
    outstanding_minor: BigInt(row.outstanding_minor),
    par30_minor: BigInt(row.par30_minor),
    par90_minor: BigInt(row.par90_minor),
  };
}

function figuresOf(month_end: string, sums: MonthSums): PortfolioAtMonthEnd {
  return {
    month_end,
    ...sums,
    active_loans: Number(sums.active_loans),
    par30_bps: parBps(sums.par30_minor, sums.outstanding_minor),
    par90_bps: parBps(sums.par90_minor, sums.outstanding_minor),
  };
}
