/**
 * What many loans owe today, for lists and sums. A loan's row keeps what is charged so far; what has fallen due since then is
 * worked out here for all of them in one statement, by the same rules by which one loan is charged (position.rules.ts).
 */
import { daysBetween } from '../../core/local-date.ts';
import type { Queryable } from '../../db/connection.ts';
import { PERIODS_A_YEAR } from './schedule.rules.ts';

/** The same as divideHalfUp, in SQL. */
export function halfUp(numerator: string, denominator: string): string {
  return `div(2 * ${numerator} + ${denominator}, 2 * ${denominator})`;
}

const PERIODS_OF_LOAN = `case l.frequency ${Object.entries(PERIODS_A_YEAR)
  .map(([frequency, periods]) => `when '${frequency}' then ${periods}`)
  .join(' ')} end`;

/** What interest on all that is owed of a loan `l` comes to for one period, in SQL. */
export const INTEREST_ON_BALANCE = halfUp(
  'l.outstanding_minor::numeric * l.rate_bps',
  `(10000 * ${PERIODS_OF_LOAN})`,
);

/**
 * To be joined to loans `l` and their installments `i` that are due: the interest of each, once it is charged.
 * @param on_balance interest on what is owed, for one period
 */
export function chargedInterest(on_balance = INTEREST_ON_BALANCE): string {
  return `
    cross join lateral (select case when i.interest_charged or l.method = 'flat' then i.interest_minor
      else least(i.interest_minor, ${on_balance})::bigint end as interest) charged`;
}

/**
 * To be joined to open loans `l` and their installments `i` that are due by the day bound as `:today`: what they ask for once
 * all that has fallen due is charged, as `interest`, as `unpaid` without the penalty that is still to be charged, and as that
 * `penalty`.
 * @param on_balance interest on what is owed, for one period
 */
export function dueLines(on_balance?: string): string {
  return `${chargedInterest(on_balance)}
    cross join lateral (select i.principal_minor + interest + i.penalty_minor
      - i.paid_principal_minor - i.paid_interest_minor - i.paid_penalty_minor as unpaid) owed
    cross join lateral (select case when l.penalty_bps > 0 and not i.penalty_charged and unpaid > 0
      and :today::date > i.due_on + l.grace_days then ${halfUp('unpaid::numeric * l.penalty_bps', '10000')}
      else 0 end as penalty) late`;
}

/**
 * To be joined to open loans `sacco_loans l`, with the SACCO's day bound as `:today`: what is to be charged of each, and the
 * due date of its oldest unpaid installment once it is charged. Only where there is anything to charge, or its charges are
 * in flight, are installments read; the row of any other loan is up to date, and this says 0 and null of it.
 */
export const FALLEN_DUE = `
  cross join lateral (select not exists (select from sacco_loan_charge_dates d
    where d.loan_id = l.id and coalesce(d.next_charge_on > :today::date, true)) as anything) due
  cross join lateral (
    select coalesce(sum(penalty + case when interest_charged then 0 else interest end), 0) as charges,
      min(due_on) filter (where unpaid > 0) as oldest_unpaid_on
    from sacco_loan_installments i ${dueLines()}
    where i.loan_id = l.id and i.due_on <= :today::date and due.anything
  ) fallen_due`;

/** What is owed on a loan today; in minor units. */
export interface Standing {
  /** Principal not yet repaid. */
  outstanding_minor: bigint;
  /** Interest and penalties that have fallen due and are unpaid. */
  charges_due_minor: bigint;
  days_past_due: number;
}

/** Of a loan that is not open. */
export const NOT_OPEN: Standing = { outstanding_minor: 0n, charges_due_minor: 0n, days_past_due: 0 };

/**
 * The standing of those of these loans that are open, by loan.
 * @param today the SACCO's day
 */
export async function standingsOf(
  db: Queryable,
  loan_ids: readonly string[],
  today: string,
): Promise<Map<string, Standing>> {
  if (loan_ids.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: StandingRow[] }>(STANDINGS, { loan_ids, today } as never);
  return new Map(
    rows.map(({ id, outstanding_minor, charges_due, oldest_unpaid_on }) => [
      id,
      {
        outstanding_minor,
        charges_due_minor: BigInt(charges_due),
        days_past_due: oldest_unpaid_on === null ? 0 : Math.max(0, daysBetween(oldest_unpaid_on, today)),
      },
    ]),
  );
}

interface StandingRow {
  id: string;
  outstanding_minor: bigint;
  /** Decimal text: numeric has no parser. */
  charges_due: string;
  oldest_unpaid_on: string | null;
}

const STANDINGS = `
  select l.id, l.outstanding_minor, l.charges_due_minor + fallen_due.charges as charges_due,
    case when due.anything then fallen_due.oldest_unpaid_on else l.oldest_unpaid_on end as oldest_unpaid_on
  from sacco_loans l ${FALLEN_DUE} where l.id = any(:loan_ids::text[]) and l.status = 'open'`;
