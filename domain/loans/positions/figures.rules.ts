/**
 * The figures of an installment and of its charges, each defined once: `of` computes it for one row, `sql` is the same over
 * `sacco_loans l` and `sacco_loan_installments i`. Pure.
 */
import {
  all,
  columns,
  constant,
  either,
  isAbove,
  isEqual,
  least,
  lookUp,
  minus,
  not,
  plus,
  quotientHalfUp,
  times,
  when,
  type Formula,
} from '../../../core/formula.ts';
import { PERIODS_A_YEAR, type LoanTerms } from './schedule.rules.ts';

/** An installment with what was charged and paid, in minor units. */
export interface Installment {
  no: number;
  /** Local date. */
  due_on: string;
  principal_minor: bigint;
  /** As scheduled until it is charged; then what was charged. */
  interest_minor: bigint;
  interest_charged: boolean;
  penalty_minor: bigint;
  penalty_charged: boolean;
  paid_principal_minor: bigint;
  paid_interest_minor: bigint;
  paid_penalty_minor: bigint;
}

export type ChargeTerms = Pick<LoanTerms, 'rate_bps' | 'method' | 'frequency'> & {
  penalty_bps: number;
  grace_days: number;
};

/** Each formula takes only the columns that it reads, so that a row for it is small: there are many. */
type BalanceTerms = Pick<ChargeTerms, 'rate_bps' | 'frequency'> & { outstanding_minor: bigint };
type InterestTerms = Pick<ChargeTerms, 'method'> & Pick<Installment, 'interest_minor' | 'interest_charged'>;
type PenaltyTerms = Pick<ChargeTerms, 'penalty_bps'>;

const i = columns<Installment>('i');
const { interest_minor, interest_charged } =
  columns<Pick<Installment, 'interest_minor' | 'interest_charged'>>('i');
const balance = columns<BalanceTerms>('l');
const { method } = columns<Pick<ChargeTerms, 'method'>>('l');
const { penalty_bps } = columns<PenaltyTerms>('l');
const { penalty_charged } = columns<Pick<Installment, 'penalty_charged'>>('i');
const ZERO = constant(0n);
const WHOLE_BPS = constant(10_000n);

export const PAID = plus(i.paid_principal_minor, i.paid_interest_minor, i.paid_penalty_minor);

/** What the installment asks for in total, with that interest, less what was paid. */
export function unpaidWith<Row>(interest: Formula<Row>): Formula<Row & Installment> {
  return minus<Row & Installment>(
    plus<Row & Installment>(i.principal_minor, interest, i.penalty_minor),
    PAID,
  );
}

/** The same with its scheduled interest, or what was charged of it. */
export const UNPAID = unpaidWith(i.interest_minor);

export const UNPAID_PRINCIPAL = minus(i.principal_minor, i.paid_principal_minor);

/** Scheduled interest counts once it is charged. */
export const UNPAID_INTEREST = when(i.interest_charged, {
  then: minus(i.interest_minor, i.paid_interest_minor),
  otherwise: ZERO,
});

export const UNPAID_PENALTY = minus(i.penalty_minor, i.paid_penalty_minor);

/** Interest and penalties that are charged and unpaid. */
export const CHARGES_DUE = plus(UNPAID_INTEREST, UNPAID_PENALTY);

/** Interest of one period on the outstanding principal. */
export const INTEREST_ON_BALANCE = quotientHalfUp(
  times(balance.outstanding_minor, balance.rate_bps),
  times(WHOLE_BPS, lookUp(balance.frequency, PERIODS_A_YEAR)),
);

/**
 * The interest of an installment that is due, once it is charged. Flat: as scheduled. Declining: on the outstanding principal, so
 * that an early payer pays less; never more than scheduled.
 * @param on_balance interest of one period on the outstanding principal
 */
export function interestOnceCharged<Row>(on_balance: Formula<Row>): Formula<Row & InterestTerms> {
  return when<Row & InterestTerms>(either<InterestTerms>(interest_charged, isEqual(method, 'flat')), {
    then: interest_minor,
    otherwise: least<Row & InterestTerms>(interest_minor, on_balance),
  });
}

/** Whether an installment gets its one-time penalty once grace is over. @param unpaid with its interest charged */
export function mayBePenalised<Row>(
  unpaid: Formula<Row>,
): Formula<Row & PenaltyTerms & Pick<Installment, 'penalty_charged'>, boolean> {
  return all<Row & PenaltyTerms & Pick<Installment, 'penalty_charged'>>(
    isAbove(penalty_bps, ZERO),
    not(penalty_charged),
    isAbove(unpaid, ZERO),
  );
}

/** A share of what is unpaid with the interest charged. */
export function penaltyOn<Row>(unpaid: Formula<Row>): Formula<Row & PenaltyTerms> {
  return quotientHalfUp(times<Row & PenaltyTerms>(unpaid, penalty_bps), WHOLE_BPS);
}
