/** Webhooks: event types, who is sent secrets, and the retry schedule. Pure. */
import type { Environment } from '../../core/scope.ts';

export const EVENT_TYPES = [
  'payment.completed',
  'payment.failed',
  'payment.cancelled',
  'payment_link.overpaid',
  'refund.succeeded',
  'refund.failed',
  'payout.succeeded',
  'payout.failed',
  'topup.credited',
  'topup.blocked',
  'sacco.entry.posted',
  'sacco.entry.failed',
  'sacco.entry.reversed',
  'approval.created',
  'approval.decided',
  'loan.disbursed',
  'loan.closed',
  'loan.overdue',
  'loan.written_off',
  'guarantor.consent_requested',
  'guarantor.consent_decided',
  'dividend.paid',
  'savings_interest.paid',
  'webhook_endpoint.disabled',
  'reconciliation.completed',
  'reconciliation.line.resolved',
  'period.closed',
  'period.reopened',
  'import.finished',
  'batch.finished',
  'till_session.opened',
  'till_session.closed',
  'member.notification',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Seconds to wait after each failed attempt; after the tenth attempt the delivery has failed (about 76 hours). */
const RETRY_DELAYS_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Spreads the retries of many failed deliveries over time. */
const JITTER = 0.1;

/**
 * @param attempts made so far, this one included
 * @param random 0..1
 * @returns milliseconds until the next attempt, or null when there is none
 */
export function retryDelay_ms(attempts: number, random: number): number | null {
  const delay_s = RETRY_DELAYS_S[attempts - 1];
  return delay_s === undefined ? null : Math.round(delay_s * 1_000 * (1 + JITTER * random));
}

/** No delivery waits longer, whatever a receiver asks for in Retry-After. */
export const LONGEST_RETRY_MS = Math.max(...RETRY_DELAYS_S) * 1_000 * (1 + JITTER);

/** What decides whether an endpoint is sent the secrets of an event, or the marks in their places. */
interface SecretsListener {
  mode: string;
  may_have_secrets: boolean;
  /** Subscribed to. */
  events: readonly string[];
}

/** Where money is real, secrets go only to an endpoint that was registered for their type: `*` may be anybody's log. */
export function getsSecrets(
  { mode, may_have_secrets, events }: SecretsListener,
  { type, environment }: { type: string; environment: Environment },
): boolean {
  return mode === 'push' && may_have_secrets && (environment === 'test' || events.includes(type));
}

/** Receivers may refuse a body of more than 20 kB: an event lists at most so many items. */
export const MAX_LIST_OF_EVENT = 40;

/** A receiver that hangs must not occupy a sender for long: the first attempt waits less than later ones. */
export const WEBHOOK_DEADLINES = { first_ms: 5_000, later_ms: 20_000 };
/** So many attempts are under way at one endpoint, and so long one is waited for before the next starts beside it. */
export const WEBHOOK_PACE = { max_under_way: 5, next_after_ms: 50 };
/** An endpoint without any answer in time for so long is disabled: longer than all retries of one delivery. */
const HANGS_AT_MOST_MS = 5 * 24 * 3_600_000;

/**
 * @param attempts made so far at the delivery
 * @returns milliseconds that the next one may take, its answer included
 */
export function deadline_ms({ first_ms, later_ms }: typeof WEBHOOK_DEADLINES, attempts: number): number {
  return attempts === 0 ? first_ms : later_ms;
}

/** @param hanging_since the first attempt that got no answer in time, with no answer since; null when there was one */
export function hasHungTooLong(hanging_since: Date | null, now: Date): boolean {
  return hanging_since !== null && now.getTime() - hanging_since.getTime() >= HANGS_AT_MOST_MS;
}

export interface AttemptResult {
  status_code: number | null;
  error: string | null;
  /** From the receiver's Retry-After, in milliseconds. */
  retry_after_ms: number | null;
  /** There was no answer before the deadline. */
  timed_out: boolean;
}

export type AttemptOutcome =
  | { status: 'delivered' }
  | { status: 'failed'; disable: boolean }
  | { status: 'pending'; retry_in_ms: number };

/** Only 2xx is success, 410 disables the endpoint, Retry-After is honoured. */
export function classifyAttempt(result: AttemptResult, attempts: number, random: number): AttemptOutcome {
  const { status_code, retry_after_ms } = result;
  if (status_code !== null && status_code >= 200 && status_code < 300) return { status: 'delivered' };
  if (status_code === 410) return { status: 'failed', disable: true };
  const scheduled_ms = retryDelay_ms(attempts, random);
  if (scheduled_ms === null) return { status: 'failed', disable: false };
  return { status: 'pending', retry_in_ms: Math.max(scheduled_ms, retry_after_ms ?? 0) };
}
