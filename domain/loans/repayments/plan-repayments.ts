/** Many repayments from unallocated money: their parts are worked out under the locks of all their loans. */
import { refusal, type AppError } from '../../../core/errors.ts';
import type { EntryRow } from '../../movements/index.ts';
import { localToday } from '../../cooperative/index.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import { guaranteeLeg, guaranteesByLoan } from '../guarantees/guarantees.ts';
import { Loan, type LoanRow } from '../loan.model.ts';
import { installmentsOf } from '../positions/loan-state.ts';
import { lockLoans } from '../positions/loan-state.sql.ts';
import { allocate, chargesAreDue, payoffOf, totalsOf } from '../positions/position.rules.ts';
import { beginRepayments, findBeingCharged } from './plan-repayments.sql.ts';

/**
 * Of each loan one repayment is begun at a time. What has fallen due is charged before: a loan whose charges are in flight, or due, is busy.
 * @returns in their order, the repayment with its parts; why it is refused; or `busy` while the loan moves
 */
export async function planRepayments(
  unit: ScopedUnit,
  entries: readonly EntryRow[],
): Promise<(EntryRow | AppError | 'busy')[]> {
  if (entries.length === 0) return [];
  const { trx, scope } = unit;
  const loan_ids = [...new Set(entries.map(({ loan_id }) => loan_id as string))];
  await lockLoans(trx, { loan_ids });
  const rows: LoanRow[] = await Loan.query(trx).inScope(scope).whereIn('id', loan_ids);
  const loans = new Map(rows.map((loan) => [loan.id, loan]));
  const lines = await installmentsOf(trx, loan_ids);
  const charged = new Set((await findBeingCharged(trx, { loan_ids })).map(({ id }) => id));
  const today = await localToday(trx, scope);
  const begun = new Map<string, EntryRow>();
  const closing = new Set<string>();
  const planned = entries.map((entry): EntryRow | AppError | 'busy' => {
    const loan_id = entry.loan_id as string;
    const loan = loans.get(loan_id);
    if (loan?.status !== 'open') return refusal('loan_not_open', 'The loan is not open any more.');
    const installments = lines.get(loan_id) ?? [];
    const is_moving = loan.moving_entry_id !== null || begun.has(loan_id) || charged.has(loan_id);
    if (is_moving || chargesAreDue(loan, installments, today)) return 'busy';
    const payoff = payoffOf(installments);
    const repaid = entry.amount_minor < payoff ? entry.amount_minor : payoff;
    if (repaid === payoff) closing.add(loan_id);
    const parts = totalsOf(allocate(installments, repaid));
    const found = { ...entry, ...parts, savings_minor: entry.amount_minor - repaid };
    begun.set(loan_id, found);
    return found;
  });
  await beginRepayments(trx, {
    loan_ids: [...begun.keys()],
    entry_ids: [...begun.values()].map(({ id }) => id),
  });
  const guarantees = await guaranteesByLoan(trx, [...closing]);
  return planned.map((found) => {
    if (found instanceof Error || found === 'busy') return found;
    const held = guarantees.get(found.loan_id as string);
    return held ? { ...found, guarantees: held.map((each) => guaranteeLeg('release', each)) } : found;
  });
}
