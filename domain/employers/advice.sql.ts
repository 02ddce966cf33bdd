/** The statements behind advices: whom an employer employs, and what is asked for on their loans. */
import type { ScopeColumns } from '../../db/model.ts';
import { date, defineQuery, int8, orNull, params, text, textOf } from '../../db/statement.ts';
import { UNPAID } from '../loans/index.ts';
import type { Frequency } from './advice.rules.ts';

type OfEmployers = ScopeColumns & { employer_ids: readonly string[] };

/** Those who may pay in, in the order of their payroll numbers. */
export const readEmployed = defineQuery({
  params: params<OfEmployers>(),
  result: {
    employer_id: text,
    member_id: text,
    member_no: text,
    payroll_no: orNull(text),
    full_name: text,
    contribution_minor: orNull(int8),
    frequency: orNull(textOf<Frequency>()),
    start_date: orNull(date),
  },
  sql: `
    select m.employer_id, m.id as member_id, m.member_no, m.payroll_no, p.full_name,
      c.amount_minor as contribution_minor, c.frequency, c.start_date
    from sacco_members m join customers p on p.id = m.customer_id left join sacco_contributions c on c.member_id = m.id
    where m.project_id = :project_id and m.environment = :environment and m.employer_id = any(:employer_ids::text[])
      and m.status in ('active', 'suspended')
    order by m.payroll_no nulls last, m.member_no`,
});

/**
 * What is unpaid of the installments of a month, and of those that are overdue by then, by loan: in the order of their due dates.
 * Sums are decimal text: numeric has no parser.
 */
export const readAskedOnLoans = defineQuery({
  params: params<OfEmployers & { first: string; last: string; today: string }>(),
  result: { member_id: text, loan_id: text, due_on: date, amount: text },
  sql: `
    select l.member_id, l.id as loan_id, min(i.due_on) as due_on, sum(${UNPAID.sql})::text as amount
    from sacco_members m join sacco_loans l on l.member_id = m.id and l.status = 'open'
      join sacco_loan_installments i on i.loan_id = l.id
    where m.project_id = :project_id and m.environment = :environment and m.employer_id = any(:employer_ids::text[])
      and m.status in ('active', 'suspended') and ${UNPAID.sql} > 0
      and (i.due_on between :first::date and :last::date or i.due_on < least(:first::date, :today::date))
    group by l.member_id, l.id order by min(i.due_on), l.id`,
});

/** What was stored with the first remittance of a month that named a member, and was not dropped. */
export const readStoredAdvice = defineQuery({
  params: params<OfEmployers & { month: string }>(),
  result: {
    employer_id: text,
    member_id: text,
    member_no: text,
    payroll_no: orNull(text),
    full_name: text,
    contribution_minor: int8,
    loans: text,
    expected_minor: int8,
  },
  sql: `
    select r.employer_id, r.member_id, m.member_no, r.payroll_no, p.full_name, r.contribution_minor, r.loans, r.expected_minor
    from (
      select distinct on (b.employer_id, r.member_id)
        b.employer_id, r.member_id, r.payroll_no, r.contribution_minor, r.loans::text as loans, r.expected_minor
      from sacco_movement_batches b join sacco_remittance_members r on r.batch_id = b.id
      where b.project_id = :project_id and b.environment = :environment and b.employer_id = any(:employer_ids::text[])
        and b.month = :month::date and b.status not in ('rejected', 'cancelled')
      order by b.employer_id, r.member_id, b.id
    ) r join sacco_members m on m.id = r.member_id join customers p on p.id = m.customer_id
    order by r.payroll_no nulls last, m.member_no`,
});

/** What came for each member in a month. @param statuses of the remittances that count */
export const sumRemitted = defineQuery({
  params: params<OfEmployers & { month: string; statuses: readonly string[] }>(),
  result: { employer_id: text, member_id: text, remitted: text },
  sql: `
    select b.employer_id, r.member_id, sum(r.remitted_minor)::text as remitted
    from sacco_movement_batches b join sacco_remittance_members r on r.batch_id = b.id
    where b.project_id = :project_id and b.environment = :environment and b.employer_id = any(:employer_ids::text[])
      and b.month = :month::date and b.status = any(:statuses::text[])
    group by b.employer_id, r.member_id`,
});

/** What lines bring to each loan in a month; those that failed bring nothing. */
export const sumPaidOnLoans = defineQuery({
  params: params<ScopeColumns & { employer_id: string; month: string; statuses: readonly string[] }>(),
  result: { loan_id: text, paid: text },
  sql: `
    select l.loan_id, sum(l.amount_minor)::text as paid
    from sacco_movement_batches b join sacco_movement_batch_lines l on l.batch_id = b.id
    where b.project_id = :project_id and b.environment = :environment and b.employer_id = :employer_id
      and b.month = :month::date and b.status = any(:statuses::text[])
      and l.kind = 'loan_repayment' and l.status <> 'failed'
    group by l.loan_id`,
});

/** What came in a month under numbers that nobody has. */
export const sumUnknown = defineQuery({
  params: params<OfEmployers & { month: string; statuses: readonly string[] }>(),
  result: { employer_id: text, unknown: text },
  sql: `
    select b.employer_id, sum(l.amount_minor)::text as unknown
    from sacco_movement_batches b join sacco_movement_batch_lines l on l.batch_id = b.id and l.kind = 'unallocated'
    where b.project_id = :project_id and b.environment = :environment and b.employer_id = any(:employer_ids::text[])
      and b.month = :month::date and b.status = any(:statuses::text[])
    group by b.employer_id`,
});
