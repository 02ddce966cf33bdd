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

export function mayBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

export function isFinal(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

export function isLateSuccess(from: PaymentStatus, to: PaymentStatus): boolean {
  return isFinal(from) && to === 'completed';
}

/** Seconds from one poll to the next; then hourly. Pattern of providers.md 0.7. */
export const POLL_DELAYS_S = [15, 30, 60, 120, 300, 900];
export const HOURLY_S = 3_600;
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
  return POLL_DELAYS_S[polls] ?? HOURLY_S;
}

export interface Split {
  subaccount_id: string;
  /** The vendor's share of the payment, 1..10000. */
  share_bps: number;
}

/** What the payer is to do next. */
export type NextAction = { type: 'redirect'; url: string } | { type: 'prompt'; message: string };

/** How a refund can end. */
export const REFUND_OUTCOMES = ['succeeded', 'failed', 'cancelled'] as const;
export type RefundOutcome = (typeof REFUND_OUTCOMES)[number];
