/** The fields of requests that have limits. Pure. */

/** Longest `AccountReference`. */
const MAX_REFERENCE = 12;
/** Length of `Remarks`. */
const MIN_REMARKS = 2;
const MAX_REMARKS = 100;

/** Whole units, as the integer that is sent. The terms refuse other amounts before a payment is stored. */
export function wholeAmount(amount_minor: bigint): bigint {
  if (amount_minor % 100n !== 0n) throw new Error('M-PESA takes whole amounts only');
  return amount_minor / 100n;
}

/**
 * What the payer sees, and what the statement shows as the account: the payment's reference where it fits, else the end of
 * our id, which is random.
 */
export function accountReference(reference: string, payment_id: string): string {
  const fits = reference.length <= MAX_REFERENCE && /^[A-Za-z0-9._-]+$/.test(reference);
  return fits ? reference : payment_id.slice(-MAX_REFERENCE);
}

/** What M-PESA keeps with a payout: its narration, in characters that the gateway lets through. */
export function remarksOf(narration: string | null): string {
  const text = (narration ?? '')
    .replaceAll(/[^A-Za-z0-9.,:/_-]+/g, ' ')
    .trim()
    .slice(0, MAX_REMARKS)
    .trim();
  return text.length < MIN_REMARKS ? 'Payout' : text;
}
