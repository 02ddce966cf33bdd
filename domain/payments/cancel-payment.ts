/** Cancels a payment that nobody has paid yet. */
import { refusal } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Context } from '../platform/context.ts';
import type { PaymentRow } from './payment.model.ts';
import { getPayment } from './payment.ts';
import { recordStatus } from './record-status.ts';

/** @throws AppError `not_cancellable` unless the payment is initiated or pending */
export async function cancelPayment(ctx: Context, scope: Scope, payment_id: string): Promise<PaymentRow> {
  const payment = await getPayment(ctx.db, scope, payment_id);
  if (payment.status !== 'initiated' && payment.status !== 'pending') throw refusal('not_cancellable');
  const cancelled = await recordStatus(ctx, scope, payment, { status: 'cancelled' }, 'person');
  // Something else was quicker.
  if (cancelled.status !== 'cancelled') throw refusal('not_cancellable');
  return cancelled;
}
