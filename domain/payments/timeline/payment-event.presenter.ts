/** The timeline of a payment as clients see it. */
import { dateTime, freeForm, oneOf, resource, string } from '../../../core/schema.ts';
import { PAYMENT_CAUSES } from './payment-event.model.ts';
import { PAYMENT_STATUSES } from '../payment.rules.ts';

export const paymentEventSchema = resource('PaymentEvent', 'Something that happened to a payment', {
  id: string,
  type: string,
  from: oneOf(PAYMENT_STATUSES).nullable(),
  to: oneOf(PAYMENT_STATUSES).nullable(),
  cause: oneOf(PAYMENT_CAUSES),
  at: dateTime,
  details: freeForm,
});
