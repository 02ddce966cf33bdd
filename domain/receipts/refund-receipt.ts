/** Unallocated money back to its sender: a second person approves, and then a payout sends it. */
import { AppError, refusal } from '../../core/errors.ts';
import { decodeId, derivedUuid } from '../../core/ids.ts';
import { formatMoney } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { accountId, TRANSFER_KINDS } from '../ledger/index.ts';
import { receiptRows } from '../movements/index.ts';
import { getPayment, payouts } from '../payments/index.ts';
import { claimKey, findKey, refuseReservedKey } from '../platform/idempotency.ts';
import type { SubjectAction } from '../platform/second-person.port.ts';
import { inTransaction, type Caller, type ScopedUnit } from '../platform/unit.ts';
import { getReceipt } from './read-receipts.ts';
import { requireOpen } from './request-allocation.ts';

export interface RefundRequest {
  memo: string;
  idempotency_key: string;
}

interface RequestedRefund {
  receipt: receiptRows.ReceiptRow;
  replayed: boolean;
}

/**
 * Asks for all that is unallocated of the receipt to go back to who sent it.
 * @throws AppError NOT_FOUND, `receipt_not_open`, `sender_unknown`, `idempotency_key_reused`; as `payouts.requirePayable`
 */
export async function requestRefund(
  caller: Caller,
  receipt_id: string,
  { memo, idempotency_key: key }: RefundRequest,
): Promise<RequestedRefund> {
  const { ctx, scope } = caller;
  refuseReservedKey(key);
  const receipt = await getReceipt(ctx.db, scope, receipt_id);
  const idempotency = { key, request: ['POST sacco unallocated refund', receipt_id, { memo }] };
  if (await findKey(ctx.db, scope, idempotency)) return { receipt, replayed: true };
  return inTransaction(caller, async (unit) => {
    const { trx } = unit;
    const current = (await receiptRows.lock(trx, receipt_id)) as receiptRows.ReceiptRow;
    if (await claimKey(unit, idempotency, receipt_id)) return { receipt: current, replayed: true };
    requireOpen(current);
    await payouts.requirePayable(
      { ...unit, db: trx },
      await payoutOf({ db: trx, scope }, current),
      'requested',
    );
    const { unallocated_minor: amount_minor, currency, payer_phone } = current;
    const approval_id = await ctx.second_person.request(unit, {
      kind: 'receipt_refund',
      subject: { type: 'receipt', id: receipt_id },
      summary: `${formatMoney(amount_minor, currency)} of unallocated money back to ${payer_phone}: ${memo}`,
      memo,
      amount: { amount_minor, currency },
    });
    await receiptRows.set(trx, receipt_id, { status: 'refunding', approval_id });
    return { receipt: await getReceipt(trx, scope, receipt_id), replayed: false };
  });
}

/** What sends the money back, by the provider that it came by. @throws AppError `sender_unknown` */
async function payoutOf(
  { db, scope }: { db: Queryable; scope: Scope },
  { id, payment_id, payer_phone, unallocated_minor, currency }: receiptRows.ReceiptRow,
): Promise<payouts.PayoutRequest> {
  if (payment_id === null)
    throw refusal('sender_unknown', 'It came into a bank account: reverse its entry to send it back there.');
  if (payer_phone === null) throw refusal('sender_unknown');
  const { provider } = await getPayment(db, scope, payment_id);
  return { provider, amount_minor: unallocated_minor, currency, reference: id, to: { phone: payer_phone } };
}

export const receiptRefund: SubjectAction = {
  kind: 'receipt_refund',
  subject_type: 'receipt',

  async refusal({ ctx, db, scope }, { subject_id, requested_by: actor }) {
    try {
      const payout = await payoutOf({ db, scope }, await getReceipt(db, scope, subject_id));
      await payouts.requirePayable({ ctx, db, scope, actor }, payout, 'read');
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  },

  async changes({ db, scope }, { subject_id }) {
    const { payer_phone } = await getReceipt(db, scope, subject_id);
    return [
      { field: 'status', from: 'unallocated', to: 'refunding' },
      { field: 'to', from: null, to: payer_phone },
    ];
  },

  /** Where payouts were turned off meanwhile, or limits lowered, the request keeps waiting. */
  async onApproved(unit, { subject_id, requested_by }) {
    const { trx } = unit;
    const receipt = (await receiptRows.lock(trx, subject_id)) as receiptRows.ReceiptRow;
    const payout = await payouts.request(
      { ...unit, actor: requested_by },
      {
        ...(await payoutOf({ db: trx, scope: unit.scope }, receipt)),
        origin: 'paybill',
        origin_id: subject_id,
        approved: true,
      },
    );
    await receiptRows.set(trx, subject_id, { payout_id: payout.id });
  },

  onDropped: (unit, { subject_id }) => reopen(unit, subject_id),
};

async function reopen({ trx }: Pick<ScopedUnit, 'trx'>, receipt_id: string): Promise<void> {
  const receipt = await receiptRows.lock(trx, receipt_id);
  if (receipt?.status !== 'refunding') return;
  await receiptRows.set(trx, receipt_id, { status: 'unallocated', approval_id: null });
}

/** Payouts of unallocated money. */
export const receiptOrigin: payouts.PayoutOrigin = {
  transfers(_base, payout) {
    const account = (kind: 'unallocated' | 'provider_clearing'): string =>
      accountId(payout, { kind, currency: payout.currency, owner: '' });
    return [
      {
        id: derivedUuid(decodeId(payout.id), 'booking'),
        debit_account_id: account('unallocated'),
        credit_account_id: account('provider_clearing'),
        amount: payout.amount_minor,
        code: TRANSFER_KINDS.receipt_refund,
        phase: null,
        pending_id: null,
        timeout_s: 0,
        reference: payout.id,
        memo: payout.reference,
      },
    ];
  },

  async onEnded(unit, { origin_id }, { outcome }) {
    const receipt_id = origin_id as string;
    if (outcome !== 'succeeded') return reopen(unit, receipt_id);
    await receiptRows.set(unit.trx, receipt_id, {
      status: 'refunded',
      unallocated_minor: 0n,
      resolved_at: unit.scope.clock.now(),
    });
  },
};
