/** The loan book at the end of one month, computed from stored loans, installments and entries. */
import { instantsOf } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { RowOfQuery } from '../../../db/statement.ts';
import { expectOne } from '../../../db/rows.ts';
import { readPortion } from './month-end.sql.ts';

/** A month, and the time zone in which it ends. */
export interface MonthEnd {
  /** The month's last day. */
  month_end: string;
  /** The time zone of that day, in minutes east of UTC. */
  utc_offset_minutes: number;
}

/** Outstanding principal at the end of a month, in minor units. */
export interface MonthSums {
  active_loans: bigint;
  outstanding_minor: bigint;
  par30_minor: bigint;
  par90_minor: bigint;
}

export const ZERO_TOTALS: MonthSums = {
  active_loans: 0n,
  outstanding_minor: 0n,
  par30_minor: 0n,
  par90_minor: 0n,
};

type Portion = RowOfQuery<typeof readPortion>;

/** Loans that one statement reads: few enough to stay well under a second, however large the book is. */
const LOANS_PER_STATEMENT = 10_000;

/**
 * Once the month is over and everything posted in it is recorded, the figures no longer change, so the portions need no common
 * snapshot.
 */
export async function computeMonth(
  db: Queryable,
  { project_id, environment }: Pick<Scope, 'project_id' | 'environment'>,
  { month_end, utc_offset_minutes }: MonthEnd,
  loans_per_statement = LOANS_PER_STATEMENT,
): Promise<MonthSums> {
  const { ends } = instantsOf(month_end, month_end, utc_offset_minutes);
  const month = { project_id, environment, month_end, ends, loans: loans_per_statement };
  const sums = { ...ZERO_TOTALS };
  for (let last: string | null = ''; last !== null;) {
    const portion: Portion = expectOne(await readPortion(db, { ...month, last }));
    sums.active_loans += portion.active_loans;
    sums.outstanding_minor += BigInt(portion.outstanding);
    sums.par30_minor += BigInt(portion.par30);
    sums.par90_minor += BigInt(portion.par90);
    last = portion.loans < loans_per_statement ? null : portion.last;
  }
  return sums;
}
