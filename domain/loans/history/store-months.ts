/**
 * Stores the loan book of each month that is over, once: what was posted in a month is posted for good, and what takes it back
 * counts in the month in which that is booked.
 *
 * A month is stored once nothing can be posted in it any more. When an entry is posted is decided by the clock of the process,
 * or cluster, that books it, within the request that asked for it. So some minutes after the month's end, or after the test clock
 * was moved past it, every such request has committed its entry: with what became of it, or as one that is in flight, and then
 * the month waits for it. (Sealing the ledger, as closing a period does, would not be enough: TigerBeetle dates transfers by its
 * own clock.)
 * Charges need not be waited for: nothing moves a loan before what has fallen due is charged, so that interest counts
 * the same before and after.
 */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { addDays } from '../../../core/local-date.ts';
import { scopeOf, type Environment } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { countEntriesUnderWay } from '../../movements/index.ts';
import { lastDayOf } from '../portfolio.rules.ts';
import { workOutMonth, type MonthSums } from './month-end.ts';
import { PortfolioMonth } from './portfolio-month.model.ts';

/** Real time from the end of a month until nothing is posted in it any more: far longer than any request takes. */
const SETTLING_MS = 5 * 60_000;
/** What is left is done by the next run: charging, which shares the queue, waits no longer for it. */
const MAX_RUN_MS = 30_000;
/** SACCOs looked at by one statement. */
const PAGE = 500;

/**
 * In every SACCO, the months from its first disbursement on that are not stored yet, oldest first. SACCOs take turns: one with a
 * large book and a long past keeps no other waiting.
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
        // Months of the others are stored nevertheless.
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
  return total;
}

interface NextMonth {
  project_id: string;
  environment: Environment;
  utc_offset_minutes: number;
  /** Its first day. */
  first_day: string;
}

/** The oldest month of each SACCO that is over and not stored. */
async function* nextMonths({ db }: Context, settling_ms: number): AsyncGenerator<NextMonth> {
  for (let last = { project_id: '', environment: 'test' }; ;) {
    const { rows } = await db.raw<{ rows: NextMonth[] }>(NEXT_MONTHS, { ...last, settling_ms, limit: PAGE });
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1) as NextMonth;
  }
}

const NEXT_MONTHS = `
  select s.project_id, s.environment, s.utc_offset_minutes, next.first_day
  from sacco_settings s join projects p on p.id = s.project_id
  cross join lateral (select coalesce((
      select max(m.month_end) + 1 from sacco_portfolio_months m
      where m.project_id = s.project_id and m.environment = s.environment
        and m.utc_offset_minutes = s.utc_offset_minutes
    ), (
      select date_trunc('month', min(l.disbursed_at) at time zone 'UTC' + s.utc_offset_minutes * interval '1 minute')
      from sacco_loans l where l.project_id = s.project_id and l.environment = s.environment
    ))::date as first_day) next
  cross join lateral (select (next.first_day + interval '1 month' - s.utc_offset_minutes * interval '1 minute')
    at time zone 'UTC' as at) ended
  where (s.project_id, s.environment) > (:project_id, cast(:environment as environment))
    and next.first_day is not null and now() - :settling_ms * interval '1 millisecond' >= case s.environment
      when 'test' then greatest(ended.at - p.test_clock_offset_ms * interval '1 millisecond', p.test_clock_moved_at)
      else ended.at end
  order by s.project_id, s.environment limit :limit`;

/** @returns whether the month is stored: not while an entry is on its way that may have been posted in it */
async function storeMonth(
  { db }: Context,
  { project_id, environment, utc_offset_minutes, first_day }: NextMonth,
): Promise<boolean> {
  const scope = scopeOf(project_id, environment, 0n);
  const month_end = lastDayOf(first_day.slice(0, 7));
  // Clocks of processes differ: what was requested early on the next day may have been posted on this one.
  if ((await countEntriesUnderWay(db, scope, addDays(month_end, 1))) > 0) return false;
  const sums = await workOutMonth(db, scope, { month_end, utc_offset_minutes });
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
