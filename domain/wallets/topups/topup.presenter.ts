/** Top-ups as clients and webhooks see them. */
import { currencySchema, movementMoneyFields, reasonSchema } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { boolean, dateTime, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import type { TopupRow } from './topup.model.ts';
import { TOPUP_STATUSES } from './topup.rules.ts';

export const topupSchema = resource('Topup', 'A payment on its way into a wallet', {
  payment_id: string,
  customer_id: string,
  wallet_id: string,
  ...movementMoneyFields('amount'),
  currency: currencySchema,
  status: oneOf(TOPUP_STATUSES),
  reason: reasonSchema.nullable(),
  created_at: dateTime,
  updated_at: dateTime,
  credited_at: dateTime.nullable(),
  replayed: boolean.describe('In the answer to reversing it').optional(),
});

export function presentTopup(topup: TopupRow): Wire<typeof topupSchema> {
  return {
    payment_id: topup.payment_id,
    customer_id: topup.customer_id,
    wallet_id: topup.wallet_id,
    ...money('amount', topup.amount_minor),
    currency: topup.currency,
    status: topup.status,
    reason: topup.reason,
    created_at: topup.created_at,
    updated_at: topup.updated_at,
    credited_at: topup.credited_at,
  };
}
