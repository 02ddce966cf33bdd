/** The data that a provider's adapter stores with a payment. Concurrent additions are all kept. */
import { toJson } from '../../../core/json.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import type { PaymentRow } from '../payment.model.ts';
import type { PaymentCause } from '../timeline/payment-event.model.ts';
import { addProviderData } from './provider-data.sql.ts';
import { isProviderIdTaken, recordRefusedClaim } from './provider-ids.ts';

/**
 * @returns the payment with all that is then stored
 * @throws DatabaseError when an id of the provider among it belongs to another payment (provider-ids.ts)
 */
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

/** The same, where nothing else depends on it: an id that belongs to another payment is refused, and the rest is stored. */
export async function saveOwnProviderData(
  base: ScopedContext,
  payment: PaymentRow,
  added: Record<string, string> | undefined,
  cause: PaymentCause,
): Promise<PaymentRow> {
  try {
    return await saveProviderData(base.ctx.db, payment, added);
  } catch (error) {
    const { checkout_request_id: provider_id = '', ...rest } = added ?? {};
    if (!isProviderIdTaken(error, 'checkout_request_id')) throw error;
    await recordRefusedClaim(base, payment, { kind: 'checkout_request_id', provider_id, cause });
    return saveProviderData(base.ctx.db, payment, rest);
  }
}
