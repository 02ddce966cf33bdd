/** Deliveries of events as clients see them. */
import { toJsonWith } from '../../../core/json.ts';
import {
  arrayOf,
  dateTime,
  fieldsOf,
  freeForm,
  integer,
  object,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import type { Delivery } from './deliveries.ts';
import { DELIVERY_STATUSES } from './delivery.model.ts';

const fields = {
  id: string,
  webhook_id: string.describe('As in the header webhook-id: the same for every attempt and redelivery'),
  endpoint_id: string,
  type: string,
  status: oneOf(DELIVERY_STATUSES),
  attempts: arrayOf(object({ at: dateTime, status_code: integer.nullable(), error: string.nullable() })),
  next_attempt_at: dateTime.nullable(),
  created_at: dateTime,
};

export const deliverySchema = resource('WebhookDelivery', 'An event on its way to one endpoint', fields);

/** What is signed and sent. */
export const payloadFields = {
  type: string,
  timestamp: dateTime,
  data: freeForm.describe('The resource as GET answers it, at that moment'),
};

export const deliveryDetailsSchema = resource('WebhookDeliveryDetails', 'A delivery with what is sent', {
  ...fields,
  payload: object(payloadFields),
});

/** @param payload as it is sent, byte by byte */
export function writeDeliveryDetails(delivery: Delivery, payload: string): string {
  return toJsonWith(presentDelivery(delivery), 'payload', payload);
}

export function presentDelivery(delivery: Delivery): Wire<typeof deliverySchema> {
  return fieldsOf(deliverySchema, {
    ...delivery,
    webhook_id: delivery.event_id,
    attempts: delivery.attempt_log.map(({ at, status_code, error }) => ({ at, status_code, error })),
  });
}
