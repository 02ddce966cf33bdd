/**
 * The loan book at the end of each month, from what is stored for good: schedules, repayments, and when loans were disbursed
 * and closed. Of the month under way it is the portfolio of today.
 */
import { invalidField } from '../../core/errors.ts';
import { addDays, localDateAt, startOfDay } from '../../core/local-date.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import { getSettings } from '../sacco/index.ts';
import { lastDayOf, MAX_HISTORY_MONTHS, monthsBetween, PAR_DAYS, parBps } from './portfolio.rules.ts';
import { CHARGED_INTEREST } from './standing.ts';

/** The book at the end of a month, in minor units. */
export interface PortfolioAtMonthEnd {
  /** The month's last day. */
  month_end: string;
  active_loans: number;
  outstanding_minor: bigint;
  par30_minor: bigint;
  par30_bps: number;
  par90_minor: bigint;
  par90_bps: number;
}

/**
 * One figure for each month, oldest first; months that have not begun are left out.
 * @param from first month, `YYYY-MM`
 * @param to last month
 * @throws AppError VALIDATION_ERROR when the months are in the wrong order or too many, `sacco_not_set_up`
 */
export async function readPortfolioHistory(
  db: Db,
  scope: Scope,
  { from, to }: { from: string; to: string },
): Promise<PortfolioAtMonthEnd[]> {
  if (to < from) throw invalidField('to', '"to" must not be before "from"');
  const asked = monthsBetween(from, to);
  if (asked.length > MAX_HISTORY_MONTHS)
    throw invalidField('from', `"from" and "to" may span at most ${MAX_HISTORY_MONTHS} months`);
  const { utc_offset_minutes } = await getSettings(db, scope);
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  const months = asked.filter((month) => `${month}-01` <= today).map(lastDayOf);
  if (months.length === 0) return [];
  const days = months.map((day) => (day < today ? day : today));
  // Whatever is recorded by now counts for today.
  const ends = days.map((day) =>
    day < today ? startOfDay(addDays(day, 1), utc_offset_minutes).toISOString() : 'infinity',
  );
  const { project_id, environment } = scope;
  const { rows } = await db.raw<{ rows: Change[] }>(CHANGES, {
    project_id,
    environment,
    days,
    ends,
    months: days.length,
  } as never);
  return addUp(months, rows);
}

/** How the book's figures differ from the month before. Sums are decimal text: numeric has no parser. */
interface Change {
  month: number;
  loans: string;
  outstanding: string;
  par30: string;
  par90: string;
}

function addUp(months: readonly string[], changes: readonly Change[]): PortfolioAtMonthEnd[] {
  const byMonth = new Map(changes.map((change) => [change.month, change]));
  const sums = { loans: 0n, outstanding: 0n, par30: 0n, par90: 0n };
  return months.map((month_end, month) => {
    const change = byMonth.get(month);
    for (const name of ['loans', 'outstanding', 'par30', 'par90'] as const)
      sums[name] += BigInt(change?.[name] ?? 0);
    return {
      month_end,
      active_loans: Number(sums.loans),
      outstanding_minor: sums.outstanding,
      par30_minor: sums.par30,
      par30_bps: parBps(sums.par30, sums.outstanding),
      par90_minor: sums.par90,
      par90_bps: parBps(sums.par90, sums.outstanding),
    };
  });
}

/** What of the schedules falls due more than that many days before the end of a month, and not of the month before. */
function fallsDue(days: number, owed: string): string {
  return `
    select i.loan_id, width_bucket(i.due_on + ${days}, :days::date[]), 0, ${owed}
    from book l join sacco_loan_installments i on i.loan_id = l.id ${CHARGED_INTEREST}`;
}

/**
 * Months are counted by their place in the arrays, from 0. A repayment pays the oldest installment first, so at any moment the
 * installments due by some day are paid exactly if all repayments so far come to at least their principal and to their
 * interest; a penalty is paid before the rest of its installment. Each loan's sums stay what they are from one change to the next: a state, which holds from
 * its month until the next state or until the loan is over. The figures of a month follow from the states that begin and end.
 */
const CHANGES = `
  with book as materialized (
    select l.id, l.principal_minor, l.outstanding_minor, l.method, l.frequency, l.rate_bps,
      width_bucket(l.disbursed_at, :ends::timestamptz[]) as opened,
      case when l.closed_at is null then :months else width_bucket(l.closed_at, :ends::timestamptz[]) end as closed
    from sacco_loans l
    where l.project_id = :project_id and l.environment = :environment and l.disbursed_at < (:ends::timestamptz[])[:months]
      and (l.closed_at is null or l.closed_at >= (:ends::timestamptz[])[1])
  ), happened (loan_id, month, repaid, principal30, interest30, principal90, interest90) as (
    select id, opened, 0, 0, 0, 0, 0 from book
    union all
    select e.loan_id, width_bucket(e.posted_at, :ends::timestamptz[]), e.principal_minor,
      -e.principal_minor, -e.interest_minor, -e.principal_minor, -e.interest_minor
    from sacco_entries e join book l on l.id = e.loan_id
    where e.project_id = :project_id and e.environment = :environment and e.kind = 'loan_repayment'
      and e.status = 'posted' and e.posted_at < (:ends::timestamptz[])[:months]
    union all ${fallsDue(PAR_DAYS.par30, 'i.principal_minor, interest, 0, 0')}
    union all ${fallsDue(PAR_DAYS.par90, '0, 0, i.principal_minor, interest')}
  ), by_month as (
    select loan_id, month, sum(repaid) as repaid, sum(principal30) as principal30, sum(interest30) as interest30,
      sum(principal90) as principal90, sum(interest90) as interest90
    from happened where month < :months group by loan_id, month
  ), states as materialized (
    select month, lead(month, 1, l.closed) over w as ends, l.principal_minor - sum(repaid) over w as outstanding,
      (sum(principal30) over w > 0 or sum(interest30) over w > 0)::integer as late30,
      (sum(principal90) over w > 0 or sum(interest90) over w > 0)::integer as late90
    from by_month b join book l on l.id = b.loan_id where month < l.closed
    window w as (partition by loan_id order by month)
  ), changes as (
    select month, count(*) as loans, sum(outstanding) as outstanding, sum(outstanding * late30) as par30,
      sum(outstanding * late90) as par90
    from states group by month
    union all
    select ends, -count(*), -sum(outstanding), -sum(outstanding * late30), -sum(outstanding * late90)
    from states group by ends
  )
  select month, sum(loans)::text as loans, sum(outstanding)::text as outstanding, sum(par30)::text as par30,
    sum(par90)::text as par90
  from changes where month < :months group by month`;
