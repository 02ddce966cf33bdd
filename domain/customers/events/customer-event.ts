/** The events of a customer: every change, review, decision, number reveal and blocked top-up. */
import { newId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import type { CallerUnit } from '../../platform/unit.ts';
import { getCustomer } from '../customer.ts';
import { CustomerEvent, type CustomerEventRow } from './customer-event.model.ts';

/** @param details never document numbers: every member of staff may read the events */
export async function recordCustomerEvent(
  { trx, scope, actor }: Pick<CallerUnit, 'trx' | 'scope' | 'actor'>,
  customer_id: string,
  type: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await CustomerEvent.query(trx).insert({
    id: newId('event'),
    customer_id,
    ...scopeColumns(scope),
    type,
    at: scope.clock.now(),
    actor_type: actor.type,
    actor_id: actor.id,
    details,
  });
}

/** The events of a customer, newest first. @throws AppError NOT_FOUND */
export async function listCustomerEvents(
  db: Db,
  scope: Scope,
  customer_id: string,
  request: PageRequest,
): Promise<Page<CustomerEventRow>> {
  await getCustomer(db, scope, customer_id);
  return CustomerEvent.query(db).inScope(scope).where({ customer_id }).paginate(request);
}
