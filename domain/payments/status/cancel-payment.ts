/** Cancels a payment that nobody has paid yet. Its status is still fetched where the payer can pay all the same. */
import { refusal } from '../../../core/errors.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import type { PaymentRow } from '../payment.model.ts';
import { CANCELLABLE } from '../payment.rules.ts';
import { getPayment } from '../payment.ts';
import { findProvider } from '../providers/index.ts';
import { recordStatus } from './record-status.ts';

/** @throws AppError `not_cancellable` unless the payment is initiated or pending */
export async function cancelPayment(base: ScopedContext, payment_id: string): Promise<PaymentRow> {
  const payment = await getPayment(base.ctx.db, base.scope, payment_id);
  if (!CANCELLABLE.includes(payment.status)) throw refusal('not_cancellable');
  const is_payable = !findProvider(payment.provider).cancelled_is_unpayable;
  const evidence = { status: 'cancelled', only_from: CANCELLABLE, is_payable } as const;
  const cancelled = await recordStatus(base, payment, evidence, 'person');
  // The payment has changed meanwhile.
  if (cancelled.status !== 'cancelled') throw refusal('not_cancellable');
  return cancelled;
}
