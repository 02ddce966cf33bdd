/** The trail of a customer as clients see it. */
import { actorSchema, presentActor } from '../../core/common-schemas.ts';
import { dateTime, freeForm, resource, string, type Wire } from '../../core/schema.ts';
import type { CustomerEventRow } from './customer-event.model.ts';

export const customerEventSchema = resource('CustomerEvent', 'Something that happened to a customer', {
  id: string,
  type: string,
  at: dateTime,
  actor: actorSchema,
  details: freeForm,
});

export function presentCustomerEvent(event: CustomerEventRow): Wire<typeof customerEventSchema> {
  return {
    id: event.id,
    type: event.type,
    at: event.at,
    actor: presentActor(event.actor_type, event.actor_id),
    details: event.details,
  };
}
