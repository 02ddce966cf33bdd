/** What a member's open loans ask for, in the order in which money that comes without a prompt repays them. */
import { parseId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { localToday } from '../../cooperative/index.ts';
import { installmentsOf } from '../positions/loan-state.ts';
import { applyCharges, chargesDue, demandOf, type Demand } from '../positions/position.rules.ts';
import { Loan, type LoanRow } from '../loan.model.ts';
import { findLoansByEnd } from './repayable-loans.sql.ts';

/** A member has a few open loans; more than these get nothing by themselves. */
const MAX_LOANS = 50;

export interface RepayableLoan extends Demand {
  loan_id: string;
}

/** By the due date of what is unpaid, with the charges that have fallen due. */
export async function repayableLoans(
  db: Queryable,
  scope: Scope,
  member_id: string,
): Promise<RepayableLoan[]> {
  const loans = await Loan.query(db)
    .inScope(scope)
    .where({ member_id, status: 'open' })
    .orderBy('id')
    .limit(MAX_LOANS);
  if (loans.length === 0) return [];
  const today = await localToday(db, scope);
  const lines = await installmentsOf(
    db,
    loans.map(({ id }) => id),
  );
  return loans
    .map((loan) => {
      const stored = lines.get(loan.id) ?? [];
      const charged = applyCharges(stored, chargesDue(loan, stored, { today }));
      return { loan_id: loan.id, ...demandOf(charged, today) };
    })
    .toSorted((a, b) => (`${a.due_on} ${a.loan_id}` < `${b.due_on} ${b.loan_id}` ? -1 : 1));
}

/** Of a loan's id, what a borrower types at a provider: the whole is longer than providers take. */
const TYPED_LENGTH = 12;

export function accountNumberOf({ id }: Pick<LoanRow, 'id'>): string {
  return id.slice(-TYPED_LENGTH);
}

/**
 * The loan that was typed, by its account number or its whole id, with its borrower; null unless it is one of this cooperative that
 * was paid out.
 */
export async function borrowerOf(
  db: Queryable,
  scope: Scope,
  typed: string,
): Promise<{ loan_id: string; member_id: string; is_open: boolean } | null> {
  const [, end = ''] = /^(?:loan_?)?(\w+)$/i.exec(typed) ?? [];
  // Ids have none of these letters: they are digits that were misread.
  const read = end.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (read.length !== TYPED_LENGTH && !parseId('loan', `loan_${read}`)) return null;
  const found = await findLoansByEnd(db, { ...scopeColumns(scope), end: read.slice(-TYPED_LENGTH) });
  const [named] = found.length === 1 ? found : [];
  const loan = named?.id.endsWith(read) ? await Loan.query(db).inScope(scope).findById(named.id) : null;
  if (!loan || !['open', 'closed', 'written_off'].includes(loan.status)) return null;
  return { loan_id: loan.id, member_id: loan.member_id, is_open: loan.status === 'open' };
}
