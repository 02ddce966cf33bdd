/** The loan book at the end of one month, worked out from what is stored of loans, installments and entries. */
import { instantsOf } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { expectOne } from '../../../db/rows.ts';
import { PAR_DAYS } from '../portfolio.rules.ts';
import { chargedInterest } from '../standing.ts';

/** The end of a month on which the book is looked at. */
export interface MonthEnd {
  /** The month's last day. */
  month_end: string;
  /** Minutes east of UTC by which that day ends. */
  utc_offset_minutes: number;
}

/** What is outstanding at the end of a month, in minor units. */
export interface MonthSums {
  active_loans: bigint;
  outstanding_minor: bigint;
  par30_minor: bigint;
  par90_minor: bigint;
}

export const EMPTY_BOOK: MonthSums = {
  active_loans: 0n,
  outstanding_minor: 0n,
  par30_minor: 0n,
  par90_minor: 0n,
};

/** Loans looked at by one statement: few enough to stay well under a second, however large the book is. */
const LOANS_PER_STATEMENT = 10_000;

/**
 * The same figures whenever it is asked after the month has ended and all that was posted in it is recorded, so the portions
 * need no common snapshot.
 */
export async function workOutMonth(
  db: Queryable,
  { project_id, environment }: Pick<Scope, 'project_id' | 'environment'>,
  { month_end, utc_offset_minutes }: MonthEnd,
  loans_per_statement = LOANS_PER_STATEMENT,
): Promise<MonthSums> {
  const { ends } = instantsOf(month_end, month_end, utc_offset_minutes);
  const bindings = { project_id, environment, month_end, ends, loans: loans_per_statement };
  const sums = { ...EMPTY_BOOK };
  for (let last: string | null = ''; last !== null;) {
    const portion: Portion = await readPortion(db, { ...bindings, last });
    sums.active_loans += portion.active_loans;
    sums.outstanding_minor += BigInt(portion.outstanding);
    sums.par30_minor += BigInt(portion.par30);
    sums.par90_minor += BigInt(portion.par90);
    last = portion.loans < loans_per_statement ? null : portion.last;
  }
  return sums;
}

async function readPortion(
  db: Queryable,
  bindings: Record<string, string | number | Date>,
): Promise<Portion> {
  const { rows } = await db.raw<{ rows: Portion[] }>(PORTION, bindings);
  return expectOne(rows);
}

/** Sums are decimal text: numeric has no parser. */
interface Portion {
  /** How many loans it is about, and the last of them. */
  loans: bigint;
  last: string | null;
  active_loans: bigint;
  outstanding: string;
  par30: string;
  par90: string;
}

/** Whether what fell due on that day was due more than that many days before the end of the month. */
function isLate(due_on: string, name: keyof typeof PAR_DAYS): string {
  return `${due_on} + ${PAR_DAYS[name]} < :month_end::date`;
}

/** What the installments that were late ask for, as `principal…` and `interest…`. */
function askedFor(name: keyof typeof PAR_DAYS): string {
  const late = isLate('i.due_on', name);
  return `
      sum(i.principal_minor) filter (where ${late}) as principal_${name},
      sum(interest) filter (where ${late} and ${COUNTED}) as interest_${name}`;
}

/** Of loans that were late, what was outstanding. */
function atRisk(name: keyof typeof PAR_DAYS): string {
  return `coalesce(sum(outstanding) filter (where case when stands then ${isLate('oldest_unpaid_on', name)}
      else principal_${name} > principal_minor - outstanding or interest_${name} > paid_interest end), 0)::text as ${name}`;
}

/**
 * A repayment is taken back only while nothing else has moved or charged the loan since. Interest that had fallen due and came
 * to nothing on the little that was left is looked at anew after that, on what is owed again. At a moment between the two
 * it was nothing: it counts where it was charged before the loan was next set back.
 */
const COUNTED = `(s.set_back_at is null or exists (select from sacco_entries c
        where c.loan_id = i.loan_id and c.installment_no = i.no and c.income = 'interest_income'
          and c.kind = 'loan_charge' and c.status = 'posted' and c.ledger_timestamp < s.set_back_at))`;

/** The entries of a kind that were posted since the month's end, with what is to be added to get what there was before them. */
function since(
  kind: string,
  { owed, paid, set_back_at = 'null' }: { owed: string; paid: string; set_back_at?: string },
): string {
  return `
    select e.loan_id, ${owed} as owed, ${paid} as paid, ${set_back_at}::bigint as set_back_at
    from sacco_entries e join book l on l.id = e.loan_id
    where e.project_id = :project_id and e.environment = :environment and e.kind = ${kind}
      and e.status = 'posted' and e.posted_at >= :ends::timestamptz`;
}

/**
 * What loans and installments say now, less what was posted since: the later a month ended, the less is read. Of a loan that
 * nothing has moved since, and of which nothing due by then is to be charged, the row says since when it is late. Of others:
 * a repayment pays the oldest installment first, so the installments due by some day were paid exactly if all repayments until
 * the month's end came to at least their principal and to their interest; a penalty is paid before the rest of its installment. A
 * loan of which nothing was outstanding was closed then, though a reversal has opened it again since. A write-off leaves the
 * installments as they were.
 */
const PORTION = `
  with book as materialized (
    select l.id, l.principal_minor, l.outstanding_minor, l.oldest_unpaid_on, l.method, l.frequency, l.rate_bps,
      d.loan_id is null or coalesce(d.next_charge_on <= :month_end::date, false) as anything_due
    from sacco_loans l left join sacco_loan_charge_dates d on d.loan_id = l.id
    where l.project_id = :project_id and l.environment = :environment and l.id > :last
      and l.disbursed_at < :ends::timestamptz and (l.closed_at is null or l.closed_at >= :ends::timestamptz)
    order by l.id limit :loans
  ), since as materialized (
    select loan_id, sum(owed) as owed, sum(paid) as paid, min(set_back_at) as set_back_at
    from (${since("'loan_repayment'", { owed: 'e.principal_minor', paid: '-e.interest_minor' })}
      union all ${since("'reversal' and e.reverses_kind = 'loan_repayment'", {
        owed: '-e.principal_minor',
        paid: 'e.interest_minor',
        set_back_at: 'e.ledger_timestamp',
      })}
      union all ${since("'loan_write_off'", { owed: 'e.principal_minor', paid: '0' })}) moved
    group by loan_id
  ), lines as (
    select i.loan_id, sum(i.paid_interest_minor) as paid_interest, ${askedFor('par30')}, ${askedFor('par90')}
    from book l left join since s on s.loan_id = l.id
    join sacco_loan_installments i on i.loan_id = l.id ${chargedInterest()}
    where l.anything_due or s.loan_id is not null
    group by i.loan_id
  ), standing as (
    select l.principal_minor, l.outstanding_minor + coalesce(s.owed, 0) as outstanding, l.oldest_unpaid_on,
      i.paid_interest + coalesce(s.paid, 0) as paid_interest, i.loan_id is null as stands,
      i.principal_par30, i.interest_par30, i.principal_par90, i.interest_par90
    from book l left join lines i on i.loan_id = l.id left join since s on s.loan_id = l.id
  )
  select (select count(*) from book) as loans, (select max(id) from book) as last,
    count(*) filter (where outstanding > 0) as active_loans, coalesce(sum(outstanding), 0)::text as outstanding,
    ${atRisk('par30')}, ${atRisk('par90')}
  from standing`;
