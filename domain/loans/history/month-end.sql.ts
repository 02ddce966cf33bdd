/** The statement behind the loan book at the end of one month. */
import { defineQuery, int8, orNull, params, text } from '../../../db/statement.ts';
import { chargedInterest } from '../charges/accrued-charges.sql.ts';
import { INTEREST_ON_BALANCE } from '../positions/figures.rules.ts';
import { PAR_DAYS } from '../portfolio/portfolio.rules.ts';

/** Whether an installment due on that day was more than so many days late at the end of the month. */
function isLate(due_on: string, name: keyof typeof PAR_DAYS): string {
  return `${due_on} + ${PAR_DAYS[name]} < :month_end::date`;
}

/** Principal and interest of the installments that were late, as `principal_…` and `interest_…`. */
function askedFor(name: keyof typeof PAR_DAYS): string {
  const late = isLate('i.due_on', name);
  return `
      sum(i.principal_minor) filter (where ${late}) as principal_${name},
      sum(interest) filter (where ${late} and ${COUNTED}) as interest_${name}`;
}

/** The outstanding principal of loans that were late. */
function atRisk(name: keyof typeof PAR_DAYS): string {
  return `coalesce(sum(outstanding) filter (where case when stands then ${isLate('oldest_unpaid_on', name)}
      else principal_${name} > principal_minor - outstanding or interest_${name} > paid_interest end), 0)::text as ${name}`;
}

/**
 * A repayment can be reversed only while nothing else has moved or charged the loan since. Interest that rounded to zero on the small
 * balance before the reversal is computed again afterwards, on the restored balance. Between the two it was zero, so interest counts
 * only where it was charged before the loan was next set back.
 */
const COUNTED = `(s.set_back_at is null or i.no = 0 or exists (select from sacco_entries c
        where c.loan_id = i.loan_id and c.installment_no = i.no and c.income = 'interest_income'
          and c.kind = 'loan_charge' and c.status = 'posted' and c.ledger_timestamp < s.set_back_at))`;

/** The entries of a kind that were posted since the month's end, with the amounts that undo their effect. */
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
 * The current state of loans and installments, less what was posted since: the later a month ended, the less is read. The row of a
 * loan that has not moved since, and has no charges left to book that were due by then, says since when it is late. For other loans:
 * a repayment pays the oldest installment first, so the installments due by some day were paid exactly if all repayments until the
 * month's end covered at least their principal and their interest; a penalty is paid before the rest of its installment. A loan with
 * nothing outstanding was closed then, even if a reversal has reopened it since. A write-off leaves the installments unchanged.
 */
export const readPortion = defineQuery({
  params: params<{
    project_id: string;
    environment: string;
    month_end: string;
    /** The moment at which that day ends. */
    ends: Date;
    /** The last loan of the portion before. */
    last: string;
    /** How many loans at most. */
    loans: number;
  }>(),
  result: {
    /** How many loans it is about, and the last of them. */
    loans: int8,
    last: orNull(text),
    active_loans: int8,
    outstanding: text,
    par30: text,
    par90: text,
  },
  sql: `
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
    join sacco_loan_installments i on i.loan_id = l.id ${chargedInterest(INTEREST_ON_BALANCE)}
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
  from standing`,
});
