/** A loan with its installments under its lock, and the sums that its row keeps of them. */
import { groupBy } from '../../../core/group-by.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import type { EndedEntry } from '../../movements/index.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import { LoanInstallment, type InstallmentRow } from './installment.model.ts';
import { Loan, type LoanRow } from '../loan.model.ts';
import {
  readDueInstallments,
  readInstallmentRows,
  refreshLoanRows,
  releaseLoanRows,
  setInstallmentRows,
} from './loan-state.sql.ts';
import type { Installment } from './figures.rules.ts';

/** The columns of a loan that owes nothing. */
export const NOTHING_OWED = {
  outstanding_minor: 0n,
  charges_due_minor: 0n,
  oldest_unpaid_on: null,
  overdue: false,
};

/** The loan, locked until the transaction ends; null when there is no such loan in this scope. */
export async function lockLoan(
  { trx, scope }: Pick<ScopedUnit, 'trx' | 'scope'>,
  id: string,
): Promise<LoanRow | null> {
  return (await Loan.query(trx).inScope(scope).where({ id }).forUpdate().first()) ?? null;
}

/** The installments of these loans, by loan, each in their order. */
export async function installmentsOf(
  db: Queryable,
  loan_ids: readonly string[],
): Promise<Map<string, InstallmentRow[]>> {
  return loan_ids.length === 0 ? new Map() : byLoan(await readInstallmentRows(db, { loan_ids }));
}

/** Rows by their loan, in their order. */
export function byLoan<Row extends { loan_id: string | null }>(rows: readonly Row[]): Map<string, Row[]> {
  return groupBy(rows, ({ loan_id }) => loan_id as string);
}

type DueInstallment = Awaited<ReturnType<typeof readDueInstallments>>[number];

/** For each loan, the installments due by its day of which anything is unpaid or uncharged, in their order. */
export async function dueInstallmentsOf(
  db: Queryable,
  loans: readonly { id: string; today: string }[],
): Promise<Map<string, DueInstallment[]>> {
  const rows = await readDueInstallments(db, {
    loan_ids: loans.map(({ id }) => id),
    todays: loans.map(({ today }) => today),
  });
  return byLoan(rows);
}

/** One loan's installments. */
export async function readInstallments(db: Queryable, loan_id: string): Promise<InstallmentRow[]> {
  return LoanInstallment.query(db).where({ loan_id }).orderBy('no');
}

/** Stores what is charged and paid of the installments of these loans. */
export async function setInstallments(
  trx: Transaction,
  of_loans: ReadonlyMap<string, readonly Installment[]>,
): Promise<void> {
  const lines = [...of_loans.values()].flat();
  if (lines.length === 0) return;
  await setInstallmentRows(trx, {
    loan_ids: [...of_loans].flatMap(([loan_id, some]) => some.map(() => loan_id)),
    nos: lines.map(({ no }) => no),
    interests: lines.map(({ interest_minor }) => interest_minor),
    interests_charged: lines.map(({ interest_charged }) => interest_charged),
    penalties: lines.map(({ penalty_minor }) => penalty_minor),
    penalties_charged: lines.map(({ penalty_charged }) => penalty_charged),
    paid_principals: lines.map(({ paid_principal_minor }) => paid_principal_minor),
    paid_interests: lines.map(({ paid_interest_minor }) => paid_interest_minor),
    paid_penalties: lines.map(({ paid_penalty_minor }) => paid_penalty_minor),
  });
}

export function postedOf(ended: readonly EndedEntry[]): EndedEntry[] {
  return ended.filter(({ entry }) => entry.status === 'posted');
}

/** The loans that these entries are about. */
export function loanIdsOf(ended: readonly EndedEntry[]): string[] {
  return [...new Set(ended.map(({ entry }) => entry.loan_id as string))];
}

/** The scope of each loan that these entries are about. */
export function scopesByLoan(ended: readonly EndedEntry[]): Map<string, Scope> {
  return new Map(ended.map((each) => [each.entry.loan_id as string, each.scope]));
}

/**
 * Recalculates what the rows of these loans keep of their installments (sums and the oldest that is unpaid) and when each is
 * charged next. Lock them first: the later of two changes of one loan must see what the earlier one has recorded. Only for
 * loans that the caller has disbursed, moved or charged: whoever charges a loan has removed its next date, and it would be
 * charged twice if somebody else restored that meanwhile.
 */
export async function refreshLoans(trx: Transaction, loan_ids: readonly string[]): Promise<void> {
  if (loan_ids.length > 0) await refreshLoanRows(trx, { loan_ids });
}

/** Loans whose movement has ended; their rows are locked already. */
export async function releaseLoans(trx: Transaction, loan_ids: readonly string[]): Promise<void> {
  if (loan_ids.length > 0) await releaseLoanRows(trx, { loan_ids });
}
