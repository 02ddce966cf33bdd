/**
 * The position of a loan: what is unpaid, what is to be charged, how a repayment is allocated. docs/concepts/loans.md explains the
 * rules. Pure.
 */
import { columns } from '../../../core/formula.ts';
import { addDays, daysBetween } from '../../../core/local-date.ts';
import {
  CHARGES_DUE,
  INTEREST_ON_BALANCE,
  interestOnceCharged,
  mayBePenalised,
  penaltyOn,
  UNPAID,
  UNPAID_INTEREST,
  UNPAID_PENALTY,
  UNPAID_PRINCIPAL,
  type ChargeTerms,
  type Installment,
} from './figures.rules.ts';
import { scheduleFromFirst, scheduleOf, type LoanTerms } from './schedule.rules.ts';

/** Principal not yet repaid. */
export function outstandingOf(installments: readonly Installment[]): bigint {
  return sum(installments, UNPAID_PRINCIPAL.of);
}

/** Interest and penalties that are charged and unpaid. */
export function chargesDueOf(installments: readonly Installment[]): bigint {
  return sum(installments, CHARGES_DUE.of);
}

/** The amount that closes the loan today; interest that is not yet due is never charged. */
export function payoffOf(installments: readonly Installment[]): bigint {
  return outstandingOf(installments) + chargesDueOf(installments);
}

function sum<Item>(items: readonly Item[], of: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + of(item), 0n);
}

// ── days past due ────────────────────────────────────────────────────────────────────────────────────────────────────

/** The oldest installment with anything unpaid; null when there is none. */
export function oldestUnpaid(installments: readonly Installment[]): Installment | null {
  return installments.find((line) => UNPAID.of(line) > 0n) ?? null;
}

/** Days since the oldest unpaid installment fell due; grace days do not shift it. */
export function daysPastDue(installments: readonly Installment[], today: string): number {
  const oldest = oldestUnpaid(installments);
  return oldest ? Math.max(0, daysBetween(oldest.due_on, today)) : 0;
}

export const INSTALLMENT_STATUSES = ['upcoming', 'due', 'overdue', 'paid'] as const;
export type InstallmentStatus = (typeof INSTALLMENT_STATUSES)[number];

/** An installment is overdue from the day after its due date. */
export function installmentStatus(line: Installment, today: string): InstallmentStatus {
  if (UNPAID.of(line) === 0n) return 'paid';
  if (line.due_on > today) return 'upcoming';
  return line.due_on === today ? 'due' : 'overdue';
}

/** What a loan asks for on a day, in minor units. */
export interface Demand {
  /** Of the oldest installment with anything unpaid. */
  due_on: string;
  /** Unpaid of the installments whose due date is over. */
  overdue_minor: bigint;
  /** Payable now of the next installment: its principal, and what has been charged of it. */
  current_minor: bigint;
  payoff_minor: bigint;
}

/** @param installments with the charges that have fallen due */
export function demandOf(installments: readonly Installment[], today: string): Demand {
  const unpaid = installments.filter((line) => UNPAID.of(line) > 0n);
  const current = unpaid.find(({ due_on }) => due_on >= today);
  return {
    due_on: unpaid[0]?.due_on ?? '',
    overdue_minor: sum(
      unpaid.filter(({ due_on }) => due_on < today),
      UNPAID.of,
    ),
    current_minor: current ? UNPAID_PRINCIPAL.of(current) + CHARGES_DUE.of(current) : 0n,
    payoff_minor: payoffOf(installments),
  };
}

// ── charges ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Charge {
  installment_no: number;
  /** The income account: interest, or fees for a penalty. */
  income: 'interest_income' | 'fee_income';
  amount_minor: bigint;
}

/**
 * The charges due by that day, in order: each installment's interest on its due date, and its penalty once the grace days are over
 * while anything is unpaid. Interest that rounds to zero is a charge, too: it marks the installment as charged.
 * @param installments all of the loan, or those due by that day of which anything is unpaid or uncharged
 * @param today local date
 * @param outstanding_minor of the whole loan, where `installments` are not all of them
 */
export function chargesDue(
  terms: ChargeTerms,
  installments: readonly Installment[],
  { today, outstanding_minor = outstandingOf(installments) }: { today: string; outstanding_minor?: bigint },
): Charge[] {
  const { method, rate_bps, frequency, penalty_bps } = terms;
  const on_balance = INTEREST_ON_BALANCE.of({ outstanding_minor, rate_bps, frequency });
  return installments.flatMap((line) => {
    if (line.due_on > today) return [];
    const { interest_minor, interest_charged } = line;
    const interest = interest_charged
      ? null
      : INTEREST.of({ interest_minor, interest_charged, method, on_balance });
    const charged = interest === null ? line : applyInterest(line, interest);
    return [
      ...(interest === null ? [] : [charge(line, 'interest_income', interest)]),
      ...(isPenaltyDue(terms, charged, today)
        ? [charge(line, 'fee_income', PENALTY.of({ unpaid: UNPAID.of(charged), penalty_bps }))]
        : []),
    ];
  });
}

const INTEREST = interestOnceCharged(columns<{ on_balance: bigint }>('l').on_balance);
const { unpaid } = columns<{ unpaid: bigint }>('');
const IS_PENALISED = mayBePenalised(unpaid);
const PENALTY = penaltyOn(unpaid);

/** Whether charges must be booked before the loan can move. */
export function chargesAreDue(
  terms: ChargeTerms,
  installments: readonly Installment[],
  today: string,
): boolean {
  return chargesDue(terms, installments, { today }).some(({ amount_minor }) => amount_minor > 0n);
}

function charge(line: Installment, income: Charge['income'], amount_minor: bigint): Charge {
  return { installment_no: line.no, income, amount_minor };
}

function applyInterest(line: Installment, interest_minor: bigint): Installment {
  return { ...line, interest_minor, interest_charged: true };
}

/** The first local date on which an unpaid installment can be penalised. */
export function penaltyDate({ grace_days }: Pick<ChargeTerms, 'grace_days'>, due_on: string): string {
  return addDays(due_on, grace_days + 1);
}

function isPenaltyDue(terms: ChargeTerms, line: Installment, today: string): boolean {
  // Most are checked on the day on which they fall due, and computing the end of grace takes longer than all the rest.
  if (today <= line.due_on || today < penaltyDate(terms, line.due_on)) return false;
  const { penalty_bps } = terms;
  return IS_PENALISED.of({ penalty_bps, penalty_charged: line.penalty_charged, unpaid: UNPAID.of(line) });
}

/** The installments after these charges. */
export function applyCharges(
  installments: readonly Installment[],
  charges: readonly Charge[],
): Installment[] {
  return installments.map((line) =>
    charges
      .filter(({ installment_no }) => installment_no === line.no)
      .reduce(
        (charged, { income, amount_minor }) =>
          income === 'interest_income'
            ? applyInterest(charged, amount_minor)
            : { ...charged, penalty_minor: amount_minor, penalty_charged: true },
        line,
      ),
  );
}

// ── repayments ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** The part of a repayment that goes to one installment. */
export interface Allocation {
  no: number;
  penalty_minor: bigint;
  interest_minor: bigint;
  principal_minor: bigint;
}

/**
 * Oldest installment first; within it penalty, interest, principal; then principal of later installments, whose interest is
 * not yet charged, in order.
 * @param amount_minor at most the payoff
 * @returns the installments that get a part
 */
export function allocate(installments: readonly Installment[], amount_minor: bigint): Allocation[] {
  let left = amount_minor;
  const take = (wanted: bigint): bigint => {
    const taken = wanted < left ? wanted : left;
    left -= taken;
    return taken;
  };
  return installments
    .map((line) => ({
      no: line.no,
      penalty_minor: take(UNPAID_PENALTY.of(line)),
      interest_minor: take(UNPAID_INTEREST.of(line)),
      principal_minor: take(UNPAID_PRINCIPAL.of(line)),
    }))
    .filter((each) => each.penalty_minor + each.interest_minor + each.principal_minor > 0n);
}

/** The totals of a repayment's allocations. */
export function totalsOf(allocations: readonly Allocation[]): Omit<Allocation, 'no'> {
  return {
    penalty_minor: sum(allocations, (each) => each.penalty_minor),
    interest_minor: sum(allocations, (each) => each.interest_minor),
    principal_minor: sum(allocations, (each) => each.principal_minor),
  };
}

/** The installments after these allocations. */
export function applyAllocations(
  installments: readonly Installment[],
  allocations: readonly Allocation[],
): Installment[] {
  const byNo = new Map(allocations.map((each) => [each.no, each]));
  return installments.map((line) => {
    const paid = byNo.get(line.no);
    return paid
      ? {
          ...line,
          paid_penalty_minor: line.paid_penalty_minor + paid.penalty_minor,
          paid_interest_minor: line.paid_interest_minor + paid.interest_minor,
          paid_principal_minor: line.paid_principal_minor + paid.principal_minor,
        }
      : line;
  });
}

/** The installments of a closed loan: interest that was not charged before never will be. */
export function dropUncharged(installments: readonly Installment[]): Installment[] {
  return installments.map((line) => (line.interest_charged ? line : { ...line, interest_minor: 0n }));
}

/** What a loan's installments are at its beginning. */
export type LoanStart = LoanTerms & {
  is_opening: boolean;
  disbursed_on: string | null;
  arrears_minor: bigint;
  arrears_charges_minor: bigint;
  overdue_since: string | null;
  first_due_on: string | null;
};

/**
 * The installments of a loan when its books begin. One that began before has its arrears as line 0, whose charges and penalties
 * are charged already; the rest is scheduled from its next due date on.
 */
export function installmentsAtStart(loan: LoanStart): Installment[] {
  if (!loan.is_opening) return openInstallments(scheduleOf(loan, loan.disbursed_on as string));
  const { arrears_minor, arrears_charges_minor, overdue_since, first_due_on } = loan;
  const arrears: Installment[] =
    overdue_since === null
      ? []
      : openInstallments([
          {
            no: 0,
            due_on: overdue_since,
            principal_minor: arrears_minor,
            interest_minor: arrears_charges_minor,
          },
        ]).map((line) => ({ ...line, interest_charged: true, penalty_charged: true }));
  if (first_due_on === null) return arrears;
  const rest = { ...loan, principal_minor: loan.principal_minor - arrears_minor };
  return [...arrears, ...openInstallments(scheduleFromFirst(rest, first_due_on))];
}

/** A new loan's installments. */
export function openInstallments(
  schedule: readonly { no: number; due_on: string; principal_minor: bigint; interest_minor: bigint }[],
): Installment[] {
  return schedule.map((line) => ({
    ...line,
    interest_charged: false,
    penalty_minor: 0n,
    penalty_charged: false,
    paid_principal_minor: 0n,
    paid_interest_minor: 0n,
    paid_penalty_minor: 0n,
  }));
}
