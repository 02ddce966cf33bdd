/**
 * Attempts at something outside this process that may fail: each is claimed in its row before it is made, together with the
 * moment of the next one. So an attempt that dies is followed by the next, and two jobs never make the same one.
 */
import { systemTimeIn } from '../../core/clock.ts';
import type { Db } from '../../db/connection.ts';

/** Pauses between attempts, in seconds. */
export interface AttemptSchedule {
  first_s: readonly number[];
  /** After the last of these, every so often. */
  then_s: number;
}

/** A job may come a little before its row is due: clocks of two machines differ. */
const EARLY_MS = 1_000;

/** @param attempts made so far, this one included @returns milliseconds until the next one */
export function pauseAfter_ms({ first_s, then_s }: AttemptSchedule, attempts: number): number {
  return (first_s[attempts - 1] ?? then_s) * 1_000;
}

/** @returns milliseconds after which any row of the schedule is due */
export function longestPause_ms({ first_s, then_s }: AttemptSchedule): number {
  return Math.max(...first_s, then_s) * 1_000;
}

interface Attempt {
  table: string;
  id: string;
  /** Attempts that the caller found on the row; the claim fails when there are more by now. */
  attempts: number;
  attempts_column?: string;
  due_column?: string;
  /** A column that is null while attempts are still wanted, where rows are decided otherwise, too. */
  decided_column?: string;
  /** Milliseconds until the next attempt; null: there shall be none. */
  pause_ms: number | null;
  /** What else changes with the claim. */
  changes?: Record<string, unknown>;
}

export interface ClaimedAttempt {
  /** This one included. */
  attempts: number;
  next_attempt_at: Date | null;
}

/** @returns null when the attempt is not due, or another process makes it */
export async function claimAttempt(
  db: Db,
  {
    table,
    id,
    attempts,
    attempts_column = 'attempts',
    due_column = 'next_attempt_at',
    decided_column,
    pause_ms,
    changes = {},
  }: Attempt,
): Promise<ClaimedAttempt | null> {
  const next_attempt_at = pause_ms === null ? null : systemTimeIn(pause_ms);
  const claimed = await db(table)
    .where({ id, [attempts_column]: attempts })
    .where(due_column, '<=', systemTimeIn(EARLY_MS))
    .where(decided_column === undefined ? {} : { [decided_column]: null })
    .update({ ...changes, [attempts_column]: attempts + 1, [due_column]: next_attempt_at });
  return claimed === 0 ? null : { attempts: attempts + 1, next_attempt_at };
}
