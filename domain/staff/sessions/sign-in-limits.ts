/**
 * Slows down who guesses passwords and codes, without a lock-out that could be aimed at a person: after some failures each
 * further attempt has to wait, longer and longer. What fails elsewhere does not slow down an address from which the same
 * person has signed in before. Counts are in the database, so all processes share them; of e-mails and addresses only hashes
 * are kept.
 */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { hashToken } from '../../../core/crypto.ts';
import { AppError } from '../../../core/errors.ts';
import { networkOf } from '../../../core/ip-addresses.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { SignInAddress } from './sign-in-address.model.ts';
import { SignInLimit } from './sign-in-limit.model.ts';

/** What is attempted, at whose account, and from where. */
export interface Attempt {
  purpose: 'sign_in' | 'register' | 'change_password' | 'totp';
  email: string;
  address: string;
}

/** Enough for a person's typing errors, too few to guess a password. */
export const FREE_ATTEMPTS = 10;
/** From then on a guesser has about one attempt a minute, and who is slowed down for no fault of theirs waits that long. */
const FIRST_PAUSE_S = 15;
const MAX_PAUSE_S = 60;
/** Attempts are forgotten when there was none for this long. */
const FORGET_AFTER_MS = 15 * 60_000;
/** An address from which somebody has not signed in for so long is one of somebody else by now. */
const KNOWN_FOR_MS = 180 * 86_400_000;

/** SQL of the end of the pause that follows that many attempts; each doubles it. */
function pauseAfter(attempts: string): string {
  const seconds = `least(${MAX_PAUSE_S}, ${FIRST_PAUSE_S} * power(2, least(${attempts} - ${FREE_ATTEMPTS}, 10)))`;
  return `cast(:now as timestamptz) + ${seconds} * interval '1 second'`;
}

/**
 * Counts the attempt before it is made, so that many at once are not more than one after the other. No row: it must wait.
 * Without a pause `retry_at` is long past, because attempts at once come in another order than their times.
 */
const RESERVE = `
  insert into sign_in_limits as l (key, attempts, retry_at, updated_at) values (:key, 1, :forgotten, :now)
  on conflict (key) do update set
    attempts = case when l.updated_at < :forgotten then 1 else l.attempts + 1 end,
    retry_at = case
      when l.updated_at >= :forgotten and l.attempts + 1 >= ${FREE_ATTEMPTS}
        then ${pauseAfter('l.attempts + 1')}
      else :forgotten end,
    updated_at = :now
  where l.retry_at <= :now or l.updated_at < :forgotten
  returning attempts`;

/** The pause begins when the attempt has failed, however long it took. */
const FAILED = `
  update sign_in_limits set retry_at = greatest(retry_at, ${pauseAfter('attempts')})
  where key = :key and attempts >= ${FREE_ATTEMPTS}`;

/** What succeeded was no guess; the failures of others stay counted. */
const SUCCEEDED = `
  update sign_in_limits set attempts = attempts - 1,
    retry_at = case when attempts <= ${FREE_ATTEMPTS} then :forgotten else retry_at end
  where key = :key and attempts > 0`;

interface Failures {
  /** Told of one, with how many there have been. */
  failed?: (attempts: number) => void;
  /** Whether a refusal is one; all are where left out. */
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
    // A fault of ours is no guess, but who could cause one must not get attempts by it.
    if (error instanceof AppError && error.status < 500) {
      if (counts && !counts(error)) await release(db, key);
      else {
        await db.raw(FAILED, { key, now: systemNow() });
        failed?.(attempts);
      }
    }
    throw error;
  }
}

/** The attempt was no guess. */
async function release(db: Db, key: string): Promise<void> {
  await db.raw(SUCCEEDED, { key, forgotten: systemTimeIn(-FORGET_AFTER_MS) });
}

async function reserve(db: Db, key: string): Promise<number> {
  const now = systemNow();
  const forgotten = systemTimeIn(-FORGET_AFTER_MS);
  const { rows } = await db.raw<{ rows: { attempts: number }[] }>(RESERVE, { key, now, forgotten });
  const [reserved] = rows;
  if (reserved) return reserved.attempts;
  const limit = await SignInLimit.query(db).where({ key }).first();
  const wait_ms = (limit?.retry_at ?? now).getTime() - now.getTime();
  throw new AppError('RATE_LIMITED', 'Too many attempts have failed. Wait as long as Retry-After says.', {
    retry_after_s: Math.max(1, Math.ceil(wait_ms / 1_000)),
  });
}

/** From now on the address is one of this person's. */
export async function rememberAddress(
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
export async function forgetSignIns(db: Db): Promise<number> {
  const limits = await SignInLimit.query(db)
    .where('updated_at', '<', systemTimeIn(-FORGET_AFTER_MS))
    .delete();
  const addresses = await SignInAddress.query(db).where('last_at', '<', systemTimeIn(-KNOWN_FOR_MS)).delete();
  return limits + addresses;
}
