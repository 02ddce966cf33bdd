/** Freezes, unfreezes and closes customers. A repetition changes and records nothing. */
import { refusal } from '../../core/errors.ts';
import { inTransaction, type Caller } from '../platform/unit.ts';
import { lockCustomer, patchCustomer } from './customer.ts';
import { recordCustomerEvent } from './events/customer-event.ts';
import { statusAfter, type CustomerAction } from './customer.rules.ts';
import { withTier, type CustomerView } from './customer-view.ts';

/** Action → type of its event. */
export const STATUS_EVENTS: Record<CustomerAction, string> = {
  freeze: 'customer.frozen',
  unfreeze: 'customer.unfrozen',
  close: 'customer.closed',
};

/** @throws AppError NOT_FOUND, `invalid_state` when closed, `not_closable` */
export async function changeStatus(
  caller: Caller,
  id: string,
  action: CustomerAction,
): Promise<CustomerView> {
  return inTransaction(caller, async (unit) => {
    const { ctx, trx, scope } = unit;
    const before = await lockCustomer(unit, id);
    const status = statusAfter(action, before.status);
    if (status === null)
      throw refusal('invalid_state', `${before.full_name} is ${before.status}; that cannot be undone.`);
    if (status === before.status) return withTier(trx, scope, before);
    if (action === 'close') for (const guard of ctx.close_guards) await guard(unit, before);
    const customer = await patchCustomer(unit, before, { status });
    await recordCustomerEvent(unit, id, STATUS_EVENTS[action]);
    return withTier(trx, scope, customer);
  });
}
