/** What a member's open loans ask for, in the order in which money that comes without a prompt repays them. */
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { localToday } from '../../cooperative/index.ts';
import { installmentsOf } from '../positions/loan-state.ts';
import { applyCharges, chargesDue, demandOf, type Demand } from '../positions/position.rules.ts';
import { Loan } from '../loan.model.ts';

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

/** The member whose loan it is; null unless it is a loan of this cooperative that was paid out. */
export async function borrowerOf(
  db: Queryable,
  scope: Scope,
  loan_id: string,
): Promise<{ member_id: string; is_open: boolean } | null> {
  const loan = await Loan.query(db).inScope(scope).where({ id: loan_id }).first();
  if (!loan || !['open', 'closed', 'written_off'].includes(loan.status)) return null;
  return { member_id: loan.member_id, is_open: loan.status === 'open' };
}
