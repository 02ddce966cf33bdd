/** What of a customer's wallets stands in the way of closing the customer. */
import { refusal } from '../../core/errors.ts';
import type { CloseGuard } from '../customers/index.ts';

/**
 * Asked under the customer's lock, which every movement's intent and every top-up's creation waits for.
 * @throws AppError `not_closable`
 */
export const refuseClosingHolder: CloseGuard = async (trx, _scope, { id: customer_id }) => {
  const filled = await trx('wallets')
    .where({ customer_id })
    .whereRaw(
      `(balance_bound_minor > 0 or exists (select from wallet_movements m
         where m.status = 'pending' and wallets.id in (m.debit_wallet_id, m.credit_wallet_id)))`,
    )
    .first('currency');
  if (filled) throw refusal('not_closable', `The wallet in ${filled.currency} is not empty.`);
  const open = await trx('wallet_topups')
    .where({ customer_id })
    .whereIn('status', ['pending', 'blocked'])
    .first('payment_id', 'status');
  if (open) throw refusal('not_closable', `The top-up by ${open.payment_id} is ${open.status}.`);
};
