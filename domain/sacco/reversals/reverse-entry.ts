/** A movement that was posted by mistake is taken back by one of its own; a checker decides. */
import { refusal, type AppError } from '../../../core/errors.ts';
import { formatMoney } from '../../../core/money.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { refuseReservedKey } from '../../platform/idempotency.ts';
import { requestWithApproval } from '../approvals/request-approval.ts';
import { bookingOf } from '../entries/booking-table.rules.ts';
import type { RequestedEntry } from '../entries/entry-pipeline.ts';
import { SaccoEntry, type EntryRow } from '../entries/entry.model.ts';
import { getEntry, newEntry } from '../entries/entry.ts';
import { getSettings } from '../settings.ts';
import { reversalRefusal } from './reversal-refusal.ts';

export interface ReversalRequest {
  memo: string;
  idempotency_key: string;
}

/**
 * Asks for an entry to be taken back. It stays posted, and says by what it was reversed once that is booked.
 * @throws AppError NOT_FOUND, `not_reversible`; then `not_posted`, `reversal_pending`, `already_reversed`, `period_closed`,
 *   `member_not_active`, `not_latest_movement`, `loan_not_open`; SERVICE_UNAVAILABLE while its loan is being moved
 */
export async function reverseEntry(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  entry_id: string,
  { idempotency_key, memo }: ReversalRequest,
): Promise<RequestedEntry> {
  refuseReservedKey(idempotency_key);
  const settings = await getSettings(ctx.db, scope);
  const found = await getEntry(ctx.db, scope, entry_id);
  if (!bookingOf(found).reversible) throw notReversible(found);
  if (found.loan_id) await ctx.sacco.bringLoanUpToDate(ctx, found.loan_id);
  return requestWithApproval(ctx, {
    scope,
    entry: newEntry(scope, actor, settings, { ...takenBack(found), memo }),
    // Which members this is for is told in its place among the other reasons.
    flow: null,
    idempotency: { key: idempotency_key, request: ['POST sacco entries reverse', entry_id, { memo }] },
    summary: (member, { amount_minor }) =>
      `${bookingOf(found).title} of ${formatMoney(amount_minor, settings.currency)}` +
      `${member ? ` by ${member.member_no} ${member.full_name}` : ''}, to be reversed: ${memo}`,
    prepare: async (trx) => {
      const original = await lockOriginal(trx, scope, entry_id);
      const refused = await reversalRefusal(ctx, trx, scope, original, null);
      if (refused) throw refused;
      // Its parts may have been worked out since it was read.
      return takenBack(original);
    },
  });
}

function notReversible({ source }: EntryRow): AppError {
  return refusal(
    'not_reversible',
    source === 'payment'
      ? 'Money that came by a payment is not reversed; return it by a withdrawal.'
      : undefined,
  );
}

/** One decides after the other on what is done with an entry. */
export function lockOriginal(trx: Transaction, scope: Scope, id: string): Promise<EntryRow> {
  return SaccoEntry.query(trx).forUpdate().findInScope(scope, id);
}

/** What a reversal has of the entry that it takes back. */
function takenBack(original: EntryRow) {
  const { id, kind, source, direction, income, member_id, loan_id, category, amount_minor } = original;
  const { principal_minor, interest_minor, penalty_minor } = original;
  const amounts = { amount_minor, principal_minor, interest_minor, penalty_minor };
  const about = { source, direction, income, member_id, loan_id, category };
  return {
    kind: 'reversal' as const,
    reverses_entry_id: id,
    reverses_kind: kind,
    ...about,
    ...amounts,
  };
}
