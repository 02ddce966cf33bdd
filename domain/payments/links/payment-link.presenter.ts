/** Payment links as clients see them. */
import { currencySchema, movementMoneyFields } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { boolean, dateTime, integer, oneOf, resource, string, url, type Wire } from '../../../core/schema.ts';
import { PAYMENT_LINK_STATUSES, type PaymentLinkRow } from './payment-link.model.ts';

export const paymentLinkSchema = resource('PaymentLink', 'The address of a checkout page', {
  id: string,
  url,
  title: string,
  ...movementMoneyFields('amount'),
  currency: currencySchema,
  reusable: boolean.describe('Takes any number of payments; else it completes with its first'),
  refund_overpaid: boolean.describe(
    'A payment that completes although another did is refunded at once; else it is only marked `overpaid`',
  ),
  overpaid_payments: integer.describe('Payments that completed although another did'),
  status: oneOf(PAYMENT_LINK_STATUSES),
  created_at: dateTime,
});

/** @param server_url where the checkout page is reached */
export function presentPaymentLink(link: PaymentLinkRow, server_url: string): Wire<typeof paymentLinkSchema> {
  return {
    id: link.id,
    url: `${server_url}/pay/${link.id}`,
    title: link.title,
    ...money('amount', link.amount_minor),
    currency: link.currency,
    reusable: link.reusable,
    refund_overpaid: link.refund_overpaid,
    overpaid_payments: link.overpaid_payments,
    status: link.status,
    created_at: link.created_at,
  };
}
