/** What many loans owe today, for lists. */
import { daysBetween } from '../../../core/local-date.ts';
import type { Queryable } from '../../../db/connection.ts';
import { readStandings } from './standing.sql.ts';

/** What is owed on a loan today; in minor units. */
export interface Standing {
  /** Principal not yet repaid. */
  outstanding_minor: bigint;
  /** Interest and penalties that are due and unpaid. */
  charges_due_minor: bigint;
  days_past_due: number;
  /** When the oldest unpaid installment is due, which may be past; null where nothing is left to pay. */
  next_due_on: string | null;
}

/** Of a loan that is not open. */
export const NOT_OPEN: Standing = {
  outstanding_minor: 0n,
  charges_due_minor: 0n,
  days_past_due: 0,
  next_due_on: null,
};

/**
 * The standing of those of these loans that are open, by loan.
 * @param today the SACCO's local date
 */
export async function standingsOf(
  db: Queryable,
  loan_ids: readonly string[],
  today: string,
): Promise<Map<string, Standing>> {
  if (loan_ids.length === 0) return new Map();
  const rows = await readStandings(db, { loan_ids, today });
  return new Map(
    rows.map(({ id, outstanding_minor, charges_due, oldest_unpaid_on }) => [
      id,
      {
        outstanding_minor,
        charges_due_minor: BigInt(charges_due),
        days_past_due: oldest_unpaid_on === null ? 0 : Math.max(0, daysBetween(oldest_unpaid_on, today)),
        next_due_on: oldest_unpaid_on,
      },
    ]),
  );
}
