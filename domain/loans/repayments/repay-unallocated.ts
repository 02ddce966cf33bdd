/** Repayments from unallocated money: a second person decides, and what is above the payoff then goes into savings. */
import { refusal } from '../../../core/errors.ts';
import { localToday } from '../../cooperative/index.ts';
import { receiptRows, type Decision } from '../../movements/index.ts';
import { beingCharged, isUpToDate, requireNotMoving } from '../charges/charge-loans.ts';
import { guaranteeLeg, guaranteesOf } from '../guarantees/guarantees.ts';
import { lockLoan, readInstallments } from '../positions/loan-state.ts';
import { allocate, applyCharges, chargesDue, payoffOf, totalsOf } from '../positions/position.rules.ts';
import { Loan } from '../loan.model.ts';

const { decision } = receiptRows;

export const unallocatedRepayment: Decision = {
  ...decision,

  async lock(unit, entry) {
    await decision.lock?.(unit, entry);
    await lockLoan(unit, entry.loan_id as string);
  },

  async plan(reader, entry) {
    const { db, scope } = reader;
    const refused = await decision.plan?.(reader, entry);
    if (refused instanceof Error) return refused;
    const loan_id = entry.loan_id as string;
    const loan = await Loan.query(db).inScope(scope).where({ id: loan_id }).first();
    if (loan?.status !== 'open') return refusal('loan_not_open', 'The loan is closed by now.');
    await requireNotMoving(db, loan);
    const stored = await readInstallments(db, loan_id);
    // Whoever approves charges first what has fallen due.
    const today = await localToday(db, scope);
    const installments = applyCharges(stored, chargesDue(loan, stored, { today }));
    const payoff = payoffOf(installments);
    const repaid = entry.amount_minor < payoff ? entry.amount_minor : payoff;
    return {
      ...totalsOf(allocate(installments, repaid)),
      savings_minor: entry.amount_minor - repaid,
      guarantees:
        repaid === payoff
          ? (await guaranteesOf(db, loan_id)).map((each) => guaranteeLeg('release', each))
          : null,
    };
  },

  async onApproved(unit, { id, loan_id }) {
    const { trx, scope } = unit;
    const loan = await Loan.query(trx).findInScope(scope, loan_id as string);
    if (!(await isUpToDate(unit, loan, await readInstallments(trx, loan.id)))) throw beingCharged();
    await Loan.query(trx).where({ id: loan.id }).patch({ moving_entry_id: id });
  },
};
