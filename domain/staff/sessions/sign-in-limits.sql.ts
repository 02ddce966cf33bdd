/** The statements that count attempts to sign in. */
import { defineCommand, defineQuery, int4, params } from '../../../db/statement.ts';

/** Enough for a person's typing errors, too few to guess a password. */
export const FREE_ATTEMPTS = 10;
/** After these a guesser has about one attempt a minute, and a person who is slowed down without fault waits that long. */
const FIRST_PAUSE_S = 15;
const MAX_PAUSE_S = 60;

/** SQL of the end of the pause that follows that many attempts; each doubles it. */
function pauseAfter(attempts: string): string {
  const seconds = `least(${MAX_PAUSE_S}, ${FIRST_PAUSE_S} * power(2, least(${attempts} - ${FREE_ATTEMPTS}, 10)))`;
  return `cast(:now as timestamptz) + ${seconds} * interval '1 second'`;
}

/**
 * Counts the attempt before it is made, so that concurrent attempts are limited like consecutive ones. No row: it must wait.
 * Without a pause `retry_at` is long past, because concurrent attempts arrive in another order than their times.
 */
export const reserveAttempt = defineQuery({
  params: params<{ key: string; now: Date; forgotten: Date }>(),
  result: { attempts: int4 },
  sql: `
    insert into sign_in_limits as l (key, attempts, retry_at, updated_at) values (:key, 1, :forgotten, :now)
    on conflict (key) do update set
      attempts = case when l.updated_at < :forgotten then 1 else l.attempts + 1 end,
      retry_at = case
        when l.updated_at >= :forgotten and l.attempts + 1 >= ${FREE_ATTEMPTS}
          then ${pauseAfter('l.attempts + 1')}
        else :forgotten end,
      updated_at = :now
    where l.retry_at <= :now or l.updated_at < :forgotten
      -- By a clock that was ahead.
      or l.retry_at > cast(:now as timestamptz) + interval '${2 * MAX_PAUSE_S} seconds'
    returning attempts`,
});

/** The pause begins when the attempt has failed, however long it took. */
export const recordFailedAttempt = defineCommand({
  params: params<{ key: string; now: Date }>(),
  sql: `
    update sign_in_limits set retry_at = greatest(retry_at, ${pauseAfter('attempts')})
    where key = :key and attempts >= ${FREE_ATTEMPTS}`,
});

/** An attempt that succeeded was no guess; the failures of others stay counted. */
export const releaseAttempt = defineCommand({
  params: params<{ key: string; forgotten: Date }>(),
  sql: `
    update sign_in_limits set attempts = attempts - 1,
      retry_at = case when attempts <= ${FREE_ATTEMPTS} then :forgotten else retry_at end
    where key = :key and attempts > 0`,
});
