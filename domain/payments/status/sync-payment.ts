/** Asks the provider what became of a payment and applies the answer, if it is about this very payment. */
import { unavailable } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import type { PaymentRow } from '../payment.model.ts';
import { getPayment } from '../payment.ts';
import type { PaymentCause } from '../timeline/payment-event.model.ts';
import { mismatchOf, recordMismatch } from './mismatch.ts';
import { setupOf } from '../providers/configuration/provider-configs.ts';
import { rememberOfPayment } from '../providers/provider-data.ts';
import { recordStatus } from './record-status.ts';
import { createSetupOf, settleUnknownPayment } from '../creation/submit-payment.ts';
import { findProvider } from '../providers/index.ts';
import { ProviderUnavailable } from '../providers/provider.port.ts';

/** @throws ProviderUnavailable when the provider does not answer */
export async function syncPayment(
  ctx: Context,
  scope: Scope,
  payment: PaymentRow,
  cause: PaymentCause,
): Promise<PaymentRow> {
  const { id: payment_id } = payment;
  if (payment.status === 'completed') return payment;
  const provider = findProvider(payment.provider);
  const setup = createSetupOf(ctx, provider, payment, await setupOf(ctx, scope, provider));
  const answer = await provider.fetchStatus(payment, setup);
  if (!answer) {
    // What calls, or lists the payment, knows it, whatever the provider's status says so far.
    const may_be_lost = cause === 'poll' || cause === 'person';
    return may_be_lost ? settleUnknownPayment(ctx, scope, provider, payment, setup, cause) : payment;
  }
  const remembered = await rememberOfPayment(ctx.db, payment, answer.remember);
  if (answer.unknown_status !== undefined)
    ctx.log.warn(
      { payment_id, provider: provider.name, status: answer.unknown_status },
      'unknown provider status',
    );
  const mismatch = answer.status === 'completed' ? mismatchOf(payment, answer) : null;
  if (mismatch) {
    ctx.log.error({ payment_id, mismatch }, 'provider reports a payment that is not ours; left for a person');
    await recordMismatch(ctx, scope, payment, mismatch, cause);
    return payment;
  }
  return recordStatus(ctx, scope, remembered, answer, cause);
}

/** The same, for a person who asks. @throws AppError SERVICE_UNAVAILABLE when the provider does not answer */
export async function syncPaymentNow(ctx: Context, scope: Scope, payment_id: string): Promise<PaymentRow> {
  try {
    return await syncPayment(ctx, scope, await getPayment(ctx.db, scope, payment_id), 'person');
  } catch (error) {
    throw error instanceof ProviderUnavailable ? unavailable('payment provider', error) : error;
  }
}
