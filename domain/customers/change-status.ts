/** Freezes, unfreezes and closes customers. Doing it again repeats and leaves no second trace. */
import { refusal } from '../../core/errors.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import { expectOne } from '../../db/rows.ts';
import type { Context } from '../platform/context.ts';
import { lockCustomer } from './customer.ts';
import { Customer } from './customer.model.ts';
import { recordCustomerEvent } from './events/customer-event.ts';
import { statusAfter, type CustomerAction } from './customer.rules.ts';
import { withTier, type CustomerView } from './customer-view.ts';

/** Action → what the trail calls it. */
export const STATUS_EVENTS: Record<CustomerAction, string> = {
  freeze: 'customer.frozen',
  unfreeze: 'customer.unfrozen',
  close: 'customer.closed',
};

/** @throws AppError NOT_FOUND, `invalid_state` when closed, `not_closable` */
export async function changeStatus(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  id: string,
  action: CustomerAction,
): Promise<CustomerView> {
  return ctx.db.transaction(async (trx) => {
    const before = await lockCustomer(trx, scope, id);
    const status = statusAfter(action, before.status);
    if (status === null)
      throw refusal('invalid_state', `${before.full_name} is ${before.status}; that cannot be undone.`);
    if (status === before.status) return withTier(trx, scope, before);
    if (action === 'close') for (const guard of ctx.close_guards) await guard(trx, scope, before);
    const customer = expectOne(
      await Customer.query(trx)
        .inScope(scope)
        .where({ id })
        .patch({ status, updated_at: scope.clock.now() })
        .returning('*'),
    );
    await recordCustomerEvent({ trx, scope, actor }, id, STATUS_EVENTS[action]);
    return withTier(trx, scope, customer);
  });
}
