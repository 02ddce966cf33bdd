/** A provider's "completed" that is not about what we asked for: nothing is booked, and a person is shown why. */
import { formatMinor } from '../../../core/money.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import type { PaymentRow } from '../payment.model.ts';
import type { ProviderStatus } from '../providers/provider.port.ts';
import type { PaymentCause } from '../timeline/payment-event.model.ts';
import { recordPaymentEventOnce } from '../timeline/payment-event.ts';

/** Field → what we expected and what the provider said; null where it said nothing that can be read. */
type Mismatch = Record<string, { expected: string; reported: string | null }>;

/** A payment completes only when amount, currency and reference are what was asked. @returns null when they are */
export function mismatchOf(payment: PaymentRow, answer: ProviderStatus): Mismatch | null {
  const mismatch: Mismatch = {};
  const { amount_minor, currency, reference, environment } = answer;
  if (amount_minor !== undefined && amount_minor !== payment.amount_minor) {
    mismatch['amount'] = {
      expected: formatMinor(payment.amount_minor),
      reported: amount_minor === null ? null : formatMinor(amount_minor),
    };
  }
  if (currency !== undefined && currency !== payment.currency)
    mismatch['currency'] = { expected: payment.currency, reported: currency };
  if (reference !== undefined && reference !== payment.id)
    mismatch['reference'] = { expected: payment.id, reported: reference };
  if (environment !== undefined && environment !== payment.environment)
    mismatch['environment'] = { expected: payment.environment, reported: environment };
  return Object.keys(mismatch).length > 0 ? mismatch : null;
}

/** Records a mismatch in the payment's timeline, each distinct one once however often the provider is asked. */
export async function recordMismatch(
  base: ScopedContext,
  { id: payment_id }: PaymentRow,
  mismatch: Mismatch,
  cause: PaymentCause,
): Promise<void> {
  await inTransaction(base, (unit) =>
    recordPaymentEventOnce(unit, { payment_id, type: 'payment.mismatch', cause, details: mismatch }),
  );
}
