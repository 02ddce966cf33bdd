/** A loan with its installments under its lock, and the sums that its row keeps of them. */
import { groupBy } from '../../core/group-by.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import type { EndedEntry } from '../sacco/index.ts';
import { LoanInstallment, type InstallmentRow } from './installment.model.ts';
import { Loan, type LoanRow } from './loan.model.ts';

/** The loan, locked until the transaction ends; null when there is no such loan in this scope. */
export async function lockLoan(trx: Transaction, scope: Scope, id: string): Promise<LoanRow | null> {
  return (await Loan.query(trx).inScope(scope).where({ id }).forUpdate().first()) ?? null;
}

/** The installments of these loans, by loan, each in their order. */
export async function installmentsOf(
  db: Queryable,
  loan_ids: readonly string[],
): Promise<Map<string, InstallmentRow[]>> {
  if (loan_ids.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: InstallmentRow[] }>(READ_INSTALLMENTS, [[...loan_ids]]);
  return byLoan(rows);
}

/** Rows by their loan, in their order. */
export function byLoan<Row extends { loan_id: string | null }>(rows: readonly Row[]): Map<string, Row[]> {
  return groupBy(rows, ({ loan_id }) => loan_id as string);
}

const READ_INSTALLMENTS = `
  select * from sacco_loan_installments where loan_id = any(?::text[]) order by loan_id, no`;

/** What charging needs to know of an installment: there are many of them. */
const DUE_COLUMNS = [
  'loan_id',
  'no',
  'due_on',
  'principal_minor',
  'interest_minor',
  'interest_charged',
  'penalty_minor',
  'penalty_charged',
  'paid_principal_minor',
  'paid_interest_minor',
  'paid_penalty_minor',
] as const satisfies (keyof InstallmentRow)[];

type DueInstallment = Pick<InstallmentRow, (typeof DUE_COLUMNS)[number]>;

/** Of each loan, the installments due by its day of which anything is unpaid or uncharged, in their order. */
export async function dueInstallmentsOf(
  db: Queryable,
  loans: readonly { id: string; today: string }[],
): Promise<Map<string, DueInstallment[]>> {
  const { rows } = await db.raw<{ rows: DueInstallment[] }>(READ_DUE_INSTALLMENTS, [
    loans.map(({ id }) => id) as never,
    loans.map(({ today }) => today) as never,
  ]);
  return byLoan(rows);
}

const READ_DUE_INSTALLMENTS = `
  select i.* from unnest(?::text[], ?::date[]) as due(loan_id, today) cross join lateral (
    select ${DUE_COLUMNS.join(', ')} from sacco_loan_installments l where l.loan_id = due.loan_id and l.due_on <= due.today
      and (not l.interest_charged or l.principal_minor + l.interest_minor + l.penalty_minor
        > l.paid_principal_minor + l.paid_interest_minor + l.paid_penalty_minor)
    order by l.no limit 32767) i
  order by i.loan_id, i.no`;

/** One loan's installments. */
export async function readInstallments(db: Queryable, loan_id: string): Promise<InstallmentRow[]> {
  return LoanInstallment.query(db).where({ loan_id }).orderBy('no');
}

export function postedOf(ended: readonly EndedEntry[]): EndedEntry[] {
  return ended.filter(({ entry }) => entry.status === 'posted');
}

/** The loans that these entries are about. */
export function loanIdsOf(ended: readonly EndedEntry[]): string[] {
  return [...new Set(ended.map(({ entry }) => entry.loan_id as string))];
}

/**
 * Works out anew what the rows of these loans keep of their installments (sums and the oldest that is unpaid) and when each
 * is charged next. Lock them first: of two that change one loan, the later one must see what the earlier one has recorded.
 * Only of loans that the caller has disbursed, moved or charged: whoever charges one has taken its next date away, and it would
 * be charged twice if somebody else brought that back meanwhile.
 */
export async function refreshLoans(trx: Transaction, loan_ids: readonly string[]): Promise<void> {
  if (loan_ids.length > 0) await trx.raw(REFRESH, [[...loan_ids], [...loan_ids]]);
}

/**
 * The next date on which the charging job looks at a loan: the due date of the first installment whose interest is not
 * charged, the end of grace of the first one that is unpaid and not penalised, or the day after the due date of the first
 * unpaid one, while the loan is not marked overdue. There is none while a charge is still in flight. Written so that a batch
 * looks up its own loans and installments and never walks over all: a plan for little data would, and each batch of a large
 * SACCO would pay for it.
 */
const REFRESH = `
  with sums as (
    select l.id, l.project_id, l.environment, s.*,
      least(s.interest_on, s.penalty_on, case when not l.overdue then s.oldest_unpaid_on + 1 end) as next_charge_on
    from sacco_loans l cross join lateral (
      select sum(i.principal_minor - i.paid_principal_minor) as outstanding,
        sum(case when i.interest_charged then i.interest_minor - i.paid_interest_minor else 0 end
          + i.penalty_minor - i.paid_penalty_minor) as charges,
        min(i.due_on) filter (where i.principal_minor + i.interest_minor + i.penalty_minor
          > i.paid_principal_minor + i.paid_interest_minor + i.paid_penalty_minor) as oldest_unpaid_on,
        min(i.due_on) filter (where not i.interest_charged) as interest_on,
        min(i.due_on + l.grace_days + 1) filter (where l.penalty_bps > 0 and not i.penalty_charged
          and i.principal_minor + i.interest_minor > i.paid_principal_minor + i.paid_interest_minor) as penalty_on
      from sacco_loan_installments i where i.loan_id = l.id) s
    where l.id = any(?::text[]) and l.status = 'open'
  ), dates as (
    insert into sacco_loan_charge_dates as d (loan_id, project_id, environment, next_charge_on)
    select id, project_id, environment, next_charge_on from sums where (select count(*) from sacco_entries e
      where e.loan_id = sums.id and e.kind = 'loan_charge' and e.status in ('pending', 'posting')) = 0
    on conflict (loan_id) do update set next_charge_on = excluded.next_charge_on
  )
  update sacco_loans l set outstanding_minor = s.outstanding, charges_due_minor = s.charges,
    oldest_unpaid_on = s.oldest_unpaid_on
  from sums s where l.id = s.id and l.id = any(?::text[]) and l.status = 'open'`;

/** Locks loans in the order in which everybody does. */
export async function lockLoans(trx: Transaction, loan_ids: readonly string[]): Promise<void> {
  await trx.raw(LOCK, [[...loan_ids]]);
}

const LOCK = 'select from sacco_loans where id = any(?::text[]) order by id for update';

/** Loans whose movement has ended; their rows are locked already. */
export async function releaseLoans(trx: Transaction, loan_ids: readonly string[]): Promise<void> {
  if (loan_ids.length > 0) await trx.raw(RELEASE, [[...loan_ids]]);
}

const RELEASE = `
  update sacco_loans l set moving_entry_id = null
  where l.id = any(?::text[]) and l.moving_entry_id is not null
    and (select e.status from sacco_entries e where e.id = l.moving_entry_id) not in ('pending', 'posting')`;
