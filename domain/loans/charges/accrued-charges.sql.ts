/**
 * SQL for what has accrued on loans and is not charged yet, to be joined to `sacco_loans l` in statements about many loans. The
 * figures are those by which one loan is charged (figures.rules.ts).
 */
import { columns, type Formula } from '../../../core/formula.ts';
import {
  INTEREST_ON_BALANCE,
  interestOnceCharged,
  mayBePenalised,
  penaltyOn,
  unpaidWith,
} from '../positions/figures.rules.ts';

/** What the joined expressions are called. */
const joined = columns<{ interest: bigint; unpaid: bigint }>('');

/**
 * To be joined to loans `l` and their due installments `i`: the `interest` of each once it is charged.
 * @param on_balance interest of one period on the outstanding principal
 */
export function chargedInterest<Row>(on_balance: Formula<Row>): string {
  return `
    cross join lateral (select (${interestOnceCharged(on_balance).sql})::bigint as interest) charged`;
}

/**
 * To be joined to open loans `l` and their installments `i` that are due by the day `:today`: what they ask for once everything
 * that has accrued is charged, as `interest`, as `unpaid` without the penalty that is still to be charged, and as that `penalty`.
 * @param on_balance interest of one period on the outstanding principal
 */
export function dueLines<Row>(on_balance: Formula<Row>): string {
  return `${chargedInterest(on_balance)}
    cross join lateral (select ${unpaidWith(joined.interest).sql} as unpaid) owed
    cross join lateral (select case when ${mayBePenalised(joined.unpaid).sql}
      and :today::date > i.due_on + l.grace_days then ${penaltyOn(joined.unpaid).sql} else 0 end as penalty) late`;
}

/**
 * To be joined to open loans `sacco_loans l`, with the SACCO's day as `:today`: the charges that have accrued on each, and the due
 * date of its oldest unpaid installment once they are charged. Installments are read only where there is anything to charge or
 * charges are in flight; the row of any other loan is up to date, and its result here is 0 and null.
 */
export const ACCRUED_CHARGES_SQL = `
  cross join lateral (select not exists (select from sacco_loan_charge_dates d
    where d.loan_id = l.id and coalesce(d.next_charge_on > :today::date, true)) as anything) due
  cross join lateral (
    select coalesce(sum(penalty + case when interest_charged then 0 else interest end), 0) as charges,
      min(due_on) filter (where unpaid > 0) as oldest_unpaid_on
    from sacco_loan_installments i ${dueLines(INTEREST_ON_BALANCE)}
    where i.loan_id = l.id and i.due_on <= :today::date and due.anything
  ) accrued`;
