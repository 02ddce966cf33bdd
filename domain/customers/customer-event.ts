/** A customer's trail: every change, review, decision, number reveal and blocked top-up. */
import { newId } from '../../core/ids.ts';
import { toJson } from '../../core/json.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import type { Db, Transaction } from '../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import { getCustomer } from './customer.ts';

export interface CustomerEventRow {
  id: string;
  customer_id: string;
  type: string;
  at: Date;
  actor_type: Actor['type'];
  actor_id: string;
  details: Record<string, unknown>;
}

/** @param details never document numbers: the trail is shown to every member of staff */
export async function recordCustomerEvent(
  trx: Transaction,
  scope: Scope,
  actor: Actor,
  customer_id: string,
  type: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await trx('customer_events').insert({
    id: newId('event'),
    customer_id,
    project_id: scope.project_id,
    environment: scope.environment,
    type,
    at: scope.clock.now(),
    actor_type: actor.type,
    actor_id: actor.id,
    details: toJson(details),
  });
}

/** A customer's trail, newest first. @throws AppError NOT_FOUND */
export async function listCustomerEvents(
  db: Db,
  scope: Scope,
  customer_id: string,
  { limit, after }: PageRequest,
): Promise<Page<CustomerEventRow>> {
  await getCustomer(db, scope, customer_id);
  const query = db<CustomerEventRow>('customer_events').where({ customer_id });
  if (after) void query.where('id', '<', after);
  return page(await query.orderBy('id', 'desc').limit(limit + 1), limit, (row) => row.id);
}
