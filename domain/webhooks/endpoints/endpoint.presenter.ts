/** Webhook endpoints as clients see them. */
import {
  arrayOf,
  dateTime,
  fieldsOf,
  oneOf,
  resource,
  string,
  url,
  type Wire,
} from '../../../core/schema.ts';
import { ENDPOINT_MODES, ENDPOINT_STATUSES, type EndpointRow } from './endpoint.model.ts';

export const endpointSchema = resource('WebhookEndpoint', 'Where events are sent, or asked for', {
  id: string,
  mode: oneOf(ENDPOINT_MODES).describe('`poll`: nothing is sent, its events are asked for'),
  url: url.nullable(),
  events: arrayOf(string).describe('Types of events, or `*` for all'),
  status: oneOf(ENDPOINT_STATUSES),
  secret: string
    .describe('Signs what is sent: in the answer to creating and rotating, and never again')
    .optional(),
  created_at: dateTime,
});

/** @param secret shown once, on creation and rotation */
export function presentEndpoint(row: EndpointRow, secret?: string): Wire<typeof endpointSchema> {
  return fieldsOf(endpointSchema, { ...row, ...(secret ? { secret } : {}) });
}
