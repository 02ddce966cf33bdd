/**
 * The only source of time. Business dates come from the `Clock` of a project's environment: system time in live; in test it
 * may have been moved forward. Sessions, rate limits, webhook timestamps and retry schedules use `systemNow`.
 *
 * System time is the database's, which all processes share: the machine's clock may be wrong, or be set while the process runs.
 * A process measures it again and again (db/follow-clock.ts), and between two measurements goes by its monotonic clock.
 */
export interface Clock {
  now(): Date;
  /** How far this clock is ahead of system time, in milliseconds; 0 in the live environment. */
  offset_ms: number;
}

/** A timestamp further ahead of the clock than this was written while the clock of this or another machine was ahead. */
export const CLOCK_SLACK_MS = 60_000;

/** System time minus the monotonic clock, in milliseconds; null before the first measurement: the machine's clock counts. */
let monotonic_offset_ms: number | null = null;

function systemTime_ms(): number {
  return monotonic_offset_ms === null ? Date.now() : performance.now() + monotonic_offset_ms;
}

/**
 * Corrects system time by a measurement that took a while. What agrees with it is kept, so that slow measurements do not spoil
 * what a fast one has shown.
 * @param read_ms the database's time, in milliseconds since the epoch, at some moment since it was asked
 * @param asked_at_ms when it was asked, by `performance.now()`
 */
export function correctSystemTime(read_ms: number, asked_at_ms: number): void {
  const now_ms = performance.now();
  const latest_ms = read_ms + (now_ms - asked_at_ms);
  monotonic_offset_ms = Math.min(Math.max(systemTime_ms(), read_ms), latest_ms) - now_ms;
}

export function systemNow(): Date {
  return new Date(systemTime_ms());
}

/** What the machine's clock shows: only for comparison with times that a library took from there. */
export function machineNow(): Date {
  return new Date();
}

/** A clock that runs `offset_ms` ahead of system time. */
export function offsetClock(offset_ms: number): Clock {
  return { offset_ms, now: () => new Date(systemTime_ms() + offset_ms) };
}

/** System time `delay_ms` milliseconds from now; in the past when negative. */
export function systemTimeIn(delay_ms: number): Date {
  return new Date(systemTime_ms() + delay_ms);
}
