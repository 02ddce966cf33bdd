/**
 * A confirmed payment by paybill becomes a payment, completed and to be booked like any other; or it is one already: M-PESA also
 * confirms what was paid by a prompt of ours.
 */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import { insertMany } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import { inTransaction, type ScopedContext, type ScopedUnit } from '../../platform/unit.ts';
import type { PaymentRow } from '../payment.model.ts';
import { getPayment } from '../payment.ts';
import { findProvider } from '../providers/index.ts';
import type { PaybillTransaction } from '../providers/provider.port.ts';
import { findHolder, isProviderIdTaken } from '../providers/provider-ids.ts';
import { recordTxnId } from '../status/provider-txn-id.ts';
import { applyEvidence, recordStatus } from '../status/record-status.ts';
import { findPrompted } from './paybill.sql.ts';
import { PaybillConfirmation, type PaybillConfirmationRow } from './paybill.model.ts';

/** A prompt is answered, or has expired, long before this. */
const PROMPTED_WITHIN_MS = 3_600_000;

type Completed = Extract<PaybillTransaction, { status: 'completed' }>;

export async function becomePayment(
  base: ScopedContext,
  confirmation: PaybillConfirmationRow,
  transaction: Completed,
): Promise<void> {
  const { provider, transaction_id } = confirmation;
  const about = { kind: 'provider_txn_id', provider_id: transaction_id } as const;
  const holder = await findHolder(base, provider, about);
  if (holder !== null)
    await complete(base, holder, { transaction_id, amount_minor: transaction.amount_minor });
  const known = holder ?? (await completePrompted(base, confirmation, transaction));
  if (known !== null) return markConfirmed(base, confirmation, known);
  try {
    await storePayment(base, confirmation, transaction);
  } catch (error) {
    if (!isProviderIdTaken(error, 'provider_txn_id')) throw error;
    // A callback of a prompt was quicker by a moment.
    await markConfirmed(base, confirmation, (await findHolder(base, provider, about)) as string);
  }
}

/**
 * Completes the payment whose prompt the payer has answered, if that is what was confirmed: its account, its amount, and no other
 * transaction known of it.
 * @returns its id
 */
async function completePrompted(
  base: ScopedContext,
  confirmation: PaybillConfirmationRow,
  { amount_minor }: Completed,
): Promise<string | null> {
  const { ctx, scope } = base;
  const { provider: name, account_number, transaction_id } = confirmation;
  const adapter = findProvider(name);
  if (!adapter.statementReference || account_number === '') return null;
  const candidates = await findPrompted(ctx.db, {
    ...scopeColumns(scope),
    provider: name,
    account_number,
    amount_minor,
    created_after: systemTimeIn(-PROMPTED_WITHIN_MS),
  });
  for (const { id } of candidates) {
    const payment = await getPayment(ctx.db, scope, id);
    if (adapter.statementReference(payment) !== account_number) continue;
    const completed = await complete(base, id, { transaction_id, amount_minor });
    if ((await recordTxnId(base, completed, transaction_id, 'callback')) === transaction_id) return id;
  }
  return null;
}

/** Completes a payment that the transaction has paid, unless it is of another amount. @returns the payment as it now stands */
async function complete(
  base: ScopedContext,
  payment_id: string,
  { transaction_id, amount_minor }: { transaction_id: string; amount_minor: bigint },
): Promise<PaymentRow> {
  const payment = await getPayment(base.ctx.db, base.scope, payment_id);
  if (payment.status === 'completed' || payment.amount_minor !== amount_minor) return payment;
  const evidence = {
    status: 'completed',
    amount_minor,
    reference: payment_id,
    provider_txn_id: transaction_id,
  } as const;
  return recordStatus(base, payment, evidence, 'callback');
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
  transaction: Completed,
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
  { amount_minor, payer_phone, payer_name }: Completed,
): Promise<PaymentRow> {
  const { provider, transaction_id, currency } = confirmation;
  const now = scope.clock.now();
  const id = newId('payment');
  const name = payer_name ?? confirmation.payer_name;
  const row = {
    id,
    ...scopeColumns(scope),
    provider,
    amount_minor,
    currency,
    origin: 'paybill' as const,
    account_number: amount_minor === confirmation.amount_minor ? confirmation.account_number : '',
    status: 'processing' as const,
    customer_phone: payer_phone ?? confirmation.payer_phone,
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
  if (amount_minor !== confirmation.amount_minor)
    ctx.log.error(
      { confirmation_id: confirmation.id, claimed: confirmation.amount_minor, amount_minor },
      'a confirmation claims another amount than the provider: what it says of the account is not believed',
    );
  // The merchant may have used the provider's id as the reference of another payment.
  for (const reference of [transaction_id, id]) {
    const [inserted] = await insertMany<PaymentRow>(trx, 'payments', [{ ...row, reference }]);
    if (inserted) return inserted;
  }
  throw new Error(`no reference is free for the payment ${id}`);
}
