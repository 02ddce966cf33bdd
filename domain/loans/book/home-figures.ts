/** The loan book in a few figures, for somebody's first page: the largest arrears, one officer's loans, collections by week. */
import { instantsOf } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import { Loan } from '../loan.model.ts';
import { collectionWeeks } from './collection-weeks.rules.ts';
import { sumCollected, sumDue } from './collection-weeks.sql.ts';
import { readLargestArrears, sumOfOfficer, type Borrower } from './open-book.sql.ts';

export interface LargeArrears extends Borrower {
  days_past_due: number;
  overdue_minor: bigint;
  outstanding_minor: bigint;
}

/** Loans of which most is overdue. @param today local date */
export async function largestArrears(
  db: Queryable,
  scope: Scope,
  today: string,
  limit: number,
): Promise<LargeArrears[]> {
  const rows = await readLargestArrears(db, { ...scopeColumns(scope), today, also_due_today: 0, limit });
  return rows.map(({ overdue, ...loan }) => ({ ...loan, overdue_minor: BigInt(overdue) }));
}

/** The loans that somebody looks after. */
export interface OfficerBook {
  /** Applications that are not decided. */
  applications: number;
  open_loans: number;
  late_loans: number;
  overdue_minor: bigint;
  /** Loans of which anything falls due in the days asked for, and how much. */
  due_loans: number;
  due_minor: bigint;
}

/** @param days local dates, both included: today, and until when what falls due counts */
export async function readOfficerBook(
  db: Queryable,
  scope: Scope,
  officer_user_id: string,
  { today, until }: { today: string; until: string },
): Promise<OfficerBook> {
  const [applications, rows] = await Promise.all([
    Loan.query(db).inScope(scope).where({ status: 'applied', officer_user_id }).resultSize(),
    sumOfOfficer(db, { ...scopeColumns(scope), today, also_due_today: 0, officer_user_id, until }),
  ]);
  const sums = expectOne(rows);
  return {
    applications,
    open_loans: Number(sums.loans),
    late_loans: Number(sums.late_loans),
    overdue_minor: BigInt(sums.overdue),
    due_loans: Number(sums.due_loans),
    due_minor: BigInt(sums.due),
  };
}

export interface CollectionWeek {
  /** Local dates: a Monday, and the Sunday after it. */
  week_start: string;
  week_end: string;
  /** Principal, interest and penalties of the installments that fell due in it, of loans that were open then. */
  due_minor: bigint;
  /** Repayments that were posted in it, less those that were reversed in it. */
  collected_minor: bigint;
}

interface DueRange {
  /** Local dates, both included. */
  from: string;
  to: string;
  unit: 'week' | 'month';
  utc_offset_minutes: number;
}

/** What fell due of loans that were open then, by the first day of each week or month; in minor units. */
export async function readDue(
  db: Queryable,
  scope: Scope,
  { utc_offset_minutes, ...range }: DueRange,
): Promise<Map<string, bigint>> {
  const instants = instantsOf(range.from, range.to, utc_offset_minutes);
  const rows = await sumDue(db, { ...scopeColumns(scope), ...instants, utc_offset_minutes, ...range });
  return new Map(rows.map(({ begins_on, due }) => [begins_on, BigInt(due)]));
}

/** Oldest first; the last one is the week of that day. */
export async function readCollectionWeeks(
  db: Queryable,
  scope: Scope,
  { today, utc_offset_minutes }: { today: string; utc_offset_minutes: number },
): Promise<CollectionWeek[]> {
  const weeks = collectionWeeks(today);
  const from = (weeks[0] as { week_start: string }).week_start;
  const to = (weeks.at(-1) as { week_end: string }).week_end;
  const range = { ...scopeColumns(scope), ...instantsOf(from, to, utc_offset_minutes), utc_offset_minutes };
  const [due_in, collected] = await Promise.all([
    readDue(db, scope, { from, to, unit: 'week', utc_offset_minutes }),
    sumCollected(db, range),
  ]);
  const collected_in = new Map(collected.map((row) => [row.week_start, BigInt(row.collected)]));
  return weeks.map((week) => ({
    ...week,
    due_minor: due_in.get(week.week_start) ?? 0n,
    collected_minor: collected_in.get(week.week_start) ?? 0n,
  }));
}
