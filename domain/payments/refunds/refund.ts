/** Finds refunds; the ledger transfers of a refund. */
import { derivedUuid, decodeId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { accountId, TRANSFER_KINDS, type Transfer } from '../../ledger/index.ts';
import { getPayment } from '../payment.ts';
import type { RefundOutcome } from '../payment.rules.ts';
import { Refund, type RefundRow } from './refund.model.ts';

/** @throws AppError NOT_FOUND also for refunds of other projects and environments */
export function getRefund(db: Queryable, scope: Scope, id: string): Promise<RefundRow> {
  return Refund.query(db).findInScope(scope, id);
}

/** A payment's refunds, newest first. */
export async function listRefunds(
  db: Db,
  scope: Scope,
  payment_id: string,
  request: PageRequest,
): Promise<Page<RefundRow>> {
  await getPayment(db, scope, payment_id);
  return Refund.query(db).inScope(scope).where({ payment_id }).paginate(request);
}

/** The hold: from the merchant's balance towards the provider, until it is known whether the payer got the money. */
export function refundHold(refund: RefundRow): Transfer {
  const account = (kind: 'merchant_available' | 'provider_clearing'): string =>
    accountId(refund, { kind, currency: refund.currency, owner: '' });
  return {
    id: derivedUuid(decodeId(refund.id), 'hold'),
    debit_account_id: account('merchant_available'),
    credit_account_id: account('provider_clearing'),
    amount: refund.amount_minor,
    code: TRANSFER_KINDS.refund,
    phase: 'pending',
    pending_id: null,
    timeout_s: 0,
    reference: refund.payment_id,
    memo: refund.id,
  };
}

/** What ends the hold: captured when the payer got the money, released otherwise. */
export function refundEnding(refund: RefundRow, outcome: RefundOutcome): Transfer {
  const hold = refundHold(refund);
  const phase = outcome === 'succeeded' ? 'post' : 'void';
  return { ...hold, id: derivedUuid(decodeId(refund.id), phase), phase, pending_id: hold.id };
}
