/**
 * A confirmed payment by paybill becomes a payment, completed and to be booked like any other; or it is one already: M-PESA also
 * confirms what was paid by a prompt of ours.
 */
import { systemNow } from '../../../core/clock.ts';
import { firstIdAt, newId } from '../../../core/ids.ts';
import { insertMany } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import { inTransaction, type ScopedContext, type ScopedUnit } from '../../platform/unit.ts';
import type { PaymentRow } from '../payment.model.ts';
import { getPayment } from '../payment.ts';
import { findProvider } from '../providers/index.ts';
import type { PaybillTransaction } from '../providers/provider.port.ts';
import { findHolder, isProviderIdTaken } from '../providers/provider-ids.ts';
import { mismatchOf, recordMismatch } from '../status/mismatch.ts';
import { recordTxnId } from '../status/provider-txn-id.ts';
import { applyEvidence, recordStatus } from '../status/record-status.ts';
import { findPromptedByAccount, findPromptedByPhone, findToldOf } from './paybill.sql.ts';
import { PaybillConfirmation, type PaybillConfirmationRow } from './paybill.model.ts';
import { promptedBetween } from './paybill.rules.ts';

type CompletedTransaction = Extract<PaybillTransaction, { status: 'completed' }>;

/**
 * @returns `amount_differs` where the payment that has this transaction is of another amount than the provider says: then nothing is
 *   booked
 */
export async function becomePayment(
  base: ScopedContext,
  confirmation: PaybillConfirmationRow,
  transaction: CompletedTransaction,
): Promise<'amount_differs' | 'confirmed'> {
  const { provider, transaction_id } = confirmation;
  const about = { kind: 'provider_txn_id', provider_id: transaction_id } as const;
  const holder = await findHolder(base, provider, about);
  if (holder !== null) return confirmHolder(base, confirmation, { holder, transaction });
  for (const { id } of await findPrompts(base, confirmation, transaction))
    if (await completePrompt(base, confirmation, { id, transaction })) {
      await markConfirmed(base, confirmation, id);
      return 'confirmed';
    }
  try {
    await storePayment(base, confirmation, transaction);
    return 'confirmed';
  } catch (error) {
    if (!isProviderIdTaken(error, 'provider_txn_id')) throw error;
    // A callback of a prompt was quicker by a moment, and the payment has the id now.
    return becomePayment(base, confirmation, transaction);
  }
}

/** The payment that has the transaction's id: it is completed, if it is of that amount. */
async function confirmHolder(
  base: ScopedContext,
  confirmation: PaybillConfirmationRow,
  { holder, transaction: { amount_minor } }: { holder: string; transaction: CompletedTransaction },
): Promise<'amount_differs' | 'confirmed'> {
  const payment = await getPayment(base.ctx.db, base.scope, holder);
  const amount = { status: 'completed', amount_minor } as const;
  const mismatch = mismatchOf(payment, amount);
  if (mismatch) {
    base.ctx.log.error(
      { payment_id: holder, confirmation_id: confirmation.id, mismatch },
      'the provider says another amount of a payment; left for a person',
    );
    await recordMismatch(base, payment, mismatch, 'callback');
    return 'amount_differs';
  }
  const provider_txn_id = confirmation.transaction_id;
  await recordStatus(base, payment, { ...amount, reference: holder, provider_txn_id }, 'callback');
  await markConfirmed(base, confirmation, holder);
  return 'confirmed';
}

/**
 * The payments whose prompt may have brought this transaction: one that a callback has named it to; else those of its account number
 * and amount, or, where nobody knows the account number, of its payer and amount.
 */
async function findPrompts(
  { ctx, scope }: ScopedContext,
  confirmation: PaybillConfirmationRow,
  { amount_minor, payer_phone }: CompletedTransaction,
): Promise<{ id: string }[]> {
  const { provider, account_number, transaction_id } = confirmation;
  const within = { ...scopeColumns(scope), provider };
  const { from, before } = promptedBetween(confirmation);
  const prompted = {
    ...within,
    amount_minor,
    from_id: firstIdAt('payment', from),
    before_id: firstIdAt('payment', before),
  };
  const told = await findToldOf(ctx.db, { ...within, transaction_id });
  if (account_number !== '')
    return [...told, ...(await findPromptedByAccount(ctx.db, { ...prompted, account_number }))];
  if (payer_phone === null) return told;
  return [...told, ...(await findPromptedByPhone(ctx.db, { ...prompted, phone: payer_phone }))];
}

/** @returns whether it is the payment that the transaction has paid */
async function completePrompt(
  base: ScopedContext,
  { provider, account_number, amount_minor: claimed_minor, transaction_id }: PaybillConfirmationRow,
  { id, transaction: { amount_minor } }: { id: string; transaction: CompletedTransaction },
): Promise<boolean> {
  const payment = await getPayment(base.ctx.db, base.scope, id);
  const is_told = payment.provider_data['receipt'] === transaction_id;
  const names_it = findProvider(provider).statementReference?.(payment) === account_number;
  if (payment.amount_minor !== amount_minor || !(is_told || names_it || account_number === '')) return false;
  if (!is_told && claimed_minor !== null && claimed_minor !== amount_minor) return false;
  // The provider names no reference of ours: amount and account number, or what the callback said, stand for it.
  const evidence = { status: 'completed', reference: id, provider_txn_id: transaction_id } as const;
  const completed = await recordStatus(base, payment, { ...evidence, amount_minor }, 'callback');
  return (await recordTxnId(base, completed, transaction_id, 'callback')) === transaction_id;
}

async function markConfirmed(
  base: ScopedContext,
  { id }: PaybillConfirmationRow,
  payment_id: string,
): Promise<void> {
  await PaybillConfirmation.query(base.ctx.db)
    .where({ id, status: 'pending' })
    .patch({ status: 'confirmed', payment_id, ended_at: systemNow(), next_attempt_at: null });
}

/** In one transaction: the payment, its completion with the posting that books it, and where its money goes. */
async function storePayment(
  base: ScopedContext,
  { id }: PaybillConfirmationRow,
  transaction: CompletedTransaction,
): Promise<void> {
  await inTransaction(base, async (unit) => {
    const { trx } = unit;
    const confirmation = expectOne(await PaybillConfirmation.query(trx).where({ id }).forUpdate());
    if (confirmation.status !== 'pending') return;
    const payment = await insertPayment(unit, confirmation, transaction);
    const { provider, transaction_id } = confirmation;
    const evidence = { status: 'completed', provider_txn_id: transaction_id } as const;
    if (payment.credit_to)
      await unit.ctx.destinations[payment.credit_to].onCreated(unit, [
        { scope: unit.scope, row: { ...payment, provider_txn_id: transaction_id } },
      ]);
    await applyEvidence(unit, payment, evidence, 'callback');
    await PaybillConfirmation.query(trx).where({ id }).patch({
      status: 'confirmed',
      payment_id: payment.id,
      ended_at: systemNow(),
      next_attempt_at: null,
    });
    base.ctx.log.info({ payment_id: payment.id, provider }, 'a payment came by paybill');
  });
}

async function insertPayment(
  { ctx, trx, scope }: ScopedUnit,
  confirmation: PaybillConfirmationRow,
  { amount_minor, payer_phone, payer_name }: CompletedTransaction,
): Promise<PaymentRow> {
  const { provider, transaction_id, currency } = confirmation;
  const now = scope.clock.now();
  const id = newId('payment');
  // Of what is claimed nothing is believed where the amount is another.
  const is_as_claimed = amount_minor === confirmation.amount_minor;
  const name = payer_name ?? (is_as_claimed ? confirmation.payer_name : null);
  const row = {
    id,
    ...scopeColumns(scope),
    provider,
    amount_minor,
    currency,
    origin: 'paybill' as const,
    account_number: is_as_claimed ? confirmation.account_number : '',
    status: 'processing' as const,
    // Money may be matched by it, and sent back to it: only the provider's word counts.
    customer_phone: payer_phone,
    metadata: {},
    split: null,
    payment_link_id: null,
    credit_to: await ctx.account_numbers.destination(trx, scope),
    callback_token_hash: null,
    provider_data: name === null ? {} : { payer_name: name },
    created_at: now,
    updated_at: now,
    next_poll_at: null,
  };
  if (!is_as_claimed && confirmation.amount_minor !== null)
    ctx.log.error(
      { confirmation_id: confirmation.id, claimed: confirmation.amount_minor, amount_minor },
      'a confirmation claims another amount than the provider: nothing of what it says is believed',
    );
  // The merchant may have used the provider's id as the reference of another payment.
  for (const reference of [transaction_id, id]) {
    const [inserted] = await insertMany<PaymentRow>(trx, 'payments', [{ ...row, reference }]);
    if (inserted) return inserted;
  }
  throw new Error(`no reference is free for the payment ${id}`);
}
