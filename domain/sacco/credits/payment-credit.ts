/** How far a payment for a member has got on its way to the member: one row per payment, there from the payment's creation. */
import { systemTimeIn } from '../../../core/clock.ts';
import type { Environment } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { EndedEntry } from '../extension.port.ts';

/** What a payment is for, and the kind of its entry. */
export const PURPOSES = {
  savings: 'deposit',
  shares: 'share_purchase',
  loan_repayment: 'loan_repayment',
} as const;
export type Purpose = keyof typeof PURPOSES;

export interface CreditRow {
  payment_id: string;
  project_id: string;
  environment: Environment;
  member_id: string;
  purpose: Purpose;
  /** The loan that is repaid. */
  loan_id: string | null;
  /** `posting`: its entry is being booked; `cancelled`: the payment failed, or is being refunded. */
  status: 'pending' | 'posting' | 'credited' | 'failed' | 'cancelled' | 'refunded';
  booked: boolean;
  due_at: Date | null;
  attempts: number;
}

/** When the merchant's balance does not cover a credit: wait so long, then twice as long, up to the last. */
const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 3_600_000;

export async function lockCredit(trx: Transaction, payment_id: string): Promise<CreditRow | undefined> {
  return trx<CreditRow>('sacco_payment_credits').where({ payment_id }).forUpdate().first();
}

export async function setCredit(
  trx: Transaction,
  payment_id: string,
  change: Partial<CreditRow>,
): Promise<void> {
  await trx<CreditRow>('sacco_payment_credits').where({ payment_id }).update(change);
}

/**
 * Records what became of a credit's entry. When the merchant's balance did not cover it, the credit stays due: the member has
 * paid, and is credited as soon as the money is there.
 */
export async function recordCredit(trx: Transaction, { entry }: EndedEntry): Promise<void> {
  if (!entry.payment_id) return;
  const credit = await lockCredit(trx, entry.payment_id);
  if (credit?.status !== 'posting') return;
  const wait_ms = Math.min(FIRST_RETRY_MS * 2 ** credit.attempts, LAST_RETRY_MS);
  await setCredit(
    trx,
    entry.payment_id,
    entry.status === 'posted'
      ? { status: 'credited' }
      : { status: 'pending', attempts: credit.attempts + 1, due_at: systemTimeIn(wait_ms) },
  );
}
