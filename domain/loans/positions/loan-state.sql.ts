/** The statements on many loans and installments at a time. */
import {
  bool,
  date,
  defineCommand,
  defineQuery,
  int2,
  int8,
  params,
  tableColumns,
  text,
} from '../../../db/statement.ts';
import { CHARGES_DUE, UNPAID, UNPAID_PRINCIPAL } from './figures.rules.ts';
import type { InstallmentRow } from './installment.model.ts';

export const readInstallmentRows = defineQuery({
  params: params<{ loan_ids: readonly string[] }>(),
  result: tableColumns<InstallmentRow>('sacco_loan_installments'),
  sql: 'select * from sacco_loan_installments where loan_id = any(:loan_ids::text[]) order by loan_id, no',
});

/** What charging needs to know about an installment: there are many of them. */
const DUE_COLUMNS = {
  loan_id: text,
  no: int2,
  due_on: date,
  principal_minor: int8,
  interest_minor: int8,
  interest_charged: bool,
  penalty_minor: int8,
  penalty_charged: bool,
  paid_principal_minor: int8,
  paid_interest_minor: int8,
  paid_penalty_minor: int8,
};

/** For each loan, the installments due by its day of which anything is unpaid or uncharged, in their order. */
export const readDueInstallments = defineQuery({
  params: params<{ loan_ids: readonly string[]; todays: readonly string[] }>(),
  result: DUE_COLUMNS,
  sql: `
    select i.* from unnest(:loan_ids::text[], :todays::date[]) as due(loan_id, today) cross join lateral (
      select ${Object.keys(DUE_COLUMNS).join(', ')} from sacco_loan_installments i
      where i.loan_id = due.loan_id and i.due_on <= due.today and (not i.interest_charged or ${UNPAID.sql} > 0)
      order by i.no limit 32767) i
    order by i.loan_id, i.no`,
});

/**
 * The next date on which the charging job looks at a loan: the due date of the first installment whose interest is not
 * charged, the end of grace of the first one that is unpaid and not penalised, or the day after the due date of the first
 * unpaid one, while the loan is not marked overdue. There is none while a charge is still in flight. Written so that a batch
 * looks up its own loans and installments and never walks over all: a plan for little data would, and each batch of a large
 * cooperative would pay for it.
 */
export const refreshLoanRows = defineCommand({
  params: params<{ loan_ids: readonly string[] }>(),
  sql: `
    with sums as (
      select l.id, l.project_id, l.environment, s.*,
        least(s.interest_on, s.penalty_on, case when not l.overdue then s.oldest_unpaid_on + 1 end) as next_charge_on
      from sacco_loans l cross join lateral (
        select sum(${UNPAID_PRINCIPAL.sql}) as outstanding, sum(${CHARGES_DUE.sql}) as charges,
          min(i.due_on) filter (where ${UNPAID.sql} > 0) as oldest_unpaid_on,
          min(i.due_on) filter (where not i.interest_charged) as interest_on,
          min(i.due_on + l.grace_days + 1) filter (where l.penalty_bps > 0 and not i.penalty_charged
            and i.principal_minor + i.interest_minor > i.paid_principal_minor + i.paid_interest_minor) as penalty_on
        from sacco_loan_installments i where i.loan_id = l.id) s
      where l.id = any(:loan_ids::text[]) and l.status = 'open'
    ), dates as (
      insert into sacco_loan_charge_dates as d (loan_id, project_id, environment, next_charge_on)
      select id, project_id, environment, next_charge_on from sums where (select count(*) from sacco_entries e
        where e.loan_id = sums.id and e.kind = 'loan_charge' and e.status in ('pending', 'posting')) = 0
      on conflict (loan_id) do update set next_charge_on = excluded.next_charge_on
    )
    update sacco_loans l set outstanding_minor = s.outstanding, charges_due_minor = s.charges,
      oldest_unpaid_on = s.oldest_unpaid_on
    from sums s where l.id = s.id and l.id = any(:loan_ids::text[]) and l.status = 'open'`,
});

/** Locks loans in the order in which everybody does. */
export const lockLoans = defineCommand({
  params: params<{ loan_ids: readonly string[] }>(),
  sql: 'select from sacco_loans where id = any(:loan_ids::text[]) order by id for update',
});

export const releaseLoanRows = defineCommand({
  params: params<{ loan_ids: readonly string[] }>(),
  sql: `
    update sacco_loans l set moving_entry_id = null
    where l.id = any(:loan_ids::text[]) and l.moving_entry_id is not null
      and (select e.status from sacco_entries e where e.id = l.moving_entry_id) not in ('pending', 'posting')`,
});

/** Loans of which nothing is left. @returns those that were open until now */
export const closeLoanRows = defineQuery({
  params: params<{ loan_ids: readonly string[]; closed_ats: readonly Date[] }>(),
  result: { id: text },
  sql: `
    update sacco_loans l set status = 'closed', closed_at = v.closed_at, outstanding_minor = 0, charges_due_minor = 0,
      oldest_unpaid_on = null, overdue = false
    from unnest(:loan_ids::text[], :closed_ats::timestamptz[]) as v(loan_id, closed_at)
    where l.id = v.loan_id and l.status = 'open' returning l.id`,
});

/** @see setInstallments */
export const setInstallmentRows = defineCommand({
  params: params<{
    loan_ids: readonly string[];
    nos: readonly number[];
    interests: readonly bigint[];
    interests_charged: readonly boolean[];
    penalties: readonly bigint[];
    penalties_charged: readonly boolean[];
    paid_principals: readonly bigint[];
    paid_interests: readonly bigint[];
    paid_penalties: readonly bigint[];
  }>(),
  sql: `
    update sacco_loan_installments i set interest_minor = v.interest, interest_charged = v.interest_charged,
      penalty_minor = v.penalty, penalty_charged = v.penalty_charged, paid_principal_minor = v.paid_principal,
      paid_interest_minor = v.paid_interest, paid_penalty_minor = v.paid_penalty
    from unnest(:loan_ids::text[], :nos::smallint[], :interests::bigint[], :interests_charged::boolean[], :penalties::bigint[],
        :penalties_charged::boolean[], :paid_principals::bigint[], :paid_interests::bigint[], :paid_penalties::bigint[])
      as v(loan_id, no, interest, interest_charged, penalty, penalty_charged, paid_principal, paid_interest, paid_penalty)
    where i.loan_id = v.loan_id and i.no = v.no`,
});
