/** Asks the provider what became of a payment and applies the answer, if it is about this very payment. */
import { unavailable } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Context } from '../context.ts';
import { getPayment, type PaymentCause, type PaymentRow } from './payment.ts';
import { recordStatus } from './record-status.ts';
import { findProvider } from './providers/index.ts';
import { ProviderUnavailable, type ProviderStatus } from './providers/port.ts';

/** @throws ProviderUnavailable when the provider does not answer */
export async function syncPayment(
  ctx: Context,
  scope: Scope,
  payment_id: string,
  cause: PaymentCause,
): Promise<PaymentRow> {
  const payment = await getPayment(ctx.db, scope, payment_id);
  if (payment.status === 'completed') return payment;
  const answer = await findProvider(payment.provider).fetchStatus(payment);
  const mismatch = answer.status === 'completed' ? mismatchOf(payment, answer) : null;
  if (mismatch) {
    ctx.log.error({ payment_id, mismatch }, 'provider reports a payment that is not ours; left for a person');
    return payment;
  }
  return recordStatus(ctx, scope, payment_id, answer, cause);
}

/** The same, for a person who asks. @throws AppError SERVICE_UNAVAILABLE when the provider does not answer */
export async function syncPaymentNow(ctx: Context, scope: Scope, payment_id: string): Promise<PaymentRow> {
  try {
    return await syncPayment(ctx, scope, payment_id, 'person');
  } catch (error) {
    throw error instanceof ProviderUnavailable ? unavailable('payment provider', error) : error;
  }
}

/** A payment completes only when amount and currency are what was asked. */
function mismatchOf(payment: PaymentRow, answer: ProviderStatus): string | null {
  if (answer.amount_minor !== undefined && answer.amount_minor !== payment.amount_minor) return 'amount';
  if (answer.currency !== undefined && answer.currency !== payment.currency) return 'currency';
  return null;
}
