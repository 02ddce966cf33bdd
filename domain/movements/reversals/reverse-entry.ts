/** A movement that was posted by mistake is reversed by a movement of its own; a checker decides. */
import { refusal } from '../../../core/errors.ts';
import { formatMoney } from '../../../core/money.ts';
import type { Caller } from '../../platform/unit.ts';
import { REVERSED_COLUMNS, SaccoEntry, type EntryRequest, type EntryRow } from '../entries/entry.model.ts';
import { getEntry } from '../entries/entry.ts';
import { requestEntry } from '../pipeline/request-entry.ts';
import type { RequestedEntry } from '../pipeline/request-to-move.ts';
import { reversalRefusal } from './reversal-refusal.ts';

/**
 * Requests the reversal of an entry, which stays posted and names its reversal once that is booked.
 * @throws AppError NOT_FOUND, `not_reversible`; then `not_posted`, `reversal_pending`, `already_reversed`, `period_closed`,
 *   `member_not_active`, `not_latest_movement`, `loan_not_open`; SERVICE_UNAVAILABLE while another movement is booked first
 */
export async function reverseEntry(
  caller: Caller,
  entry_id: string,
  body: { memo: string; idempotency_key: string; till?: string },
): Promise<RequestedEntry> {
  const { ctx, scope } = caller;
  const { memo } = body;
  let title = '';
  return requestEntry(caller, {
    operation: ['POST sacco entries reverse', entry_id],
    body,
    async entry() {
      const original = await getEntry(ctx.db, scope, entry_id);
      const definition = ctx.movements.of(original);
      if (!definition.is_reversible) throw refusal('not_reversible', whyNever(original));
      title = definition.title;
      return { ...reversalOf(original), memo };
    },
    summary: ({ member, entry, currency }) =>
      `${title} of ${formatMoney(entry.amount_minor, currency)}` +
      `${member ? ` by ${member.member_no} ${member.full_name}` : ''}, to be reversed: ${memo}`,
    async prepare(unit) {
      // Only a posted one is locked: the decision on one that waits locks it before the member, who is locked by now.
      const original = await SaccoEntry.query(unit.trx)
        .inScope(scope)
        .where({ id: entry_id, status: 'posted' })
        .forUpdate()
        .first();
      if (!original) throw refusal('not_posted');
      const refused = await reversalRefusal({ ctx, scope, db: unit.trx }, original, null);
      if (refused) throw refused;
      // Its parts may have been worked out since it was read.
      return reversalOf(original);
    },
  });
}

/** Undefined where the kind says enough. */
function whyNever({ source }: EntryRow): string | undefined {
  if (source === 'payment') return 'Money that came by a payment is not reversed; return it by a withdrawal.';
  if (source === 'mobile')
    return 'Money that a provider has sent is not reversed; what the member brings back is a deposit.';
  return undefined;
}

function reversalOf(original: EntryRow): EntryRequest {
  const same = Object.fromEntries(REVERSED_COLUMNS.map((column) => [column, original[column]]));
  return {
    ...(same as Pick<EntryRow, (typeof REVERSED_COLUMNS)[number]>),
    currency: original.currency,
    kind: 'reversal',
    reverses_entry_id: original.id,
    reverses_kind: original.kind,
  };
}
