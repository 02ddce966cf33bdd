/** The payment's state machine and the poller's schedule, as data. Pure. */

export const PAYMENT_STATUSES = [
  'initiated',
  'pending',
  'processing',
  'completed',
  'failed',
  'cancelled',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Who began a payment: a request that asked the payer, or the payer alone, who typed an account number at the provider. */
export const PAYMENT_ORIGINS = ['request', 'paybill'] as const;
export type PaymentOrigin = (typeof PAYMENT_ORIGINS)[number];

/**
 * Where a payment may go. Forward only, save that fresh provider evidence completes a failed or cancelled payment
 * (late success), which is audit-logged.
 */
const TRANSITIONS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  initiated: ['pending', 'processing', 'completed', 'failed', 'cancelled'],
  pending: ['processing', 'completed', 'failed', 'cancelled'],
  processing: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: ['completed'],
  cancelled: ['completed'],
};

export function canBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Statuses in which a person may cancel: later the payer has confirmed, and only the provider knows the outcome. */
export const CANCELLABLE: readonly PaymentStatus[] = ['initiated', 'pending'];

export type FinalStatus = 'completed' | 'failed' | 'cancelled';

export function isFinal(status: PaymentStatus): status is FinalStatus {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

export function isLateSuccess(from: PaymentStatus, to: PaymentStatus): boolean {
  return isFinal(from) && to === 'completed';
}

/** Seconds from one question to a provider to the next: close together while an answer is likely, then hourly. */
export const POLLING = { first_s: [15, 30, 60, 120, 300, 900], then_s: 3_600 };
/** The poller gives up a day after a provider's payment would have expired, and leaves the payment to a person. */
const GIVE_UP_AFTER_S = 24 * 3_600;

/**
 * @param polls how many were made already
 * @param age_s seconds since the payment was created
 * @param expiry_s how long the provider lets a payment wait
 * @returns seconds until the next poll, or null when there shall be none
 */
export function nextPollDelay_s(polls: number, age_s: number, expiry_s: number): number | null {
  if (age_s > expiry_s + GIVE_UP_AFTER_S) return null;
  return POLLING.first_s[polls] ?? POLLING.then_s;
}

/** Whether the polls after so many are still close together. */
export function isPolledSoon(polls: number): boolean {
  return polls < POLLING.first_s.length;
}

/** So long after its creation a payment that never reached its provider is submitted again: its payer is still there. */
const SUBMITTED_AGAIN_WITHIN_MS = 5 * 60_000;
/** No request takes this long to reach a provider: a payment that is unknown then stays unknown. */
const UNKNOWN_FOR_GOOD_AFTER_MS = 60 * 60_000;

/**
 * What to do with an initiated payment that its provider does not know.
 * @param age_ms since its creation
 * @param deadline_ms how long the first request to the provider may still be under way
 */
export function stepOfUnknownPayment(age_ms: number, deadline_ms: number): 'wait' | 'submit' | 'expire' {
  if (age_ms > UNKNOWN_FOR_GOOD_AFTER_MS) return 'expire';
  return age_ms > deadline_ms && age_ms < SUBMITTED_AGAIN_WITHIN_MS ? 'submit' : 'wait';
}

export interface Split {
  subaccount_id: string;
  /** The vendor's share of the payment, 1..10000. */
  share_bps: number;
}

/** The payer's next step. */
export type NextAction = { type: 'redirect'; url: string } | { type: 'prompt'; message: string };

/** Why a payment or a refund failed, in the same terms for all providers. */
export const FAILURE_CODES = [
  'not_approved',
  'insufficient_funds',
  'wrong_pin',
  'expired',
  'unreachable',
  'subscriber_locked',
  'push_error',
  'system_busy',
  'payer_not_found',
  'payee_not_found',
  'limit_reached',
  'declined',
  'cancelled',
  'unspecified',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** How a refund can end. */
export const REFUND_OUTCOMES = ['succeeded', 'failed', 'cancelled'] as const;
export type RefundOutcome = (typeof REFUND_OUTCOMES)[number];
