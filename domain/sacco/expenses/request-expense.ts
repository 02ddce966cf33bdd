/** What the SACCO spends on itself, paid from the tills; a checker decides. */
import { formatMoney } from '../../../core/money.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import { requestWithApproval } from '../approvals/request-approval.ts';
import type { RequestedEntry } from '../entries/entry-pipeline.ts';
import { newEntry } from '../entries/entry.ts';
import type { MovementRequest } from '../entries/movements.ts';
import type { Context } from '../../platform/context.ts';
import { refuseReservedKey } from '../../platform/idempotency.ts';
import { getSettings } from '../settings.ts';

export interface ExpenseRequest extends MovementRequest {
  /** What for, in the SACCO's own words: reports add up by it. */
  category: string;
  memo: string;
}

/**
 * Asks for cash to be paid out as an expense. Whether the tills hold it counts once it is approved.
 * @throws AppError `sacco_not_set_up`, `idempotency_key_reused`
 */
export async function requestExpense(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  { idempotency_key, amount_minor, category, memo }: ExpenseRequest,
): Promise<RequestedEntry> {
  refuseReservedKey(idempotency_key);
  const settings = await getSettings(ctx.db, scope);
  const expense = { kind: 'expense', member_id: null, amount_minor, category, memo } as const;
  return requestWithApproval(ctx, {
    scope,
    entry: newEntry(scope, actor, settings, expense),
    flow: null,
    idempotency: { key: idempotency_key, request: ['POST sacco expenses', { amount_minor, category, memo }] },
    summary: () => `Expense of ${formatMoney(amount_minor, settings.currency)} for ${category}: ${memo}`,
  });
}
