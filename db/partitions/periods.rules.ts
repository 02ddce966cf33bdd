/** Which periods partitions have, and what the partitions are called. */
import { DAY_MS, localDateAt } from '../../core/local-date.ts';
import { idTimestamp_ms } from '../../core/ids.ts';

/** Rows are kept for at most so much longer than retention says: a partition is dropped once its last row is old. */
const PERIOD_MS = 28 * DAY_MS;
/** Monday, 5 January 1970. */
const FIRST_PERIOD_MS = 4 * DAY_MS;
/** There is always the partition of the next period, too: so long may the job that makes them stand still. */
const PERIODS_MADE = 2;
/** Periods made at a time, after a long pause or by a clock that is far ahead. */
const MAX_PERIODS = 60;
/** The border of a table that is being divided is so far away at least when it is drawn, and is given up when it comes this near. */
const BORDER_AHEAD_MS = 14 * DAY_MS;
const BORDER_NEAR_MS = 7 * DAY_MS;

export interface Period {
  from: Date;
  /** Not part of it. */
  to: Date;
}

/** Of a partition, as PostgreSQL shows them; null: without a limit. */
export interface Bounds {
  from: Date | null;
  to: Date;
}

/** The start of the period of that moment: a Monday, 0:00 UTC. */
export function periodStart(at: Date): Date {
  return new Date(at.getTime() - ((at.getTime() - FIRST_PERIOD_MS) % PERIOD_MS));
}

function periodsAfter(at: Date, count: number): Date {
  return new Date(periodStart(at).getTime() + count * PERIOD_MS);
}

/**
 * Where the table ends that holds all rows until now, when it becomes the first partition: after its newest row, and so late that
 * there is time to divide it.
 */
export function borderAfter(now: Date, newest: Date): Date {
  const latest_ms = Math.max(now.getTime(), newest.getTime());
  return periodsAfter(new Date(latest_ms + BORDER_AHEAD_MS), 1);
}

/** Whether the border may no longer be waited for: rows after it would have no place. */
export function isBorderNear(border: Date, now: Date): boolean {
  return border.getTime() - now.getTime() < BORDER_NEAR_MS;
}

/** The periods from the end of the last partition until some ahead of now, without a gap. */
export function periodsToMake(made_until: Date, now: Date): Period[] {
  const periods: Period[] = [];
  const until = periodsAfter(now, PERIODS_MADE);
  for (let from = made_until; from < until && periods.length < MAX_PERIODS;) {
    const to = periodsAfter(from, 1);
    periods.push({ from, to });
    from = to;
  }
  return periods;
}

/** `webhook_events_20261123`: the table and the first day. */
export function partitionName(table: string, from: Date): string {
  return `${table}_${compactDate(from)}`;
}

/** The partition with the rows from before the table was divided. */
export function firstPartitionName(table: string): string {
  return `${table}_first`;
}

/** The partition of rows for whose time there is no other one. */
export function restPartitionName(table: string): string {
  return `${table}_rest`;
}

const BORDER = /_before_(\d{4})(\d{2})(\d{2})$/;

/** The constraint that says that all rows are from before the border. */
export function borderName(table: string, border: Date): string {
  return `${table}_before_${compactDate(border)}`;
}

export function borderOf(constraint: string): Date | null {
  const [, year, month, day] = BORDER.exec(constraint) ?? [];
  return day === undefined ? null : new Date(`${year}-${month}-${day}T00:00:00.000Z`);
}

function compactDate(at: Date): string {
  return localDateAt(at).replaceAll('-', '');
}

const BOUNDS = /^FOR VALUES FROM \((?:MINVALUE|'([^']+)')\) TO \('([^']+)'\)$/;

/** @returns null for the partition of the rest */
export function parseBounds(expression: string): Bounds | null {
  const [, from, to] = BOUNDS.exec(expression) ?? [];
  if (to === undefined) return null;
  return {
    from: from === undefined ? null : new Date(idTimestamp_ms(from)),
    to: new Date(idTimestamp_ms(to)),
  };
}
