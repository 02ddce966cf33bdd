/** Deliveries of events as clients see them. */
import { arrayOf, dateTime, integer, object, oneOf, resource, string, type Wire } from '../../core/schema.ts';
import type { Delivery } from './deliveries.ts';
import { DELIVERY_STATUSES } from './delivery.model.ts';

export const deliverySchema = resource('WebhookDelivery', 'An event on its way to one endpoint', {
  id: string,
  webhook_id: string.describe('As in the header webhook-id: the same for every attempt and redelivery'),
  endpoint_id: string,
  type: string,
  status: oneOf(DELIVERY_STATUSES),
  attempts: arrayOf(object({ at: dateTime, status_code: integer.nullable(), error: string.nullable() })),
  next_attempt_at: dateTime.nullable(),
  created_at: dateTime,
});

export function presentDelivery(delivery: Delivery): Wire<typeof deliverySchema> {
  return {
    id: delivery.id,
    webhook_id: delivery.event_id,
    endpoint_id: delivery.endpoint_id,
    type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempt_log.map(({ at, status_code, error }) => ({ at, status_code, error })),
    next_attempt_at: delivery.next_attempt_at,
    created_at: delivery.created_at,
  };
}
