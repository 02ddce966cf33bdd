/** The events of a customer as clients see them. */
import { actorSchema } from '../../../core/common-schemas.ts';
import { dateTime, fieldsOf, freeForm, resource, string, type Wire } from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import { actorPresenter } from '../../staff/index.ts';
import type { CustomerEventRow } from './customer-event.model.ts';

export const customerEventSchema = resource('CustomerEvent', 'Something that happened to a customer', {
  id: string,
  type: string,
  at: dateTime,
  actor: actorSchema,
  details: freeForm,
});

export async function presentCustomerEvents(
  db: Queryable,
  events: readonly CustomerEventRow[],
): Promise<Wire<typeof customerEventSchema>[]> {
  const { present } = await actorPresenter(
    db,
    events.map(({ project_id, actor_type: type, actor_id: id }) => ({ project_id, type, id })),
  );
  return events.map((event) =>
    fieldsOf(customerEventSchema, { ...event, actor: present(event.actor_type, event.actor_id) }),
  );
}
