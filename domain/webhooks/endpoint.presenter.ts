/** Webhook endpoints as clients see them. */
import { arrayOf, dateTime, oneOf, resource, string, url, type Wire } from '../../core/schema.ts';
import { ENDPOINT_STATUSES, type EndpointRow } from './endpoint.model.ts';

export const endpointSchema = resource('WebhookEndpoint', 'Where events are sent', {
  id: string,
  url,
  events: arrayOf(string).describe('Types of events, or `*` for all'),
  status: oneOf(ENDPOINT_STATUSES),
  secret: string
    .describe('Signs what is sent: in the answer to creating and rotating, and never again')
    .optional(),
  created_at: dateTime,
});

/** @param secret shown once, on creation and rotation */
export function presentEndpoint(
  { id, url: address, events, status, created_at }: EndpointRow,
  secret?: string,
): Wire<typeof endpointSchema> {
  return { id, url: address, events, status, ...(secret ? { secret } : {}), created_at };
}
