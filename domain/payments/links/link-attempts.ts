/**
 * A one-time link has one payment under way: whoever comes second is refused until that has ended, or its time is over. Two can
 * complete all the same, since a provider may confirm a payment late; the later is then marked as overpaid.
 */
import type { AppError } from '../../../core/errors.ts';
import { columnsOf } from '../../../db/columns-of.ts';
import type { ScopedUnit, Unit } from '../../platform/unit.ts';
import type { PaymentRow } from '../payment.model.ts';
import type { FinalStatus } from '../payment.rules.ts';
import { completeOneTimeLink, freeLink, lockOneTimeLinks, startAttempts } from './link-attempts.sql.ts';
import { attemptUntil, linkRefusal } from './payment-link.rules.ts';

/** A payment that is to begin. */
type Beginning = Pick<PaymentRow, 'id' | 'payment_link_id' | 'created_at'>;

/**
 * Locks the one-time links of payments that are to begin, in one order.
 * @returns in their order, why a payment may not begin, or null; of several for one link the first may
 */
export async function holdLinks({ trx }: Unit, payments: readonly Beginning[]): Promise<(AppError | null)[]> {
  const ids = [...new Set(payments.flatMap(({ payment_link_id }) => payment_link_id ?? []))];
  if (ids.length === 0) return payments.map(() => null);
  const links = new Map((await lockOneTimeLinks(trx, { ids })).map((link) => [link.id, link]));
  return payments.map(({ id, payment_link_id, created_at }) => {
    const link = links.get(payment_link_id ?? '');
    if (!link) return null;
    const refused = linkRefusal(link, created_at);
    if (!refused) links.set(link.id, { ...link, attempt_id: id, attempt_until: attemptUntil(created_at) });
    return refused;
  });
}

/** Records that payments have begun, under the locks of their links. */
export async function startLinkAttempts({ trx }: Unit, payments: readonly Beginning[]): Promise<void> {
  const attempts = payments.flatMap(({ id, payment_link_id, created_at }) =>
    payment_link_id === null
      ? []
      : [{ link_id: payment_link_id, attempt_id: id, attempt_until: attemptUntil(created_at) }],
  );
  if (attempts.length > 0)
    await startAttempts(trx, columnsOf(attempts, 'link_id', 'attempt_id', 'attempt_until'));
}

/** What a payment that has completed is to its link. */
export interface LinkOutcome {
  /** Another payment had completed it before. */
  is_overpaid: boolean;
  /** The payment goes back to its payer by itself. */
  is_refunded: boolean;
}

/**
 * Ends the payment's attempt at its link: completes a one-time link, or frees it for others.
 * @param status in which the payment ends
 */
export async function endLinkAttempt(
  { trx, scope }: ScopedUnit,
  { id, payment_link_id: link_id }: PaymentRow,
  status: FinalStatus,
): Promise<LinkOutcome> {
  const outcome = { is_overpaid: false, is_refunded: false };
  if (link_id === null) return outcome;
  if (status !== 'completed') {
    await freeLink(trx, { link_id, attempt_id: id });
    return outcome;
  }
  const [link] = await completeOneTimeLink(trx, { link_id, now: scope.clock.now() });
  if (!link?.is_overpaid) return outcome;
  return { is_overpaid: true, is_refunded: link.refund_overpaid };
}
