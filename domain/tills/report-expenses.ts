/** What was spent in a period, by category. */
import { instantsOf } from '../../core/local-date.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { getSettings, reportPeriod, type ReportPeriod, type ReportRequest } from '../cooperative/index.ts';
import { sumExpenses } from './report-expenses.sql.ts';

export interface ExpenseReport extends ReportPeriod {
  /** In the order of their names. */
  categories: { category: string; amount_minor: bigint }[];
  total_minor: bigint;
}

/** @throws AppError VALIDATION_ERROR when the period makes no sense, `sacco_not_set_up` */
export async function reportExpenses(db: Db, scope: Scope, request: ReportRequest): Promise<ExpenseReport> {
  const settings = await getSettings(db, scope);
  const { from, to } = reportPeriod(scope, settings, request);
  const rows = await sumExpenses(db, {
    ...scopeColumns(scope),
    ...instantsOf(from, to, settings.utc_offset_minutes),
  });
  const categories = rows.map(({ category, amount }) => ({ category, amount_minor: BigInt(amount) }));
  const total_minor = categories.reduce((total, { amount_minor }) => total + amount_minor, 0n);
  return { from, to, categories, total_minor };
}
