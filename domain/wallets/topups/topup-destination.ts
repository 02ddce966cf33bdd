/** Wallets as a destination of payments: a top-up exists from its payment's creation on, and its row follows the payment. */
import { refusal } from '../../../core/errors.ts';
import { systemNow } from '../../../core/clock.ts';
import { idPattern } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import { insertAll } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import { findCustomer, lockCustomersOfScopes } from '../../customers/index.ts';
import type { DestinedPayment, PaymentDestination } from '../../payments/index.ts';
import type { ScopedRow } from '../../platform/write-pipeline.ts';
import { topupAfter } from './topup.rules.ts';
import { changeTopup, lockTopup } from './topup.ts';
import { WalletTopup } from './topup.model.ts';
import { findWallets } from '../wallet.ts';
import type { WalletKey, WalletRow } from '../wallet.model.ts';

const METADATA_KEY = 'wallet_customer_id';

export const topupDestination: PaymentDestination = {
  metadata_key: METADATA_KEY,

  async validate(db, scope, { metadata, currency }) {
    await withWallets(db, [{ scope, row: { metadata, currency } }]);
  },

  async onCreated({ trx }, created) {
    const found = await withWallets(trx, created);
    await refuseClosed(trx, found);
    const topups = found.map(({ scope, row, wallet }) => ({
      payment_id: row.id,
      ...scopeColumns(scope),
      wallet_id: wallet.id,
      customer_id: wallet.customer_id,
      amount_minor: row.amount_minor,
      currency: row.currency,
      created_at: row.created_at,
      updated_at: row.created_at,
    }));
    await insertAll(trx, 'wallet_topups', topups);
  },

  async onFinal(unit, { id, status }) {
    const event = status === 'completed' ? 'payment_completed' : 'payment_failed';
    await changeTopup(unit, await lockTopup(unit.trx, id), event);
  },

  async onPosted({ trx, enqueue }, payment_ids) {
    await WalletTopup.query(trx).whereIn('payment_id', payment_ids).patch({ ready_at: systemNow() });
    for (const payment_id of payment_ids) enqueue('credit-topup', { payment_id });
  },

  async onRefundRequested(unit, payment, amount_minor) {
    const topup = await lockTopup(unit.trx, payment.id);
    if (topup.status === 'credited')
      throw refusal('not_refundable', 'The money is in the customer’s wallet: reverse the top-up first.');
    if (topup.movement_id)
      throw refusal('not_refundable', 'The top-up is being credited. Look again in a moment.');
    if (!topupAfter(topup.status, 'refund_started')) throw refusal('not_refundable');
    if (topup.status !== 'reversed' && amount_minor !== payment.amount_minor)
      throw refusal('not_refundable', 'A top-up that is not credited is refunded only as a whole.');
    await changeTopup(unit, topup, 'refund_started');
  },

  async onRefundResolved(unit, payment_id, outcome) {
    const event = outcome === 'succeeded' ? 'refund_succeeded' : 'refund_undone';
    await changeTopup(unit, await lockTopup(unit.trx, payment_id), event);
    if (outcome !== 'succeeded') unit.enqueue('credit-topup', { payment_id });
  },
};

/** Each payment with the wallet that it tops up. @throws AppError customer_unknown, wallet_unknown */
async function withWallets<Row extends Pick<DestinedPayment, 'metadata' | 'currency'>>(
  db: Queryable,
  payments: ScopedRow<Row>[],
): Promise<(ScopedRow<Row> & { wallet: WalletRow })[]> {
  const wanted = payments.map(({ scope, row }) => ({
    scope,
    row,
    customer_id: customerNamedIn(row.metadata),
    currency: row.currency,
  }));
  const walletOf = await findWallets(db, wanted);
  const found = [];
  for (const { scope, row, ...key } of wanted)
    found.push({ scope, row, wallet: walletOf(scope, key) ?? (await refuseMissing(db, scope, key)) });
  return found;
}

/** @throws AppError customer_unknown, wallet_unknown */
async function refuseMissing(
  db: Queryable,
  scope: Scope,
  { customer_id, currency }: WalletKey,
): Promise<never> {
  throw (await findCustomer(db, scope, customer_id))
    ? refusal('wallet_unknown', `The customer has no wallet in ${currency}.`)
    : refusal('customer_unknown');
}

/** @throws AppError customer_unknown */
function customerNamedIn(metadata: Record<string, unknown> | undefined): string {
  const customer_id = metadata?.[METADATA_KEY];
  if (typeof customer_id !== 'string' || !idPattern('customer').test(customer_id))
    throw refusal('customer_unknown', `"metadata.${METADATA_KEY}" must be the id of a customer.`);
  return customer_id;
}

/**
 * Under the customers' locks, so that a close sees the top-up or the top-up sees the close. A frozen customer may be
 * active again by the time the money is there; a closed one never will be.
 * @throws AppError `customer_not_active`
 */
async function refuseClosed(trx: Transaction, topups: { scope: Scope; wallet: WalletRow }[]): Promise<void> {
  const wanted = topups.map(({ scope, wallet }) => ({ scope, id: wallet.customer_id }));
  const customerOf = await lockCustomersOfScopes(trx, wanted, 'share');
  if (wanted.some(({ scope, id }) => customerOf(scope, id).status === 'closed'))
    throw refusal('customer_not_active', 'The customer is closed.');
}
