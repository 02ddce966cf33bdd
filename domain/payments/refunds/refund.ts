/** The refund as stored, and how it is found. */
import { notFound } from '../../../core/errors.ts';
import { derivedUuid, decodeId } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import type { Environment, Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import { findWithScope } from '../../platform/find-with-scope.ts';
import { accountId, TRANSFER_KINDS, type Transfer } from '../../ledger/index.ts';
import { getPayment } from '../payment.ts';
import type { RefundOutcome } from '../payment.rules.ts';

export type RefundStatus = 'pending' | 'processing' | 'succeeded' | 'failed' | 'cancelled';

export interface RefundRow {
  id: string;
  payment_id: string;
  project_id: string;
  environment: Environment;
  amount_minor: bigint;
  currency: Currency;
  status: RefundStatus;
  reason: string | null;
  manual: boolean;
  note: string | null;
  provider_refund_id: string | null;
  failure_code: string | null;
  failure_message: string | null;
  held: boolean;
  outcome: RefundOutcome | null;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
  attempts: number;
  next_attempt_at: Date | null;
}

/** @throws AppError NOT_FOUND also for refunds of other projects and environments */
export async function getRefund(db: Queryable, scope: Scope, id: string): Promise<RefundRow> {
  const refund = await db<RefundRow>('refunds')
    .where({ id, project_id: scope.project_id, environment: scope.environment })
    .first();
  if (!refund) throw notFound('refund');
  return refund;
}

/** A payment's refunds, newest first. */
export async function listRefunds(
  db: Db,
  scope: Scope,
  payment_id: string,
  { limit, after }: PageRequest,
): Promise<Page<RefundRow>> {
  await getPayment(db, scope, payment_id);
  const query = db<RefundRow>('refunds').where({ payment_id });
  if (after) void query.where('id', '<', after);
  return page(await query.orderBy('id', 'desc').limit(limit + 1), limit, (row) => row.id);
}

/** The refund and its book, for work that starts from an id alone; null when there is none. */
export async function loadRefund(
  db: Queryable,
  id: string,
): Promise<{ refund: RefundRow; scope: Scope } | null> {
  const found = await findWithScope<RefundRow>(db, 'refunds', id);
  return found && { refund: found.row, scope: found.scope };
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
