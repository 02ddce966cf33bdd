/** When a provider's answer decides about a confirmation, and which prompts it may be about. Pure. */
import type { PaybillTransaction } from '../providers/provider.port.ts';
import type { PaybillConfirmationRow } from './paybill.model.ts';

export type DecidedTransaction = Exclude<PaybillTransaction, { status: 'pending' }>;

/** The provider may know a transaction some minutes after its confirmation. One that it did not know later than this was never made. */
const UNKNOWN_FOR_GOOD_AFTER_MS = 10 * 60_000;

export function isDecided(
  transaction: PaybillTransaction,
  { received_at }: Pick<PaybillConfirmationRow, 'received_at'>,
): transaction is DecidedTransaction {
  if (transaction.status !== 'unknown') return transaction.status !== 'pending';
  return transaction.asked_at.getTime() - received_at.getTime() > UNKNOWN_FOR_GOOD_AFTER_MS;
}

/** A prompt is answered, or has expired, long before this. */
const PROMPTED_WITHIN_MS = 3_600_000;
/** Who enters the id of a transaction has found it missing: it was made some days ago at most. */
const ENTERED_WITHIN_MS = 7 * 24 * 3_600_000;
/** A prompt that was created after its confirmation arrived, by clocks that differ. */
const CLOCKS_DIFFER_MS = 60_000;

/** When a prompt was created that this confirmation may be about. */
export function promptedBetween({
  received_at,
  amount_minor,
}: Pick<PaybillConfirmationRow, 'received_at' | 'amount_minor'>): { from: Date; before: Date } {
  const within_ms = amount_minor === null ? ENTERED_WITHIN_MS : PROMPTED_WITHIN_MS;
  return {
    from: new Date(received_at.getTime() - within_ms),
    before: new Date(received_at.getTime() + CLOCKS_DIFFER_MS),
  };
}
