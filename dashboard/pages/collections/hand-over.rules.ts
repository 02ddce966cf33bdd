/** What an officer hands over in the evening. Pure. */
import type { Entry } from '../../generated/wire.ts';
import { cashOf } from '../desk/day.rules.ts';
import { sumOf, type Taken } from './queue.rules.ts';

/** The repayments in cash that are booked, the first one first. */
export function collectedIn(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => entry.kind === 'loan_repayment' && cashOf(entry) > 0n).toReversed();
}

export interface HandOver {
  booked_minor: bigint;
  waiting_minor: bigint;
  refused_minor: bigint;
  /** All of it: nothing of it was given back yet. */
  in_hand_minor: bigint;
}

/** @param open what the device keeps that is not booked */
export function handOver(collected: readonly Entry[], open: readonly Taken[]): HandOver {
  const booked_minor = collected.reduce((sum, entry) => sum + cashOf(entry), 0n);
  const waiting_minor = sumOf(open.filter(({ state }) => state === 'waiting'));
  const refused_minor = sumOf(open.filter(({ state }) => state === 'refused'));
  return {
    booked_minor,
    waiting_minor,
    refused_minor,
    in_hand_minor: booked_minor + waiting_minor + refused_minor,
  };
}
