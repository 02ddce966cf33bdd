/**
 * The only clock. Business dates come from a `Clock` that belongs to a project's environment: the live one always
 * shows real time, the test one may have been moved forward by the test clock. Sessions, rate limits, webhook
 * timestamps and retry schedules use `realNow`.
 */
export interface Clock {
  now(): Date;
  /** How far this clock is ahead of real time, in milliseconds; 0 in the live environment. */
  offset_ms: number;
}

export function systemNow(): Date {
  return new Date();
}

/** A clock that runs `offset_ms` ahead of real time. */
export function offsetClock(offset_ms: number): Clock {
  return { offset_ms, now: () => new Date(Date.now() + offset_ms) };
}

/** The real instant that many milliseconds from now; before now when there are less than none. */
export function systemTimeIn(delay_ms: number): Date {
  return new Date(Date.now() + delay_ms);
}
