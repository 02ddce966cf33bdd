/** How a line of a statement differs from what it names in our books. Pure. */
import { DAY_MS } from '../../../forms/fields/date.rules.ts';
import type { Line } from '../../../generated/wire.ts';

type Ours = NonNullable<Line['ours']>;

export type Difference =
  /** By how much theirs is more than ours; below zero: less. */
  | { of: 'amount'; by_minor: number }
  | { of: 'currency' }
  /** How many days theirs is later than ours; below zero: earlier. */
  | { of: 'date'; by_days: number }
  | { of: 'provider_id' };

export type ComparedLine = Pick<Line, 'kind' | 'amount_minor' | 'currency' | 'date' | 'provider_txn_id'> & {
  ours?: Pick<Ours, 'type' | 'amount_minor' | 'currency' | 'date' | 'provider_txn_id'> | null;
};

export function differencesOf({ ours, ...theirs }: ComparedLine): Difference[] {
  if (ours == null) return [];
  const found: Difference[] = [];
  if (ours.currency !== theirs.currency) found.push({ of: 'currency' });
  // A refund may name a payment that was not refunded: their amounts are not meant to be the same.
  else if (ours.type === theirs.kind) {
    const by_minor = Math.abs(theirs.amount_minor) - ours.amount_minor;
    if (by_minor !== 0) found.push({ of: 'amount', by_minor });
  }
  if (theirs.date !== null) {
    const by_days = (Date.parse(theirs.date) - Date.parse(ours.date)) / DAY_MS;
    if (by_days !== 0) found.push({ of: 'date', by_days });
  }
  if (
    ours.type === theirs.kind &&
    ours.provider_txn_id !== null &&
    theirs.provider_txn_id !== null &&
    ours.provider_txn_id !== theirs.provider_txn_id
  )
    found.push({ of: 'provider_id' });
  return found;
}
