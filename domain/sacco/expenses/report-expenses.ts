/** What was spent in a period, by category. */
import { instantsOf } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { postedAndReversed } from '../entries/posted-and-reversed.ts';
import { reportPeriod, type ReportPeriod, type ReportRequest } from '../report-period.ts';
import { getSettings } from '../settings.ts';

export interface ExpenseReport extends ReportPeriod {
  /** In the order of their names. */
  categories: { category: string; amount_minor: bigint }[];
  total_minor: bigint;
}

/** @throws AppError VALIDATION_ERROR when the period makes no sense, `sacco_not_set_up` */
export async function reportExpenses(db: Db, scope: Scope, request: ReportRequest): Promise<ExpenseReport> {
  const settings = await getSettings(db, scope);
  const { from, to } = reportPeriod(scope, settings, request);
  const { rows } = await db.raw<{ rows: { category: string; amount: string }[] }>(SPENT, {
    project_id: scope.project_id,
    environment: scope.environment,
    ...instantsOf(from, to, settings.utc_offset_minutes),
  });
  const categories = rows.map(({ category, amount }) => ({ category, amount_minor: BigInt(amount) }));
  const total_minor = categories.reduce((total, { amount_minor }) => total + amount_minor, 0n);
  return { from, to, categories, total_minor };
}

/** Sums are decimal text: numeric has no parser. */
const SPENT = `
  select category, sum(sign * amount_minor)::text as amount from (${postedAndReversed('expense')}) spent_and_reversed
  group by category order by category`;
