/** How credits of payments to members are locked, and change. */
import { systemTimeIn } from '../../../core/clock.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { EndedEntry } from '../extension.port.ts';
import { SaccoPaymentCredit, type CreditRow } from './payment-credit.model.ts';

/** When the merchant's balance does not cover a credit: wait so long, then twice as long, up to the last. */
const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 3_600_000;

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

/**
 * Records what became of a credit's entry. When the merchant's balance did not cover it, the credit stays due: the member has
 * paid, and is credited as soon as the money is there.
 */
export async function recordCredit(trx: Transaction, { entry }: EndedEntry): Promise<void> {
  if (!entry.payment_id) return;
  const credit = await lockCredit(trx, entry.payment_id);
  if (credit?.status !== 'posting') return;
  await setCredit(
    trx,
    entry.payment_id,
    entry.status === 'posted' ? { status: 'credited' } : triedLater(credit),
  );
}

/** What changes in a credit that the merchant's balance does not cover. */
export function triedLater({ attempts }: CreditRow): Partial<CreditRow> {
  const wait_ms = Math.min(FIRST_RETRY_MS * 2 ** attempts, LAST_RETRY_MS);
  return { status: 'pending', attempts: attempts + 1, due_at: systemTimeIn(wait_ms) };
}
