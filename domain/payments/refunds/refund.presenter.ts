/** Refunds as clients and webhooks see them. */
import { currencySchema, moneyFields } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { boolean, dateTime, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import { REFUND_STATUSES, type RefundRow } from './refund.model.ts';

export const refundSchema = resource('Refund', 'All or part of a payment on its way back to the payer', {
  id: string,
  payment_id: string,
  ...moneyFields('amount'),
  currency: currencySchema,
  status: oneOf(REFUND_STATUSES),
  reason: string.nullable(),
  manual: boolean.describe('The provider has no API for refunds: a person makes it and marks how it ended'),
  note: string.nullable(),
  provider_refund_id: string.nullable(),
  failure_code: string.nullable(),
  failure_message: string.nullable(),
  created_at: dateTime,
  updated_at: dateTime,
  completed_at: dateTime.nullable(),
  replayed: boolean.describe('In the answer to creating it').optional(),
});

export function presentRefund(refund: RefundRow): Wire<typeof refundSchema> {
  return {
    id: refund.id,
    payment_id: refund.payment_id,
    ...money('amount', refund.amount_minor),
    currency: refund.currency,
    status: refund.status,
    reason: refund.reason,
    manual: refund.manual,
    note: refund.note,
    provider_refund_id: refund.provider_refund_id,
    failure_code: refund.failure_code,
    failure_message: refund.failure_message,
    created_at: refund.created_at,
    updated_at: refund.updated_at,
    completed_at: refund.completed_at,
  };
}
