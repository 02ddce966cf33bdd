/** The timeline of a payment as clients see it. */
import { dateTime, freeForm, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import type { Actor } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { actorPresenter } from '../../staff/index.ts';
import { PAYMENT_CAUSES, type PaymentEventRow } from './payment-event.model.ts';
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

/** Where the details say who did it, they do so by name. */
export async function presentPaymentEvents(
  db: Queryable,
  events: readonly PaymentEventRow[],
): Promise<Wire<typeof paymentEventSchema>[]> {
  const actors = events.map(({ details }) => details['actor'] as Actor | undefined);
  const names = await actorPresenter(
    db,
    events.flatMap(({ project_id }, i) => (actors[i] ? [{ project_id, ...actors[i] }] : [])),
  );
  return events.map(({ id, type, from, to, cause, at, details }, i) => {
    const actor = actors[i] && names.present(actors[i].type, actors[i].id);
    return { id, type, from, to, cause, at, details: actor ? { ...details, actor } : details };
  });
}
