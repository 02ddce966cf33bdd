/** Checks with a deadline whether a dependency answers. */
import { withDeadline } from '../../core/deadline.ts';

/** A dependency that does not answer within this time is unreachable. */
const CHECK_DEADLINE_MS = 3_000;

/** @returns true if the work succeeded in time */
export async function isReachable(work: PromiseLike<unknown>): Promise<boolean> {
  const answered = work.then(
    () => true,
    () => false,
  );
  return withDeadline(answered, CHECK_DEADLINE_MS, () => false);
}
