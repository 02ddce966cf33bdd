/** Stores a refund whose money is not held yet; process-refund.ts takes it on from there. */
import { systemNow } from '../../../core/clock.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { CallerUnit } from '../../platform/unit.ts';
import { Payment, type PaymentRow } from '../payment.model.ts';
import { newCallbackId } from '../providers/callback-address.ts';
import { findProvider } from '../providers/index.ts';
import type { ProviderTerms } from '../providers/provider.port.ts';
import { requireStep } from '../providers/terms.rules.ts';
import { Refund, type RefundRow } from './refund.model.ts';

interface NewRefund {
  id?: string;
  /** As it is under its lock. */
  payment: PaymentRow;
  terms: ProviderTerms;
  /** No more than what is left of the payment. */
  amount_minor: bigint;
  reason: string | null;
}

/** @throws AppError `amount_not_supported`, and what the payment's destination refuses */
export async function insertRefund(
  unit: CallerUnit,
  { payment, terms: { capabilities, ...terms }, amount_minor, reason, ...given }: NewRefund,
): Promise<RefundRow> {
  const { ctx, trx, scope, actor } = unit;
  const provider = findProvider(payment.provider);
  const by_provider =
    capabilities.refunds && (capabilities.partial_refunds || amount_minor === payment.amount_minor);
  if (by_provider) requireStep(provider, terms, { amount_minor, currency: payment.currency });
  if (payment.credit_to)
    await ctx.destinations[payment.credit_to].onRefundRequested(unit, payment, amount_minor);
  const now = scope.clock.now();
  await Payment.query(trx)
    .where({ id: payment.id })
    .patch({ refunding_minor: payment.refunding_minor + amount_minor });
  return Refund.query(trx)
    .insert({
      id: given.id ?? newCallbackId('refund', provider),
      payment_id: payment.id,
      ...scopeColumns(payment),
      provider: payment.provider,
      amount_minor,
      currency: payment.currency,
      reason,
      requested_by_type: actor.type,
      requested_by_id: actor.id,
      manual: !by_provider,
      created_at: now,
      updated_at: now,
      next_attempt_at: systemNow(),
    })
    .returning('*');
}
