/** What open loans ask for, also after money that is on its way to them. Pure. */
import type { Installment } from '../positions/figures.rules.ts';
import { allocate, applyAllocations, demandOf, type Demand } from '../positions/position.rules.ts';

export interface RepayableLoan extends Demand {
  loan_id: string;
}

/** An open loan on a local day, with the charges that have fallen due. */
export interface OpenLoan {
  loan_id: string;
  today: string;
  installments: readonly Installment[];
}

/** By the due date of what is unpaid; those of which nothing is left ask for nothing. */
export function demandsOf(loans: readonly OpenLoan[]): RepayableLoan[] {
  return loans
    .map(({ loan_id, installments, today }) => ({ loan_id, ...demandOf(installments, today) }))
    .filter(({ payoff_minor }) => payoff_minor > 0n)
    .toSorted((a, b) => (`${a.due_on} ${a.loan_id}` < `${b.due_on} ${b.loan_id}` ? -1 : 1));
}

/** The loan once that much more of it is repaid; what is above its payoff goes elsewhere. */
export function afterRepaying(loan: OpenLoan, amount_minor: bigint): OpenLoan {
  const { installments } = loan;
  return { ...loan, installments: applyAllocations(installments, allocate(installments, amount_minor)) };
}
