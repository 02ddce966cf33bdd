/** When a one-time link takes a payment. Pure. */
import { AppError, refusal } from '../../../core/errors.ts';
import type { PaymentLinkRow } from './payment-link.model.ts';

/** For so long a payment keeps others away. After that its payer has given up, or the provider has lost it. */
const ATTEMPT_MS = 15 * 60_000;

/** @param created_at of the payment that begins */
export function attemptUntil(created_at: Date): Date {
  return new Date(created_at.getTime() + ATTEMPT_MS);
}

type Taking = Pick<PaymentLinkRow, 'status' | 'attempt_id' | 'attempt_until'>;

/** @returns until when somebody is paying; null when nobody is */
export function payingUntil({ attempt_id, attempt_until }: Taking, now: Date): Date | null {
  return attempt_id !== null && attempt_until !== null && attempt_until > now ? attempt_until : null;
}

/** @returns why the link takes no payment now: `invalid_state` once it has ended, else `link_being_paid`; null when it does */
export function linkRefusal(link: Taking, now: Date): AppError | null {
  if (link.status !== 'active') return refusal('invalid_state', 'This link takes no more payments.');
  const until = payingUntil(link, now);
  if (until === null) return null;
  return new AppError(
    'CONFLICT',
    `Somebody is paying this link. Unless that payment completes, the link can be paid again at ${until.toISOString()} at the latest.`,
    {
      reason: 'link_being_paid',
      retry_after_s: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000)),
    },
  );
}
