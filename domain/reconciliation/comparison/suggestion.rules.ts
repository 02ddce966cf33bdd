/** What is suggested to whoever decides on a line: only what the decision would carry out. Pure. */
import { isFinal, type payouts, type PaymentStatus } from '../../payments/index.ts';
import { externalIdOf, type MatchStatus } from '../matching/match.rules.ts';
import type { LineRow } from '../resolutions/line.model.ts';
import { actionError, CARRIED_OUT_ACTIONS, type CarriedOutAction } from '../resolutions/resolution.rules.ts';

export const SUGGESTION_REASONS = [
  'payment_not_completed',
  'payout_not_paid',
  'not_booked',
  'without_id',
] as const;

export interface Suggestion {
  action: CarriedOutAction;
  reason: (typeof SUGGESTION_REASONS)[number];
}

export interface SuggestibleLine extends Pick<
  LineRow,
  'kind' | 'match_status' | 'status' | 'provider_txn_id' | 'reference' | 'payout_id'
> {
  /** Its id of the provider belongs to another payment, or is booked, or being booked, from another line. */
  is_id_taken: boolean;
  /** The payment that it names, as it is now; null where it names none. */
  payment: { status: PaymentStatus; provider_txn_id: string | null } | null;
  /** The payout that it names, as it is now; null where it names none. */
  payout: Pick<payouts.PayoutRow, 'origin' | 'outcome'> | null;
}

/** @param line of an open run @returns null where nothing is left to do, or a person must look first */
export function suggestionFor(line: SuggestibleLine): Suggestion | null {
  if (line.status !== 'open' || line.is_id_taken) return null;
  const action = CARRIED_OUT_ACTIONS.find((each) => actionError(each, line) === null);
  if (action === undefined) return null;
  if (action === 'settle_payment')
    return maySettle(line) ? { action, reason: 'payment_not_completed' } : null;
  if (!mayBook(line)) return null;
  if (line.payout_id !== null) return { action, reason: 'payout_not_paid' };
  return { action, reason: externalIdOf(line) === null ? 'without_id' : 'not_booked' };
}

function maySettle({ payment, provider_txn_id }: SuggestibleLine): boolean {
  if (payment === null || isFinal(payment.status)) return false;
  const recorded = payment.provider_txn_id;
  return recorded === null || provider_txn_id === null || recorded === provider_txn_id;
}

/** Whether such a line is of something else, or the same as another, a person decides. */
const TO_BE_LOOKED_AT: ReadonlySet<MatchStatus> = new Set([
  'duplicate',
  'amount_mismatch',
  'currency_mismatch',
]);

/** The lines that the action for all lines takes, too. */
function mayBook({ match_status, payout_id, payout }: SuggestibleLine): boolean {
  if (TO_BE_LOOKED_AT.has(match_status)) return false;
  if (payout_id === null) return true;
  return payout?.origin === 'merchant' && (payout.outcome === 'failed' || payout.outcome === 'cancelled');
}
