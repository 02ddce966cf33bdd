/** Wallets as a destination of payments: a top-up exists from its payment's creation on, and its row follows the payment. */
import { refusal } from '../../core/errors.ts';
import { systemNow } from '../../core/clock.ts';
import { idPattern } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { findCustomer, lockCustomers } from '../customers/index.ts';
import type { PaymentDestination } from '../payments/index.ts';
import { topupAfter } from './topup.rules.ts';
import { changeTopup, lockTopup } from './topup.ts';
import { WalletTopup } from './topup.model.ts';
import { findWallet } from './wallet.ts';
import type { WalletRow } from './wallet.model.ts';

const METADATA_KEY = 'wallet_customer_id';

export const topupDestination: PaymentDestination = {
  metadata_key: METADATA_KEY,
  job: 'credit-topup',

  async validate(db, scope, { metadata, currency }) {
    await walletToTopUp(db, scope, metadata, currency);
  },

  async onCreated(trx, scope, payment) {
    const wallet = await walletToTopUp(trx, scope, payment.metadata, payment.currency);
    await refuseClosed(trx, scope, wallet);
    await WalletTopup.query(trx).insert({
      payment_id: payment.id,
      ...scopeColumns(scope),
      wallet_id: wallet.id,
      customer_id: wallet.customer_id,
      amount_minor: payment.amount_minor,
      currency: payment.currency,
      created_at: payment.created_at,
      updated_at: payment.created_at,
    });
  },

  async onFinal(trx, scope, { id, status }) {
    const event = status === 'completed' ? 'payment_completed' : 'payment_failed';
    await changeTopup(trx, scope, await lockTopup(trx, id), event);
  },

  async onPosted(trx, payment_ids) {
    await WalletTopup.query(trx).whereIn('payment_id', payment_ids).patch({ ready_at: systemNow() });
  },

  async onRefundRequested(trx, scope, payment, amount_minor) {
    const topup = await lockTopup(trx, payment.id);
    if (topup.status === 'credited')
      throw refusal('not_refundable', 'The money is in the customer’s wallet: reverse the top-up first.');
    if (topup.movement_id)
      throw refusal('not_refundable', 'The top-up is being credited. Look again in a moment.');
    if (!topupAfter(topup.status, 'refund_started')) throw refusal('not_refundable');
    if (topup.status !== 'reversed' && amount_minor !== payment.amount_minor)
      throw refusal('not_refundable', 'A top-up that is not credited is refunded only as a whole.');
    await changeTopup(trx, scope, topup, 'refund_started');
  },

  async onRefundResolved(trx, scope, payment_id, outcome) {
    const event = outcome === 'succeeded' ? 'refund_succeeded' : 'refund_undone';
    await changeTopup(trx, scope, await lockTopup(trx, payment_id), event);
  },
};

/** @throws AppError customer_unknown, wallet_unknown */
async function walletToTopUp(
  db: Queryable,
  scope: Scope,
  metadata: Record<string, unknown> | undefined,
  currency: Currency,
): Promise<WalletRow> {
  const customer_id = metadata?.[METADATA_KEY];
  if (typeof customer_id !== 'string' || !idPattern('customer').test(customer_id))
    throw refusal('customer_unknown', `"metadata.${METADATA_KEY}" must be the id of a customer.`);
  const wallet = await findWallet(db, scope, { customer_id, currency });
  if (wallet) return wallet;
  throw (await findCustomer(db, scope, customer_id))
    ? refusal('wallet_unknown', `The customer has no wallet in ${currency}.`)
    : refusal('customer_unknown');
}

/**
 * Under the customer's lock, so that a close sees the top-up or the top-up sees the close. A frozen customer may be
 * active again by the time the money is there; a closed one never will be.
 * @throws AppError `customer_not_active`
 */
async function refuseClosed(trx: Transaction, scope: Scope, { customer_id }: WalletRow): Promise<void> {
  const [customer] = await lockCustomers(trx, scope, [customer_id], 'share');
  if (customer?.status === 'closed') throw refusal('customer_not_active', 'The customer is closed.');
}
