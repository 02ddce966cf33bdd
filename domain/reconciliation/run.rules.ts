/** The period of a statement and its place in time. Pure. */
import { addDays, startOfDay } from '../../core/local-date.ts';

/** 180 → `+03:00` */
export function formatOffset(utc_offset_minutes: number): string {
  const east = Math.abs(utc_offset_minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${utc_offset_minutes < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`;
}

export interface Period {
  /** Local dates, both included. */
  period_start: string;
  period_end: string;
  utc_offset_minutes: number;
}

/** The instants in which the period begins, and in which it is over. */
export function instantsOf({ period_start, period_end, utc_offset_minutes }: Period): {
  from: Date;
  before: Date;
} {
  return {
    from: startOfDay(period_start, utc_offset_minutes),
    before: startOfDay(addDays(period_end, 1), utc_offset_minutes),
  };
}
