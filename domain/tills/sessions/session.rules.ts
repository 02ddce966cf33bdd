/** The states of a session at a till, and its figures. Pure. */
import type { EntryRow } from '../../movements/index.ts';

export const SESSION_STATUSES = ['opening', 'open', 'closing', 'closed', 'cancelled'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/**
 * `opening`: its float waits for confirmation. `closing`: cash was counted, and the difference or the return to the vault waits;
 * one that is rejected opens the session again.
 */
export const SESSION_TRANSITIONS: Record<SessionStatus, readonly SessionStatus[]> = {
  opening: ['open', 'cancelled'],
  open: ['closing', 'closed'],
  closing: ['open', 'closed'],
  closed: [],
  cancelled: [],
};

/** A till, and a person, has one session in these states. */
export const LIVE: readonly SessionStatus[] = SESSION_STATUSES.filter(
  (status) => SESSION_TRANSITIONS[status].length > 0,
);

/** In minor units; what a movement did to the cash of a till. */
export interface CashMoved {
  kind: EntryRow['kind'];
  in_minor: bigint;
  out_minor: bigint;
  entries: number;
}

/** The sums of all kinds together. */
export function totalsOf(moved: readonly CashMoved[]): Pick<CashMoved, 'in_minor' | 'out_minor'> {
  const sum = (side: 'in_minor' | 'out_minor'): bigint =>
    moved.reduce((total, each) => total + each[side], 0n);
  return { in_minor: sum('in_minor'), out_minor: sum('out_minor') };
}
