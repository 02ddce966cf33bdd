/**
 * The one queue for hashing passwords: sign-in, registration, reset, change and whatever else asks for a password share it.
 * A hash keeps a core and a thread of Node's pool of four busy for a third of a second, and anybody may ask for one. Files,
 * name look-ups and compression need the other threads.
 */
import { limitFairly } from '../../../core/concurrency.ts';
import { AppError } from '../../../core/errors.ts';
import { networkOf } from '../../../core/ip-addresses.ts';

const AT_ONCE = 2;
/** A person waits no longer before a form answers. */
const MAX_WAIT_MS = 2_000;
/** More than are hashed in that time. Many people may share an address. */
const MAX_WAITING_PER_ADDRESS = 30;
const MAX_WAITING = 100;

const inTurn = limitFairly({
  at_once: AT_ONCE,
  max_waiting_per_caller: MAX_WAITING_PER_ADDRESS,
  max_waiting: MAX_WAITING,
  max_wait_ms: MAX_WAIT_MS,
  full: () =>
    new AppError(
      'RATE_LIMITED',
      'Too many people sign in at this moment. Wait as long as Retry-After says.',
      {
        retry_after_s: MAX_WAIT_MS / 1_000,
      },
    ),
});

/**
 * @param address of the client; each has its share of the queue
 * @param hash calls `hashPassword` or `verifyPassword`
 * @throws AppError RATE_LIMITED before anything is hashed, and whatever `hash` throws
 */
export function hashInTurn<Result>(address: string, hash: () => Promise<Result>): Promise<Result> {
  return inTurn(networkOf(address), hash);
}
