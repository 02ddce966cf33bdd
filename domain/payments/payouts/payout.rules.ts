/** The payout's states, as data. Pure. */
import type { PayoutDestination } from '../providers/payout.port.ts';

export const PAYOUT_STATUSES = [
  'awaiting_approval',
  'held',
  'sending',
  'unknown',
  'succeeded',
  'failed',
  'cancelled',
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** How a payout can end. */
export const PAYOUT_OUTCOMES = ['succeeded', 'failed', 'cancelled'] as const;
export type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number];

/**
 * Where a payout may go. It is held again where it certainly was not sent: what is held was given to no provider. A payout that was
 * sent is never cancelled: the provider says how it ended, or a person does.
 */
const TRANSITIONS: Record<PayoutStatus, readonly PayoutStatus[]> = {
  awaiting_approval: ['held', 'failed', 'cancelled'],
  held: ['sending', 'failed', 'cancelled'],
  sending: ['held', 'unknown', 'succeeded', 'failed'],
  unknown: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
  cancelled: [],
};

/** The statuses from which a payout may come to this one. */
export function statusesBefore(to: PayoutStatus): PayoutStatus[] {
  return PAYOUT_STATUSES.filter((from) => TRANSITIONS[from].includes(to));
}

export function isEnd(status: PayoutStatus): status is PayoutOutcome {
  return TRANSITIONS[status].length === 0;
}

/** Nothing was sent yet. */
export const CANCELLABLE: readonly PayoutStatus[] = statusesBefore('cancelled');

/** @param to who is paid @returns for people */
export function destinationText(to: PayoutDestination): string {
  if (to.phone !== undefined) return to.phone;
  return `${to.account_name}, account ${to.account_number} at ${to.bank_code}`;
}

/** A provider's fee in minor units, rounded half up: it may be finer. @returns null for what is no amount */
export function feeInMinor(fee: string | undefined): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d*))?$/.exec(fee ?? '') ?? [];
  if (whole === undefined) return null;
  const tenths = BigInt(whole + fraction.padEnd(3, '0').slice(0, 3));
  return (tenths + 5n) / 10n;
}

/** Whose money is paid out: see payout-origin.port.ts. */
export const PAYOUT_ORIGINS = ['merchant', 'sacco', 'paybill'] as const;
export type PayoutOriginName = (typeof PAYOUT_ORIGINS)[number];
