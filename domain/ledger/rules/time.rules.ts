/** Ledger timestamps (nanoseconds since the epoch), and the numbers of the scopes within which they grow. Pure. */
import { MAX_INT64, type AccountState, type Evaluation } from './state.rules.ts';

export const MAX_TIMESTAMP = MAX_INT64;
export const NS_PER_S = 1_000_000_000n;
const NS_PER_MS = 1_000_000n;
const LEDGERS_PER_SCOPE = 1_000;

/** The instant of a ledger timestamp, to the millisecond. */
export function instantOf(timestamp: bigint): Date {
  return new Date(Number(timestamp / NS_PER_MS));
}

/** The first timestamp after that millisecond, the finest instant that a client can name; far instants are clamped. */
export function timestampAfter(instant: Date): bigint {
  const after = BigInt(instant.getTime() + 1) * NS_PER_MS;
  if (after < 1n) return 1n;
  return after > MAX_TIMESTAMP ? MAX_TIMESTAMP : after;
}

/** The first timestamp from an instant on; far instants are clamped. */
export function timestampFrom(instant: Date): bigint {
  return timestampAfter(new Date(instant.getTime() - 1));
}

/** The first timestamp of a millisecond. */
export function nanoseconds(instant: Date): bigint {
  return BigInt(instant.getTime()) * NS_PER_MS;
}

/** Not before the scope's time, and after every timestamp of these accounts and of this evaluation. */
export function timestampFor(
  { state, now_ns }: Evaluation,
  debit: AccountState,
  credit: AccountState,
): bigint {
  let last = state.latest.get(scopeNumberOf(debit)) ?? 0n;
  if (debit.last_timestamp > last) last = debit.last_timestamp;
  if (credit.last_timestamp > last) last = credit.last_timestamp;
  return last >= now_ns ? last + 1n : now_ns;
}

/** The number of the scope (project and environment) that a ledger belongs to. */
export function scopeNumberOf({ ledger }: { ledger: number }): number {
  return Math.floor(ledger / LEDGERS_PER_SCOPE);
}
