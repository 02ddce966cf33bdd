/** The states of an entry as data, and when one waits for a checker. docs/reference/sacco.md is printed from here. Pure. */

export const ENTRY_STATUSES = [
  'pending',
  'posting',
  'awaiting_approval',
  'paying',
  'posted',
  'failed',
  'rejected',
  'cancelled',
] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/**
 * `pending` and `posting` last while the ledger is asked: the first without an approval, the second after one. Money that a
 * provider sends is held and the entry `paying` until the provider has said how that ended.
 */
export const ENTRY_TRANSITIONS: Record<EntryStatus, readonly EntryStatus[]> = {
  pending: ['paying', 'posted', 'failed'],
  posting: ['paying', 'posted', 'failed'],
  paying: ['posted', 'failed'],
  awaiting_approval: ['posting', 'failed', 'rejected', 'cancelled'],
  posted: [],
  failed: [],
  rejected: [],
  cancelled: [],
};

export const IN_FLIGHT: readonly EntryStatus[] = ['pending', 'posting'];

/** No person has to decide any more, and it has not ended. */
export const UNDER_WAY: readonly EntryStatus[] = [...IN_FLIGHT, 'paying'];

/** Entries of these have moved money, or may still. */
export const MONEY_STATUSES: readonly EntryStatus[] = [...UNDER_WAY, 'awaiting_approval', 'posted'];

/**
 * Does this withdrawal wait for a checker?
 * @param earlier_minor what the member has withdrawn or waits to withdraw this local day
 * @param threshold_minor null: none ever waits
 */
export function requiresApproval(
  amount_minor: bigint,
  earlier_minor: bigint,
  threshold_minor: bigint | null,
): boolean {
  return threshold_minor !== null && earlier_minor + amount_minor > threshold_minor;
}
