/** What many loans owe today: what their rows keep, and what has accrued since. */
import { date, defineQuery, int8, numeric, orNull, params, text } from '../../../db/statement.ts';
import { ACCRUED_CHARGES_SQL } from '../charges/accrued-charges.sql.ts';
import { UNPAID } from './figures.rules.ts';
import { PAR_DAYS } from '../portfolio/portfolio.rules.ts';

/** Of those of these loans that are open. The oldest unpaid installment may be one that is not due yet. */
export const readStandings = defineQuery({
  params: params<{ loan_ids: readonly string[]; today: string }>(),
  result: { id: text, outstanding_minor: int8, charges_due: numeric, oldest_unpaid_on: orNull(date) },
  sql: `
    select l.id, l.outstanding_minor, l.charges_due_minor + accrued.charges as charges_due,
      case when due.anything then coalesce(accrued.oldest_unpaid_on, (
        select min(i.due_on) from sacco_loan_installments i
        where i.loan_id = l.id and i.due_on > :today::date and ${UNPAID.sql} > 0
      )) else l.oldest_unpaid_on end as oldest_unpaid_on
    from sacco_loans l ${ACCRUED_CHARGES_SQL} where l.id = any(:loan_ids::text[]) and l.status = 'open'`,
});

/** 1 or 0. */
function isAtRisk(oldest_unpaid_on: string, days: number): string {
  return `coalesce(:today::date - ${oldest_unpaid_on} > ${days}, false)::integer`;
}

/** How what has accrued changes the outstanding principal that is at risk. */
function changedRisk(days: number): string {
  const change = `${isAtRisk('a.oldest_unpaid_on', days)} - ${isAtRisk('a.was_unpaid_on', days)}`;
  return `coalesce(sum(a.outstanding_minor * (${change})), 0)`;
}

/**
 * The sums of all open loans. As an array, loans that are due are looked up one by one: right after charging, the planner still
 * assumes that all loans are due, and would read all of them to find none.
 */
export const sumOpenLoans = defineQuery({
  params: params<{ project_id: string; environment: string; today: string }>(),
  result: { loans: int8, outstanding: numeric, charges_due: numeric, par30: numeric, par90: numeric },
  sql: `
    with due as (
      select loan_id from sacco_loan_charge_dates
      where project_id = :project_id and environment = :environment and next_charge_on <= :today::date
      union
      select loan_id from sacco_entries_in_flight where project_id = :project_id and environment = :environment
    ), accrued_loans as (
      select l.outstanding_minor, l.oldest_unpaid_on as was_unpaid_on, accrued.*
      from sacco_loans l ${ACCRUED_CHARGES_SQL}
      where l.id = any(array(select loan_id from due)) and due.anything and l.status = 'open'
    ), since as (
      select coalesce(sum(charges), 0) as charges, ${changedRisk(PAR_DAYS.par30)} as par30,
        ${changedRisk(PAR_DAYS.par90)} as par90
      from accrued_loans a
    ), kept as (
      select count(*) as loans, coalesce(sum(outstanding_minor), 0) as outstanding,
        coalesce(sum(charges_due_minor), 0) as charges_due,
        coalesce(sum(outstanding_minor) filter (where :today::date - oldest_unpaid_on > ${PAR_DAYS.par30}), 0) as par30,
        coalesce(sum(outstanding_minor) filter (where :today::date - oldest_unpaid_on > ${PAR_DAYS.par90}), 0) as par90
      from sacco_loans where project_id = :project_id and environment = :environment and status = 'open'
    )
    select kept.loans, kept.outstanding, kept.charges_due + since.charges as charges_due, kept.par30 + since.par30 as par30,
      kept.par90 + since.par90 as par90
    from kept cross join since`,
});

/** What a member owes, on open loans and loans that are being disbursed, and what else the member has applied for. */
export const readDebtOfMember = defineQuery({
  params: params<{ member_id: string; today: string }>(),
  result: { owed: text, applied: text },
  sql: `
    select coalesce(sum(case when l.status = 'open' then l.outstanding_minor + l.charges_due_minor + accrued.charges
        when e.status in ('posting', 'paying') then l.principal_minor end), 0)::text as owed,
      coalesce(sum(l.principal_minor) filter (where l.status = 'applied' and e.status not in ('posting', 'paying')), 0)::text as applied
    from sacco_loans l join sacco_entries e on e.id = l.entry_id ${ACCRUED_CHARGES_SQL}
    where l.member_id = :member_id and l.status in ('open', 'applied')`,
});
