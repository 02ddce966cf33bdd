/** The statement that brings polls forward which were scheduled by a clock that was ahead. */
import { defineCommand, params } from '../../../db/statement.ts';

/**
 * Payments whose ids are from the future were created while the system's clock was ahead, and their polls scheduled by it. The
 * sweep of overdue rows finds those that are put off for longer than any pause; this finds the others.
 */
export const bringPollsForward = defineCommand({
  /** @param first_s pauses before the first polls, in seconds; `then_s` before all later ones */
  params: params<{ from_future: string; first_s: readonly number[]; then_s: number }>(),
  sql: `
    update payments set next_poll_at = now() where id > :from_future and
      next_poll_at > now() + interval '1 minute' + make_interval(secs => coalesce((:first_s::integer[])[polls + 1], :then_s))`,
});
