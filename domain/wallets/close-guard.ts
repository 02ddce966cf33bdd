/** A customer whose wallets hold money, or expect some, cannot be closed. */
import { refusal } from '../../core/errors.ts';
import type { CloseGuard } from '../customers/index.ts';
import { WalletTopup } from './topups/topup.model.ts';
import { Wallet } from './wallet.model.ts';

/**
 * Called under the customer's lock, for which every movement's reservation and every top-up's creation waits.
 * @throws AppError `not_closable`
 */
export const refuseClosingHolder: CloseGuard = async ({ trx, scope }, { id: customer_id }) => {
  const filled = await Wallet.query(trx)
    .inScope(scope)
    .where({ customer_id })
    .whereRaw(
      `(balance_bound_minor > 0 or exists (select from wallet_movements m
         where m.status = 'pending' and wallets.id in (m.debit_wallet_id, m.credit_wallet_id)))`,
    )
    .first();
  if (filled) throw refusal('not_closable', `The wallet in ${filled.currency} is not empty.`);
  const open = await WalletTopup.query(trx)
    .inScope(scope)
    .where({ customer_id })
    .where((open_topups) =>
      open_topups
        .whereIn('status', ['pending', 'blocked'])
        // A refund that fails makes the top-up due again.
        .orWhere((refunded) =>
          refunded
            .where({ status: 'refunded' })
            .whereRaw(
              'exists (select from payments p where p.id = payment_id and p.refunded_minor < p.amount_minor)',
            ),
        ),
    )
    .first();
  if (open)
    throw refusal(
      'not_closable',
      `The top-up by ${open.payment_id} is ${open.status === 'refunded' ? 'being refunded' : open.status}.`,
    );
};
