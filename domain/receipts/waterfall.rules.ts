/** What a payment by paybill is for: loans, shares, savings, in the order that the settings have. Pure. */
import type { WaterfallStep } from '../cooperative/index.ts';
import { afterRepaying, demandsOf, type OpenLoan, type RepayableLoan } from '../loans/index.ts';
import type { receiptRows } from '../movements/index.ts';

export interface MemberDemands {
  /** By the due date of what is unpaid. */
  loans: readonly RepayableLoan[];
  /** What the member lacks in shares, in minor units. */
  missing_shares_minor: bigint;
  /** The loan that the payer named: it is repaid before anything else. */
  named_loan_id: string | null;
}

/** What money that comes to a member is wanted for. */
export interface MemberNeeds {
  loans: readonly OpenLoan[];
  missing_shares_minor: bigint;
}

export function demandsFor(
  { loans, missing_shares_minor }: MemberNeeds,
  named_loan_id: string | null,
): MemberDemands {
  return { loans: demandsOf(loans), missing_shares_minor, named_loan_id };
}

/** What is wanted once these parts are booked. */
export function afterParts(needs: MemberNeeds, parts: readonly receiptRows.PlannedPart[]): MemberNeeds {
  return parts.reduce(({ loans, missing_shares_minor }, { purpose, loan_id, amount_minor }) => {
    const amount = BigInt(amount_minor);
    if (purpose === 'shares') {
      const still_missing = missing_shares_minor > amount ? missing_shares_minor - amount : 0n;
      return { loans, missing_shares_minor: still_missing };
    }
    if (purpose !== 'loan_repayment') return { loans, missing_shares_minor };
    const repaid = loans.map((loan) => (loan.loan_id === loan_id ? afterRepaying(loan, amount) : loan));
    return { loans: repaid, missing_shares_minor };
  }, needs);
}

interface Part {
  purpose: 'loan_repayment' | 'shares' | 'savings';
  loan_id: string | null;
  amount_minor: bigint;
}

/**
 * The parts of an amount, in the order in which they are booked; each loan is repaid once. The last step takes the rest; what loans
 * do not take then goes into savings.
 */
export function planParts(
  amount_minor: bigint,
  steps: readonly WaterfallStep[],
  { loans, missing_shares_minor, named_loan_id }: MemberDemands,
): receiptRows.PlannedPart[] {
  const parts: Part[] = [];
  let left = amount_minor;
  const take = (purpose: Part['purpose'], wanted: bigint, loan_id: string | null = null): void => {
    const taken = wanted < left ? wanted : left;
    if (taken <= 0n) return;
    left -= taken;
    const same = parts.find((part) => part.purpose === purpose && part.loan_id === loan_id);
    if (same) same.amount_minor += taken;
    else parts.push({ purpose, loan_id, amount_minor: taken });
  };
  const repaid = (loan_id: string): bigint =>
    parts.find((part) => part.loan_id === loan_id)?.amount_minor ?? 0n;
  const repay = ({ loan_id, payoff_minor }: RepayableLoan, wanted: bigint): void => {
    const owed = payoff_minor - repaid(loan_id);
    take('loan_repayment', wanted < owed ? wanted : owed, loan_id);
  };
  const named = loans.find(({ loan_id }) => loan_id === named_loan_id);
  if (named) repay(named, left);
  steps.forEach((step, i) => {
    const is_last = i === steps.length - 1;
    if (step === 'savings') take('savings', left);
    else if (step === 'shares') take('shares', is_last ? left : missing_shares_minor);
    else {
      for (const loan of loans)
        if (loan !== named) repay(loan, step === 'overdue_loans' ? loan.overdue_minor : loan.current_minor);
      if (is_last) for (const loan of loans) repay(loan, left);
    }
  });
  take('savings', left);
  return parts.map((part) => ({ ...part, amount_minor: String(part.amount_minor) }));
}
