/** Pays interest on deposits, and finds runs whose job was lost. */
import { PAID_WITHIN_MS, payLines, retryLines } from '../distributions/index.ts';
import type { Context } from '../platform/context.ts';
import { countDueRows } from '../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../platform/sweep-overdue.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { INTEREST } from './interest.ts';
import { readInterest, type InterestView } from './read-interest.ts';

/** Pays every line that waits. */
export function payInterest(ctx: Context, savings_interest_id: string): Promise<void> {
  return payLines(ctx, INTEREST, savings_interest_id);
}

/** Tries the failed lines again, and only those. @throws AppError NOT_FOUND, `invalid_state` unless some have failed */
export async function retryInterest(base: ScopedContext, id: string): Promise<InterestView> {
  await retryLines(base, INTEREST, id);
  return readInterest(base.ctx.db, base.scope, id);
}

const OVERDUE: OverdueJob<'pay-savings-interest'> = {
  table: 'sacco_savings_interest',
  id_column: 'id',
  payload_field: 'savings_interest_id',
  due_column: 'due_at',
  job: 'pay-savings-interest',
  longest_pause_ms: PAID_WITHIN_MS,
};

export const countDueInterest = countDueRows(OVERDUE);

/** Enqueues the payouts whose job was lost. */
export function sweepInterest(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}
