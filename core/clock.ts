/**
 * The only source of time. Business dates come from the `Clock` of a project's environment: system time in live; in test it
 * may have been moved forward. Sessions, rate limits, webhook timestamps and retry schedules use `systemNow`.
 */
export interface Clock {
  now(): Date;
  /** How far this clock is ahead of system time, in milliseconds; 0 in the live environment. */
  offset_ms: number;
}

/** A timestamp further ahead of the clock than this was written while the clock of this or another machine was ahead. */
export const CLOCK_SLACK_MS = 60_000;

export function systemNow(): Date {
  return new Date();
}

/** A clock that runs `offset_ms` ahead of system time. */
export function offsetClock(offset_ms: number): Clock {
  return { offset_ms, now: () => new Date(Date.now() + offset_ms) };
}

/** System time `delay_ms` milliseconds from now; in the past when negative. */
export function systemTimeIn(delay_ms: number): Date {
  return new Date(Date.now() + delay_ms);
}
