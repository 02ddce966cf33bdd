/** The statements of charging. */
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import {
  bool,
  date,
  defineCommand,
  defineQuery,
  int2,
  int4,
  int8,
  orNull,
  params,
  text,
  textOf,
  timestamptz,
} from '../../../db/statement.ts';
import { localDay } from '../../cooperative/index.ts';
import type { LoanFrequency, LoanMethod } from '../positions/schedule.rules.ts';

/** What charging needs to know about a loan: there are many of them. */
const LOAN_COLUMNS = {
  id: text,
  project_id: text,
  environment: textOf<Environment>(),
  member_id: text,
  currency: textOf<Currency>(),
  rate_bps: int4,
  method: textOf<LoanMethod>(),
  frequency: textOf<LoanFrequency>(),
  penalty_bps: int4,
  grace_days: int2,
  outstanding_minor: int8,
  overdue: bool,
};

/** Takes loans that are due. `found` is how many loans were due, also those that others are moving now. */
export const takeDue = defineQuery({
  /** @param loan_ids null: any */
  params: params<{ loan_ids: readonly string[] | null; limit: number }>(),
  result: {
    ...LOAN_COLUMNS,
    test_clock_offset_ms: int8,
    utc_offset_minutes: int2,
    today: date,
    found: int4,
  },
  // Dates are walked in their index's order until the batch is full, and each one's settings are looked up on the way (`offset 0`
  // keeps it that way: as a join, all dates would be sorted for each batch). The latest day of any scope ends the walk. Loans
  // that others are moving are left alone: they are looked up again once that is over.
  sql: `
    with due as materialized (
      select d.loan_id, b.*
      from sacco_loan_charge_dates d cross join lateral (
        select p.test_clock_offset_ms, s.utc_offset_minutes, ${localDay.TODAY_SQL} as today
        from sacco_settings s join projects p on p.id = s.project_id
        where s.project_id = d.project_id and s.environment = d.environment offset 0) b
      where (:loan_ids::text[] is null or d.loan_id = any(:loan_ids)) and d.next_charge_on <= b.today
        and d.next_charge_on <= (select max(${localDay.TODAY_SQL}) from sacco_settings s join projects p on p.id = s.project_id)
      order by d.next_charge_on limit :limit for update of d skip locked
    ), locked as materialized (
      select ${Object.keys(LOAN_COLUMNS)
        .map((name) => `l.${name}`)
        .join(', ')}, due.test_clock_offset_ms, due.utc_offset_minutes, due.today
      from due join sacco_loans l on l.id = due.loan_id
      where l.id = any(array(select loan_id from due)) and l.status = 'open' and l.moving_entry_id is null
      for update of l skip locked
    ), taken as (
      delete from sacco_loan_charge_dates where loan_id = any(array(select id from locked))
    )
    select locked.*, (select count(*) from due)::integer as found from locked`,
});

/** How many loans are due, at most the limit, and since when: the local midnight of the earliest date. */
export const countDue = defineQuery({
  params: params<{ limit: number }>(),
  result: { rows: int4, oldest_due_at: orNull(timestamptz) },
  sql: `
    select count(*)::integer as rows, min(due_at) as oldest_due_at from (
      select (d.next_charge_on - b.ahead) at time zone 'UTC' as due_at
      from sacco_loan_charge_dates d cross join lateral (
        select ${localDay.AHEAD_SQL} as ahead, ${localDay.TODAY_SQL} as today from sacco_settings s join projects p on p.id = s.project_id
        where s.project_id = d.project_id and s.environment = d.environment offset 0) b
      where d.next_charge_on <= b.today
        and d.next_charge_on <= (select max(${localDay.TODAY_SQL}) from sacco_settings s join projects p on p.id = s.project_id)
      order by d.next_charge_on limit :limit) due`,
});

export const readChargeDate = defineQuery({
  params: params<{ loan_id: string }>(),
  result: { next_charge_on: orNull(date) },
  sql: 'select next_charge_on from sacco_loan_charge_dates where loan_id = :loan_id',
});

/** Loans that are closed or written off are charged nothing more. */
export const endCharging = defineCommand({
  params: params<{ loan_ids: readonly string[] }>(),
  sql: 'delete from sacco_loan_charge_dates where loan_id = any(:loan_ids::text[])',
});

export const markLoansOverdue = defineCommand({
  params: params<{ loan_ids: readonly string[] }>(),
  sql: 'update sacco_loans set overdue = true where id = any(:loan_ids::text[])',
});

/** Whether entries of that kind of these loans wait to be booked; at most one is answered. */
export const findWaitingRepayment = defineQuery({
  params: params<{ loan_ids: readonly string[] }>(),
  result: { id: text },
  sql: `
    select id from sacco_entries
    where due_at is not null and kind = 'loan_repayment' and loan_id = any(:loan_ids::text[]) limit 1`,
});

export const chargeInstallmentRows = defineCommand({
  params: params<{
    loan_ids: readonly (string | null)[];
    nos: readonly (number | null)[];
    incomes: readonly (string | null)[];
    amounts: readonly bigint[];
  }>(),
  sql: `
    with charges as (
      select loan_id, no, max(amount) filter (where income = 'interest_income') as interest,
        max(amount) filter (where income = 'fee_income') as penalty
      from unnest(:loan_ids::text[], :nos::smallint[], :incomes::text[], :amounts::bigint[]) as c(loan_id, no, income, amount)
      group by loan_id, no
    )
    update sacco_loan_installments i set
      interest_minor = coalesce(c.interest, i.interest_minor), interest_charged = i.interest_charged or c.interest is not null,
      penalty_minor = coalesce(c.penalty, i.penalty_minor), penalty_charged = i.penalty_charged or c.penalty is not null
    from charges c where i.loan_id = c.loan_id and i.no = c.no`,
});
