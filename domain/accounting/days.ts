/** Ranges of local days, and their instants in UTC. */
import { instantsOf } from '../../core/local-date.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { findSettings, reportPeriod } from '../cooperative/index.ts';

export interface DateRange {
  from?: string | undefined;
  to?: string | undefined;
}

export interface Days {
  /** Local dates, both included. */
  from: string;
  to: string;
  begins: Date;
  /** The first instant after them. */
  ends: Date;
  utc_offset_minutes: number;
}

/** The time zone of a scope's days, in minutes east of UTC; 0 where there is no SACCO. */
export async function utcOffsetOf(db: Queryable, scope: Scope): Promise<number> {
  return (await findSettings(db, scope))?.utc_offset_minutes ?? 0;
}

/**
 * The days of a report; by default from 1 January to today.
 * @throws AppError VALIDATION_ERROR when they run backwards or span more than 366 days
 */
export async function daysOf(db: Queryable, scope: Scope, range: DateRange): Promise<Days> {
  const utc_offset_minutes = await utcOffsetOf(db, scope);
  const { from, to } = reportPeriod(scope, { utc_offset_minutes }, range);
  return { from, to, ...instantsOf(from, to, utc_offset_minutes), utc_offset_minutes };
}
