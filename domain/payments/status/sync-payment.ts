/** Fetches a payment's status from its provider and applies the answer, if it is about this payment. */
import { unavailable } from '../../../core/errors.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { createSetupOf, resolveUnknownPayment } from '../creation/submit-payment.ts';
import type { PaymentRow } from '../payment.model.ts';
import { getPayment } from '../payment.ts';
import { loadProviderSetup } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import { saveOwnProviderData } from '../providers/provider-data.ts';
import { ProviderUnavailable } from '../providers/provider.port.ts';
import type { PaymentCause } from '../timeline/payment-event.model.ts';
import { mismatchOf, recordMismatch } from './mismatch.ts';
import { recordStatus } from './record-status.ts';

/** @throws ProviderUnavailable when the provider does not answer */
export async function syncPayment(
  base: ScopedContext,
  payment: PaymentRow,
  cause: PaymentCause,
): Promise<PaymentRow> {
  const { ctx } = base;
  const { id: payment_id } = payment;
  if (payment.status === 'completed') return payment;
  const provider = findProvider(payment.provider);
  const setup = createSetupOf(ctx, payment, await loadProviderSetup(base, provider));
  const answer = await provider.fetchStatus(payment, setup);
  if (!answer) {
    // A provider that calls, or lists the payment, knows it, whatever its status API says so far.
    const may_be_lost = cause === 'poll' || cause === 'person';
    return may_be_lost ? resolveUnknownPayment(base, payment, setup, cause) : payment;
  }
  const saved = await saveOwnProviderData(base, payment, answer.remember, cause);
  if (answer.unknown_status !== undefined)
    ctx.log.warn(
      { payment_id, provider: provider.name, status: answer.unknown_status },
      'unknown provider status',
    );
  const mismatch = answer.status === 'completed' ? mismatchOf(payment, answer) : null;
  if (mismatch) {
    ctx.log.error({ payment_id, mismatch }, 'provider reports a payment that is not ours; left for a person');
    await recordMismatch(base, payment, mismatch, cause);
    return payment;
  }
  return recordStatus(base, saved, answer, cause);
}

/** The same, for a person who asks. @throws AppError SERVICE_UNAVAILABLE when the provider does not answer */
export async function syncPaymentNow(base: ScopedContext, payment_id: string): Promise<PaymentRow> {
  try {
    return await syncPayment(base, await getPayment(base.ctx.db, base.scope, payment_id), 'person');
  } catch (error) {
    throw error instanceof ProviderUnavailable ? unavailable('payment provider', error) : error;
  }
}
