/** Pays dividends, and finds those whose job was lost. */
import { PAID_WITHIN_MS, payLines, retryLines } from '../distributions/index.ts';
import type { Context } from '../platform/context.ts';
import { countDueRows } from '../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../platform/sweep-overdue.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { DIVIDENDS } from './dividends.ts';
import { readDividend, type DividendView } from './read-dividend.ts';

/** Pays every line that waits. */
export function payDividend(ctx: Context, dividend_id: string): Promise<void> {
  return payLines(ctx, DIVIDENDS, dividend_id);
}

/** Tries the failed lines again, and only those. @throws AppError NOT_FOUND, `invalid_state` unless some have failed */
export async function retryDividend(base: ScopedContext, id: string): Promise<DividendView> {
  await retryLines(base, DIVIDENDS, id);
  return readDividend(base.ctx.db, base.scope, id);
}

const OVERDUE: OverdueJob<'pay-dividend'> = {
  table: 'sacco_dividends',
  id_column: 'id',
  payload_field: 'dividend_id',
  due_column: 'due_at',
  job: 'pay-dividend',
  longest_pause_ms: PAID_WITHIN_MS,
};

export const countDueDividends = countDueRows(OVERDUE);

/** Enqueues the payouts whose job was lost. */
export function sweepDividends(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}
