/**
 * Stores the loan book of each past month once: postings are final, and a reversal counts in the month in which it is booked.
 *
 * A month is stored once nothing can be posted in it any more. The posting time of an entry comes from the clock of the process, or
 * cluster, that books it, within the request. So a few minutes after the month's end, or after the test clock was moved past it, every
 * such request has committed its entry, either with its result or in flight; in the latter case the month waits for it. (Sealing the
 * ledger, as closing a period does, would not be enough: TigerBeetle stamps transfers by its own clock.)
 * The month does not wait for charges: a loan moves only after its accrued charges are booked, so the interest is the same before and
 * after.
 */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { addDays } from '../../../core/local-date.ts';
import { scopeOf } from '../../../core/scope.ts';
import type { RowOfQuery } from '../../../db/statement.ts';
import type { Context } from '../../platform/context.ts';
import { entries } from '../../movements/index.ts';
import { lastDayOf } from '../portfolio/portfolio.rules.ts';
import { computeMonth, type MonthSums } from './month-end.ts';
import { PortfolioMonth } from './portfolio-month.model.ts';
import { readNextMonths } from './stored-months.sql.ts';

/** Real time after which nothing is posted in a past month any more: far longer than any request takes. */
const SETTLING_MS = 5 * 60_000;
/** The next run does the rest: charging, which shares the queue, must not wait longer. */
const MAX_RUN_MS = 30_000;
/** SACCOs that one statement reads. */
const PAGE = 500;

/**
 * Stores, for every SACCO, the months since its first disbursement that are not stored yet, oldest first. SACCOs take turns, so that
 * one with a large book and a long history does not delay the others.
 * @returns how many months were stored
 */
export async function storePortfolioMonths(
  ctx: Context,
  { settling_ms = SETTLING_MS, max_run_ms = MAX_RUN_MS } = {},
): Promise<number> {
  const run_ends_at = systemTimeIn(max_run_ms);
  const errors: unknown[] = [];
  let total = 0;
  const isOver = (): boolean => ctx.closing?.aborted === true || systemNow() > run_ends_at;
  for (let stored = true; stored;) {
    stored = false;
    for await (const next of nextMonths(ctx, settling_ms)) {
      if (isOver()) break;
      try {
        if (!(await storeMonth(ctx, next))) continue;
        stored = true;
        total += 1;
      } catch (error) {
        // The other SACCOs' months are still stored.
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
  return total;
}

type NextMonth = RowOfQuery<typeof readNextMonths>;

/** The oldest past month of each SACCO that is not stored. */
async function* nextMonths({ db }: Context, settling_ms: number): AsyncGenerator<NextMonth> {
  for (let last = { project_id: '', environment: 'test' }; ;) {
    const rows = await readNextMonths(db, { ...last, settling_ms, limit: PAGE });
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1) as NextMonth;
  }
}

/** @returns whether the month was stored: not while an entry in flight may have been posted in it */
async function storeMonth(
  { db }: Context,
  { project_id, environment, utc_offset_minutes, first_day }: NextMonth,
): Promise<boolean> {
  const scope = scopeOf(project_id, environment, 0n);
  const month_end = lastDayOf(first_day.slice(0, 7));
  // Clocks of processes differ: an entry requested early the next day may have been posted on this one.
  if ((await entries.countUnderWay(db, scope, addDays(month_end, 1))) > 0) return false;
  const sums = await computeMonth(db, scope, { month_end, utc_offset_minutes });
  return PortfolioMonth.query(db).insertUnlessTaken({
    project_id,
    environment,
    utc_offset_minutes,
    month_end,
    ...columnsOf(sums),
  });
}

function columnsOf({ active_loans, ...sums }: MonthSums): Pick<PortfolioMonth, keyof MonthSums> {
  return {
    active_loans,
    outstanding_minor: String(sums.outstanding_minor),
    par30_minor: String(sums.par30_minor),
    par90_minor: String(sums.par90_minor),
  };
}
