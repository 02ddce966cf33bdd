/**
 * Attempts at something outside this process that may fail. Each claims its row before it is made: the row is due again when the
 * claim ends, and a process that lives renews its claims. So two jobs never make the same attempt, and one whose process died
 * is followed by the next within half a minute. Only an attempt that was answered lengthens the pause before the next.
 */
import { systemTimeIn } from '../../core/clock.ts';
import { isUnavailable } from '../../core/errors.ts';
import type { Db } from '../../db/connection.ts';
import { isConnectionFault } from '../../db/faults.ts';

/** With the time until a sweep finds the row this is less than half a minute. */
export const CLAIM_MS = 10_000;
/** A renewal may fail twice before the claim ends. */
const RENEW_MS = 3_000;
/** A job may come a little before its row is due: clocks of two machines differ. */
const EARLY_MS = 1_000;

/** Pauses between attempts, in seconds. */
export interface AttemptSchedule {
  first_s: readonly number[];
  /** After the last of these, every so often. */
  then_s: number;
}

/** @param answered attempts so far @returns milliseconds until the next one */
export function pauseAfter_ms({ first_s, then_s }: AttemptSchedule, answered: number): number {
  return (first_s[answered - 1] ?? then_s) * 1_000;
}

/** @returns milliseconds after which any row of the schedule is due */
export function longestPause_ms({ first_s, then_s }: AttemptSchedule): number {
  return Math.max(...first_s, then_s) * 1_000;
}

interface Attempt {
  table: string;
  id: string;
  /** Attempts that the caller found on the row; nothing is claimed when there are more by now. */
  attempts: number;
  attempts_column?: string;
  due_column?: string;
  /** A column that is null while attempts are still wanted, where rows are decided otherwise, too. */
  decided_column?: string;
  /**
   * @param answered attempts that were answered, with this one
   * @returns milliseconds from the end of this attempt to the next; null: there shall be none
   */
  pauseAfter_ms: (answered: number) => number | null;
  /** What else changes with the claim. */
  changes?: Record<string, unknown>;
}

export interface AttemptUnderWay {
  /** This one included, and those whose process died. */
  attempts: number;
  /** Attempts that were answered, when this one is. */
  answered: number;
  /** The end of the claim. */
  claimed_until: Date;
}

/** What became of an attempt. */
export interface AttemptEnd {
  /** There shall be no other. */
  is_last?: boolean;
  /** What else changes in the row. */
  changes?: Record<string, unknown>;
}

export interface EndedAttempt extends AttemptUnderWay {
  /** null when there shall be none, or the row was decided meanwhile. */
  next_attempt_at: Date | null;
}

/**
 * Makes the attempt that is due, and records its end. When it throws because something of ours is out of reach, its end is not
 * recorded and it is made again soon; any other error counts as an answer.
 * @returns null when no attempt is due, or another process makes it
 * @throws what `make` throws
 */
export async function makeAttempt(
  db: Db,
  attempt: Attempt,
  make: (under_way: AttemptUnderWay) => Promise<AttemptEnd>,
): Promise<EndedAttempt | null> {
  const claim = await claimAttempt(db, attempt);
  if (!claim) return null;
  const { under_way } = claim;
  let end: AttemptEnd;
  try {
    end = await whileRenewed(
      () => renew(db, attempt, claim),
      () => make(under_way),
    );
  } catch (error) {
    if (!isConnectionFault(error) && !isUnavailable(error)) await endAttempt(db, attempt, claim, {});
    throw error;
  }
  return { ...under_way, next_attempt_at: await endAttempt(db, attempt, claim, end) };
}

/**
 * Works while something is claimed, and renews the claim meanwhile.
 * @param renewClaim @returns false when the claim is lost
 */
export async function whileRenewed<Result>(
  renewClaim: () => Promise<boolean>,
  work: () => Promise<Result>,
): Promise<Result> {
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewClaim().then(
      (is_ours) => {
        if (!is_ours) clearInterval(timer);
      },
      // Out of reach: the next renewal may succeed, and if none does, the claim ends.
      () => undefined,
    );
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // A renewal that is under way would overtake what the caller records.
    await renewing;
  }
}

interface Claim {
  under_way: AttemptUnderWay;
  /** Every end that this claim has had: a moment that is not one of them was set by somebody else. */
  ends: Date[];
}

async function claimAttempt(db: Db, attempt: Attempt): Promise<Claim | null> {
  const { attempts_column, due_column } = columnsOf(attempt);
  const claimed_until = systemTimeIn(CLAIM_MS);
  const [claimed] = await undecided(db, attempt)
    .where({ [attempts_column]: attempt.attempts })
    .where(due_column, '<=', systemTimeIn(EARLY_MS))
    .update({ ...attempt.changes, [due_column]: claimed_until })
    .increment({ [attempts_column]: 1, unanswered: 1 })
    .returning([`${attempts_column} as attempts`, 'unanswered']);
  if (!claimed) return null;
  const { attempts, unanswered } = claimed as { attempts: number; unanswered: number };
  return {
    under_way: { attempts, answered: attempts - unanswered + 1, claimed_until },
    ends: [claimed_until],
  };
}

async function renew(db: Db, attempt: Attempt, { under_way, ends }: Claim): Promise<boolean> {
  const { due_column } = columnsOf(attempt);
  const claimed_until = systemTimeIn(CLAIM_MS);
  ends.push(claimed_until);
  const renewed = await claimed(db, attempt, under_way)
    .whereIn(due_column, ends)
    .update({ [due_column]: claimed_until });
  return renewed > 0;
}

/** @returns when the next attempt is due: somebody else may have asked for an earlier one meanwhile */
async function endAttempt(
  db: Db,
  attempt: Attempt,
  { under_way, ends }: Claim,
  { is_last = false, changes = {} }: AttemptEnd,
): Promise<Date | null> {
  const { due_column } = columnsOf(attempt);
  const pause_ms = is_last ? null : attempt.pauseAfter_ms(under_way.answered);
  const next_attempt_at = pause_ms === null ? null : systemTimeIn(pause_ms);
  const ended = await claimed(db, attempt, under_way)
    .whereIn(due_column, ends)
    .update({ ...changes, [due_column]: next_attempt_at })
    .decrement({ unanswered: 1 });
  if (ended > 0) return next_attempt_at;
  const [other] = await claimed(db, attempt, under_way)
    .update(is_last ? { ...changes, [due_column]: null } : changes)
    .decrement({ unanswered: 1 })
    .returning(`${due_column} as due_at`);
  if (other) return (other as { due_at: Date | null }).due_at;
  await countAnswered(db, attempt, under_way);
  return null;
}

/** Another attempt has begun because the row became due meanwhile; this one was answered all the same. */
async function countAnswered(db: Db, attempt: Attempt, { attempts }: AttemptUnderWay): Promise<void> {
  await undecided(db, attempt)
    .where(columnsOf(attempt).attempts_column, '>', attempts)
    .where('unanswered', '>', 0)
    .decrement({ unanswered: 1 });
}

/** The row, unless another attempt has begun. */
function claimed(db: Db, attempt: Attempt, { attempts }: AttemptUnderWay) {
  return undecided(db, attempt).where({ [columnsOf(attempt).attempts_column]: attempts });
}

function undecided(db: Db, { table, id, decided_column }: Attempt) {
  return db(table).where(decided_column === undefined ? { id } : { id, [decided_column]: null });
}

function columnsOf({ attempts_column = 'attempts', due_column = 'next_attempt_at' }: Attempt) {
  return { attempts_column, due_column };
}
