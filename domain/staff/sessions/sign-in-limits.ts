/**
 * Slows down attempts to guess passwords and codes. Nobody is locked out, or an attacker could lock out a person: after some
 * failures each further attempt has to wait longer than the one before it. Failures elsewhere do not slow down an address from
 * which the same person has signed in before. Counts are in the database, so all processes share them; e-mails and addresses
 * are stored as hashes only.
 */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { hashToken } from '../../../core/crypto.ts';
import { AppError } from '../../../core/errors.ts';
import { networkOf } from '../../../core/ip-addresses.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { SignInAddress } from './sign-in-address.model.ts';
import { SignInLimit } from './sign-in-limit.model.ts';
import { recordFailedAttempt, releaseAttempt, reserveAttempt } from './sign-in-limits.sql.ts';

/** The purpose of an attempt, its account and its address. */
export interface Attempt {
  purpose: 'sign_in' | 'register' | 'change_password' | 'totp';
  email: string;
  address: string;
}

/** Attempts are forgotten when there was none for this long. */
const FORGET_AFTER_MS = 15 * 60_000;
/** An address from which a person has not signed in for so long may belong to somebody else by now. */
const KNOWN_FOR_MS = 180 * 86_400_000;

interface Failures {
  /** Called after each failure, with how many there have been. */
  failed?: (attempts: number) => void;
  /** Whether an error counts as a failure; every AppError does where left out, except RATE_LIMITED, which never does. */
  counts?: (error: AppError) => boolean;
}

/**
 * Makes the attempt, unless there were too many.
 * @throws AppError RATE_LIMITED, and whatever the attempt throws
 */
export async function limitAttempts<Result>(
  db: Db,
  { purpose, email, address }: Attempt,
  attempt: () => Promise<Result>,
  { failed, counts }: Failures = {},
): Promise<Result> {
  const from = addressHash(email, address);
  const known = await SignInAddress.query(db).where({ address_hash: from }).select('address_hash').first();
  // The same work whether or not there is such a user.
  const key = hashToken([purpose, email.toLowerCase(), known ? from : ''].join('\n'));
  const attempts = await reserve(db, key);
  try {
    const result = await attempt();
    if (known) await SignInLimit.query(db).where({ key }).delete();
    else await release(db, key);
    return result;
  } catch (error) {
    // A fault of the server is no guess, but it stays counted: otherwise causing one would give free attempts.
    if (error instanceof AppError && error.status < 500) {
      // Refused because too many passwords are being hashed: nothing was guessed.
      const is_failure = error.code !== 'RATE_LIMITED' && (counts?.(error) ?? true);
      if (!is_failure) await release(db, key);
      else {
        await recordFailedAttempt(db, { key, now: systemNow() });
        failed?.(attempts);
      }
    }
    throw error;
  }
}

/** The attempt was no guess. */
async function release(db: Db, key: string): Promise<void> {
  await releaseAttempt(db, { key, forgotten: systemTimeIn(-FORGET_AFTER_MS) });
}

async function reserve(db: Db, key: string): Promise<number> {
  const now = systemNow();
  const forgotten = systemTimeIn(-FORGET_AFTER_MS);
  const [reserved] = await reserveAttempt(db, { key, now, forgotten });
  if (reserved) return reserved.attempts;
  const limit = await SignInLimit.query(db).where({ key }).first();
  const wait_ms = (limit?.retry_at ?? now).getTime() - now.getTime();
  throw new AppError('RATE_LIMITED', 'Too many attempts have failed. Wait as long as Retry-After says.', {
    retry_after_s: Math.max(1, Math.ceil(wait_ms / 1_000)),
  });
}

/** Records that the person signs in from the address. */
export async function recordKnownAddress(
  db: Queryable,
  user: { id: string; email: string },
  address: string,
): Promise<void> {
  await SignInAddress.query(db)
    .insert({ address_hash: addressHash(user.email, address), user_id: user.id, last_at: systemNow() })
    .onConflict('address_hash')
    .merge(['user_id', 'last_at']);
}

function addressHash(email: string, address: string): string {
  return hashToken(`${email.toLowerCase()}\n${networkOf(address)}`);
}

/** @returns how many rows were deleted */
export async function deleteOldAttempts(db: Db): Promise<number> {
  const limits = await SignInLimit.query(db)
    .where('updated_at', '<', systemTimeIn(-FORGET_AFTER_MS))
    .delete();
  const addresses = await SignInAddress.query(db).where('last_at', '<', systemTimeIn(-KNOWN_FOR_MS)).delete();
  return limits + addresses;
}
