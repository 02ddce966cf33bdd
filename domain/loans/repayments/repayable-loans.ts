/** Loans that money repays which comes without a prompt: those of its members, and those that its payers name. */
import { groupBy } from '../../../core/group-by.ts';
import { parseId, readCrockford } from '../../../core/ids.ts';
import { scopeName, type Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { LoanRow } from '../loan.model.ts';
import { installmentsOf } from '../positions/loan-state.ts';
import { applyCharges, chargesDue } from '../positions/position.rules.ts';
import type { OpenLoan } from './repayable-loans.rules.ts';
import { findLoansByEnd, readOpenLoans } from './repayable-loans.sql.ts';

/** A member has a few open loans; more than these get nothing by themselves. */
const MAX_LOANS = 50;

/** @param todays the local dates of members, by their ids */
export async function openLoansOf(
  db: Queryable,
  todays: ReadonlyMap<string, string>,
): Promise<Map<string, OpenLoan[]>> {
  if (todays.size === 0) return new Map();
  const loans = await readOpenLoans(db, { member_ids: [...todays.keys()], limit: MAX_LOANS });
  const lines = await installmentsOf(
    db,
    loans.map(({ id }) => id),
  );
  const found = new Map<string, OpenLoan[]>();
  for (const loan of loans) {
    const today = todays.get(loan.member_id) as string;
    const stored = lines.get(loan.id) ?? [];
    const installments = applyCharges(stored, chargesDue(loan, stored, { today }));
    const of_member = found.get(loan.member_id) ?? [];
    of_member.push({ loan_id: loan.id, today, installments });
    found.set(loan.member_id, of_member);
  }
  return found;
}

/** Of a loan's id, what a borrower types at a provider: the whole is longer than providers take. */
const TYPED_LENGTH = 12;

export function accountNumberOf({ id }: Pick<LoanRow, 'id'>): string {
  return endOf(id);
}

const endOf = (id: string): string => id.slice(-TYPED_LENGTH);

interface Borrower {
  loan_id: string;
  member_id: string;
  is_open: boolean;
}

/**
 * The loans that were typed, by their account number or their whole id, with their borrowers.
 * @returns in their order; null unless it is one of the cooperative that was paid out
 */
export async function borrowersOf(
  db: Queryable,
  typed: readonly { scope: Scope; typed: string }[],
): Promise<(Borrower | null)[]> {
  const numbers = typed.map((each) => readLoanNumber(each.typed));
  const ends = numbers.flatMap((number) => (number === null ? [] : [endOf(number)]));
  if (ends.length === 0) return typed.map(() => null);
  const rows = await findLoansByEnd(db, {
    project_ids: [...new Set(typed.map(({ scope }) => scope.project_id))],
    environments: [...new Set(typed.map(({ scope }) => scope.environment))],
    ends: [...new Set(ends)],
  });
  const named = groupBy(rows, (row) => `${scopeName(row)} ${endOf(row.id)}`);
  return typed.map(({ scope }, i) => {
    const number = numbers[i] ?? null;
    if (number === null) return null;
    const [loan, other] = named.get(`${scopeName(scope)} ${endOf(number)}`) ?? [];
    if (!loan || other || !loan.id.endsWith(number)) return null;
    if (!['open', 'closed', 'written_off'].includes(loan.status)) return null;
    return { loan_id: loan.id, member_id: loan.member_id, is_open: loan.status === 'open' };
  });
}

/** @returns the end of a loan's id, or the whole without its prefix; null for what is neither */
function readLoanNumber(typed: string): string | null {
  const [, end = ''] = /^(?:loan_?)?(\w+)$/i.exec(typed) ?? [];
  const read = readCrockford(end);
  return read.length === TYPED_LENGTH || parseId('loan', `loan_${read}`) ? read : null;
}
