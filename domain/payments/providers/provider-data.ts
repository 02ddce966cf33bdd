/** What a provider's adapter remembers of a payment: added to what is there, whoever else adds to it at the same time. */
import type { Queryable } from '../../../db/connection.ts';
import { raw } from '../../../db/model.ts';
import { Payment, type PaymentRow } from '../payment.model.ts';

/** @returns the payment with what is then remembered */
export async function rememberOfPayment(
  db: Queryable,
  payment: PaymentRow,
  remember: Record<string, string> = {},
): Promise<PaymentRow> {
  const is_known = Object.entries(remember).every(([name, value]) => payment.provider_data[name] === value);
  if (is_known) return payment;
  const changed = await Payment.query(db)
    .where({ id: payment.id })
    .patch({ provider_data: raw('provider_data || ?::jsonb', [JSON.stringify(remember)]) as never })
    .returning('provider_data')
    .first();
  return { ...payment, provider_data: changed?.provider_data ?? payment.provider_data };
}
