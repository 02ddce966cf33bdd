/** How credits of payments to members are locked, and change. */
import { systemTimeIn } from '../../../core/clock.ts';
import { columnsOf } from '../../../db/columns-of.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { EntryEffect } from '../movement.ts';
import { SaccoPaymentCredit, type CreditRow } from './payment-credit.model.ts';
import { setCreditRows } from './payment-credit.sql.ts';

/** When the merchant's balance does not cover a credit: wait so long, then twice as long, up to the last. */
const FIRST_RETRY_MS = 30_000;
export const LAST_RETRY_MS = 3_600_000;

export async function lockCredit(trx: Transaction, payment_id: string): Promise<CreditRow | undefined> {
  return SaccoPaymentCredit.query(trx).where({ payment_id }).forUpdate().first();
}

export async function setCredit(
  trx: Transaction,
  payment_id: string,
  change: Partial<CreditRow>,
): Promise<void> {
  await SaccoPaymentCredit.query(trx).where({ payment_id }).patch(change);
}

type CreditState = Pick<CreditRow, 'payment_id' | 'status' | 'attempts' | 'due_at'>;

/** Stores how far credits, which are locked, have got. */
export async function setCredits(trx: Transaction, credits: readonly CreditState[]): Promise<void> {
  if (credits.length > 0)
    await setCreditRows(trx, columnsOf(credits, 'payment_id', 'status', 'attempts', 'due_at'));
}

/**
 * Records the results of entries of credits. A credit that the merchant's balance did not cover stays due: the member has paid,
 * and is credited as soon as the money is there.
 */
export const recordCredits: EntryEffect = async ({ trx }, ended) => {
  const posted = new Map<string, boolean>();
  for (const { entry } of ended)
    if (entry.payment_id !== null && entry.receipt_id === null)
      posted.set(entry.payment_id, entry.status === 'posted');
  if (posted.size === 0) return;
  // Locked in id order, which avoids deadlocks.
  const locked = await SaccoPaymentCredit.query(trx)
    .whereIn('payment_id', [...posted.keys()])
    .where({ status: 'posting' })
    .orderBy('payment_id')
    .forUpdate();
  await setCredits(
    trx,
    locked.map((credit) => afterPosting(credit, posted.get(credit.payment_id) === true)),
  );
};

/** The credit once its entry has ended. @param is_posted whether the entry was booked */
export function afterPosting<Row extends CreditState>(credit: Row, is_posted: boolean): Row {
  return { ...credit, ...(is_posted ? { status: 'credited' as const } : scheduleRetry(credit)) };
}

/** What changes in a credit, or a receipt, that the merchant's balance does not cover. */
export function scheduleRetry({ attempts }: { attempts: number }) {
  const pause_ms = Math.min(FIRST_RETRY_MS * 2 ** attempts, LAST_RETRY_MS);
  return { status: 'pending' as const, attempts: attempts + 1, due_at: systemTimeIn(pause_ms) };
}
