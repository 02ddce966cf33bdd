/** The id that a provider's statement shows, where the provider's status does not name it: it is known late, or never. */
import { systemNow } from '../../../core/clock.ts';
import { expectOne } from '../../../db/rows.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { Payment, type PaymentRow } from '../payment.model.ts';
import { isProviderIdTaken, recordRefusedClaim } from '../providers/provider-ids.ts';
import { Refund } from '../refunds/refund.model.ts';
import type { PaymentCause } from '../timeline/payment-event.model.ts';

/**
 * Records the id of a completed payment that has none, and processes the refunds that waited for it. An id that belongs to another
 * payment is refused.
 * @param listed as a callback or a statement names it; null where it names none
 * @returns the payment's id as it now stands, which may have been recorded by somebody else meanwhile
 */
export async function recordTxnId(
  base: ScopedContext,
  payment: PaymentRow,
  listed: string | null,
  cause: PaymentCause,
): Promise<string | null> {
  const { ctx, scope } = base;
  const { id, provider_txn_id: recorded } = payment;
  if (recorded !== null || listed === null) return recorded;
  try {
    const changed = await Payment.query(ctx.db)
      .where({ id, status: 'completed' })
      .whereNull('provider_txn_id')
      .patch({ provider_txn_id: listed, updated_at: scope.clock.now() });
    if (changed === 0) return expectOne(await Payment.query(ctx.db).where({ id })).provider_txn_id;
  } catch (error) {
    if (!isProviderIdTaken(error, 'provider_txn_id')) throw error;
    await recordRefusedClaim(base, payment, { kind: 'provider_txn_id', provider_id: listed, cause });
    return null;
  }
  await askAboutRefunds(ctx, id);
  return listed;
}

/** Asks the provider now about the refunds of a payment that are under way. */
export async function askAboutRefunds(ctx: Context, payment_id: string): Promise<void> {
  const asked = await Refund.query(ctx.db)
    .where({ payment_id, held: true, manual: false })
    .whereNull('outcome')
    .patch({ next_attempt_at: systemNow() })
    .returning('id');
  for (const { id } of asked) await ctx.jobs.enqueue('process-refund', { refund_id: id });
}
