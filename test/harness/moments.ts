/** Moments that the service writes, compared with what the test saw on the same clock, so that no busy machine is too slow. */
import { expect } from 'vitest';

type Moment = string | number | Date;

/** Expects the moment at the earliest and at the latest when the others are; numbers are in milliseconds. */
export function expectBetween(earliest: Moment, moment: Moment, latest: Moment): void {
  const at = new Date(moment).getTime();
  expect(at).toBeGreaterThanOrEqual(new Date(earliest).getTime());
  expect(at).toBeLessThanOrEqual(new Date(latest).getTime());
}
