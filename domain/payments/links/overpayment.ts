/** A payment that completed although another had completed its one-time link: people are told, and it goes back where the link says so. */
import { recordEvent } from '../../webhooks/index.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import type { PaymentRow } from '../payment.model.ts';
import { presentPayment } from '../payment.presenter.ts';
import { accountTerms } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import { insertRefund } from '../refunds/insert-refund.ts';
import type { PaymentCause } from '../timeline/payment-event.model.ts';
import { recordPaymentEvent } from '../timeline/payment-event.ts';

const REASON = 'The payment link had been paid already.';

/** In the transaction that completes the payment, so that its refund is not forgotten. */
export async function recordOverpayment(
  unit: ScopedUnit,
  payment: PaymentRow,
  { is_refunded, cause }: { is_refunded: boolean; cause: PaymentCause },
): Promise<void> {
  const { id: payment_id, payment_link_id } = payment;
  await recordPaymentEvent(unit, {
    payment_id,
    type: 'payment.overpaid',
    cause,
    details: { payment_link_id },
  });
  await recordEvent(unit, 'payment_link.overpaid', presentPayment(payment));
  if (!is_refunded) return;
  const terms = await accountTerms(unit.trx, unit.scope, findProvider(payment.provider));
  const actor = { type: 'system', id: payment_link_id ?? payment_id } as const;
  const refund = await insertRefund(
    { ...unit, actor },
    { payment, terms, amount_minor: payment.amount_minor, reason: REASON },
  );
  unit.enqueue('process-refund', { refund_id: refund.id });
}
