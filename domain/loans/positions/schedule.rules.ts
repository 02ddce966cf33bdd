/**
 * The installments of a loan. Exact integers throughout, one rounding per figure, half up. P principal, b yearly rate in
 * basis points, T installments, n periods a year, d = 10000 * n. Pure.
 */
import { divideHalfUp } from '../../../core/formula.ts';
import { addDays, addMonths } from '../../../core/local-date.ts';

export const LOAN_METHODS = ['flat', 'declining'] as const;
export type LoanMethod = (typeof LOAN_METHODS)[number];

export const LOAN_FREQUENCIES = ['weekly', 'biweekly', 'monthly'] as const;
export type LoanFrequency = (typeof LOAN_FREQUENCIES)[number];

export const PERIODS_A_YEAR: Record<LoanFrequency, bigint> = { weekly: 52n, biweekly: 26n, monthly: 12n };

/** The inputs of a schedule. */
export interface LoanTerms {
  principal_minor: bigint;
  /** Yearly interest. */
  rate_bps: number;
  method: LoanMethod;
  frequency: LoanFrequency;
  /** Number of installments. */
  term: number;
}

export interface ScheduledInstallment {
  /** From 1. */
  no: number;
  /** Local date. */
  due_on: string;
  principal_minor: bigint;
  interest_minor: bigint;
}

/** Interest of one period on a balance, rounded half up. */
export function periodInterest(
  balance_minor: bigint,
  { rate_bps, frequency }: Pick<LoanTerms, 'rate_bps' | 'frequency'>,
): bigint {
  return divideHalfUp(balance_minor * BigInt(rate_bps), 10_000n * PERIODS_A_YEAR[frequency]);
}

/** The day on which installment `no` falls due. Monthly: the same day of the month, clamped to its end. */
export function dueDate(disbursed_on: string, frequency: LoanFrequency, no: number): string {
  if (frequency === 'monthly') return addMonths(disbursed_on, no);
  return addDays(disbursed_on, no * (frequency === 'weekly' ? 7 : 14));
}

/** @param disbursed_on local date */
export function scheduleOf(terms: LoanTerms, disbursed_on: string): ScheduledInstallment[] {
  return scheduledFrom(terms, (no) => dueDate(disbursed_on, terms.frequency, no));
}

/** @param first_due_on the local date on which the first installment falls due */
export function scheduleFromFirst(terms: LoanTerms, first_due_on: string): ScheduledInstallment[] {
  return scheduledFrom(terms, (no) => dueDate(first_due_on, terms.frequency, no - 1));
}

function scheduledFrom(terms: LoanTerms, dueOn: (no: number) => string): ScheduledInstallment[] {
  const lines = terms.method === 'flat' ? flatLines(terms) : decliningLines(terms);
  return lines.map((line, i) => ({ no: i + 1, due_on: dueOn(i + 1), ...line }));
}

type Line = Pick<ScheduledInstallment, 'principal_minor' | 'interest_minor'>;

/** Total interest P*b*T/d, spread evenly like the principal; the last installment takes both remainders. */
function flatLines({ principal_minor, rate_bps, frequency, term }: LoanTerms): Line[] {
  const installments = BigInt(term);
  const total_interest = divideHalfUp(
    principal_minor * BigInt(rate_bps) * installments,
    10_000n * PERIODS_A_YEAR[frequency],
  );
  const interest = spread(total_interest, term);
  return spread(principal_minor, term).map((principal, i) => ({
    principal_minor: principal,
    interest_minor: interest[i] as bigint,
  }));
}

/** Equal parts, rounded half up; none takes more than is left, and the last takes the rest. */
function spread(total_minor: bigint, parts: number): bigint[] {
  const part = divideHalfUp(total_minor, BigInt(parts));
  let left = total_minor;
  return Array.from({ length: parts }, (_each, i) => {
    const taken = i === parts - 1 || part > left ? left : part;
    left -= taken;
    return taken;
  });
}

/** Equal installments A; interest on the outstanding balance; the last installment takes the rest. */
function decliningLines(terms: LoanTerms): Line[] {
  const installment = equalInstallment(terms);
  let balance = terms.principal_minor;
  return Array.from({ length: terms.term }, (_each, i) => {
    const interest_minor = periodInterest(balance, terms);
    const wanted = installment > interest_minor ? installment - interest_minor : 0n;
    const principal_minor = i === terms.term - 1 || wanted > balance ? balance : wanted;
    balance -= principal_minor;
    return { principal_minor, interest_minor };
  });
}

/** A = P*b*(d+b)^T / (d*((d+b)^T - d^T)), or P/T without interest. */
function equalInstallment({ principal_minor, rate_bps, frequency, term }: LoanTerms): bigint {
  if (rate_bps === 0) return divideHalfUp(principal_minor, BigInt(term));
  const b = BigInt(rate_bps);
  const d = 10_000n * PERIODS_A_YEAR[frequency];
  const grown = (d + b) ** BigInt(term);
  return divideHalfUp(principal_minor * b * grown, d * (grown - d ** BigInt(term)));
}
