/** The data that a provider's adapter stores with a payment. Concurrent additions are all kept. */
import { toJson } from '../../../core/json.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { PaymentRow } from '../payment.model.ts';
import { addProviderData } from './provider-data.sql.ts';

/** @returns the payment with all that is then stored */
export async function saveProviderData(
  db: Queryable,
  payment: PaymentRow,
  added: Record<string, string> = {},
): Promise<PaymentRow> {
  const is_known = Object.entries(added).every(([name, value]) => payment.provider_data[name] === value);
  if (is_known) return payment;
  const [changed] = await addProviderData(db, { payment_id: payment.id, added: toJson(added) });
  return { ...payment, ...changed };
}
