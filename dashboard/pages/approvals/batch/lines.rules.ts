/** Which of the chosen requests are decided, and what they come to. */
import type { Approval, ApprovalDetails } from '../../../generated/wire.ts';

/** A chosen request, and what approving it would do; null where that could not be read. */
export interface ChosenRequest {
  approval: Approval;
  details: ApprovalDetails | null;
}

export type LeftOut = 'unread' | 'decided' | 'not_allowed' | 'impossible';

/** @returns why it is not decided with the others; null where it is */
export function leftOutBecause({ details }: ChosenRequest): LeftOut | null {
  if (!details) return 'unread';
  if (details.status !== 'pending') return 'decided';
  if (!details.may_decide) return 'not_allowed';
  return details.effect?.carries_out === false ? 'impossible' : null;
}

/** Requests about a movement, a payout, or a statement that completes payments. */
export function movesMoney({ subject }: Pick<Approval, 'subject'>): boolean {
  return ['entry', 'run', 'payout'].includes(subject.type);
}

type Summed = Pick<Approval, 'subject' | 'currency' | 'amount_minor'>;

/** @returns null where they are not all about money of one currency */
export function totalOf(requests: readonly Summed[]): { minor: bigint; currency: string } | null {
  const currency = requests[0]?.currency ?? null;
  if (currency === null || requests.some((each) => each.currency !== currency || !movesMoney(each)))
    return null;
  return {
    minor: requests.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n),
    currency,
  };
}
