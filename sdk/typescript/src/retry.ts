/** Decides which requests are retried, and when. */
import { APIConnectionError, UshirikaError } from './errors.ts';

/** After these statuses the request was not carried out, or a repeat takes effect once. */
const TRANSIENT = new Set([429, 502, 503, 504]);
/** Idempotent methods. PATCH is not one: another change may happen in between. */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

const MOST_SERVER_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 8_000;
/** Jitter, so that clients that failed together do not retry together. */
const JITTER = 0.25;

/** Can the request be repeated safely after that error? */
export function mayRetry(error: unknown, method: string, has_key: boolean): boolean {
  if (!(error instanceof UshirikaError) || (!REPEATABLE.has(method) && !has_key)) return false;
  if (error.status === undefined) return error instanceof APIConnectionError;
  return TRANSIENT.has(error.status) || (error.status === 500 && method === 'GET');
}

/**
 * The delay before the next attempt, in milliseconds.
 * @param attempts so far
 * @param retry_after the header: seconds or a date
 * @param now_ms since 1970
 * @param random 0 to 1
 */
export function waitBefore(
  attempts: number,
  retry_after: string | null,
  now_ms: number,
  random: number,
): number {
  const asked_ms = retry_after === null ? NaN : askedWait(retry_after, now_ms);
  if (!Number.isNaN(asked_ms)) return Math.min(Math.max(asked_ms, 0), MOST_SERVER_WAIT_MS);
  const wait_ms = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), MOST_WAIT_MS);
  return wait_ms * (1 + JITTER * (2 * random - 1));
}

function askedWait(retry_after: string, now_ms: number): number {
  if (/^\s*\d+\s*$/.test(retry_after)) return Number(retry_after) * 1000;
  // An HTTP date has a time of day; `Date.parse` also accepts `-5`.
  return /\d:\d\d:\d/.test(retry_after) ? Date.parse(retry_after) - now_ms : NaN;
}

/** @throws the signal's reason once it is aborted */
export function sleep(wait_ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, wait_ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
