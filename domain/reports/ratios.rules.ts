/** Ratios by which cooperatives are judged: some of PEARLS, and those of capital and liquidity. Pure; amounts are minor units. */
import { divideHalfUp } from '../../core/formula.ts';

/** What the balance sheet of a day says. */
export interface SheetFigures {
  assets: bigint;
  /** Principal that is not repaid, before the allowance. */
  loans: bigint;
  allowance: bigint;
  savings: bigint;
  shares: bigint;
  /** With the accumulated surplus. */
  equity: bigint;
  /** Cash on hand, bank accounts, and what providers hold. */
  liquid: bigint;
  /** Liabilities but savings and general ones: all can be asked for at any time. */
  payable: bigint;
  /** Liabilities whose terms only the cooperative knows. */
  general_liabilities: bigint;
}

/** Outstanding principal of open loans by days past due, and the allowance at that moment. */
export interface LateLoans {
  allowance: bigint;
  /** Of all of them. */
  outstanding: bigint;
  /** More than 30 days. */
  late: bigint;
  /** More than 365 days. */
  late_a_year: bigint;
}

export const MISSING = ['zero_denominator', 'loans_of_the_past', 'terms_of_liabilities'] as const;
/** Why the books cannot tell a ratio. */
export type Missing = (typeof MISSING)[number];

/** In basis points; null: no limit on that side. */
export interface Goal {
  at_least_bps: number | null;
  at_most_bps: number | null;
}

export interface Ratio {
  code: RatioCode;
  /** Null where it is not known. */
  numerator_minor: bigint | null;
  denominator_minor: bigint | null;
  value_bps: bigint | null;
  goal: Goal;
  met: boolean | null;
  missing: Missing | null;
}

type Fraction = [numerator: bigint, denominator: bigint];

interface Definition {
  goal: Goal;
  /** @param loans null for a day that is over: the loan book is known as it is now */
  of: (sheet: SheetFigures, loans: LateLoans | null) => Fraction | Missing;
}

const atLeast = (at_least_bps: number): Goal => ({ at_least_bps, at_most_bps: null });
const atMost = (at_most_bps: number): Goal => ({ at_least_bps: null, at_most_bps });
const between = (at_least_bps: number, at_most_bps: number): Goal => ({ at_least_bps, at_most_bps });

/** Of the loan book. */
const ofLoans =
  (fraction: (loans: LateLoans) => Fraction): Definition['of'] =>
  (_sheet, loans) =>
    loans === null ? 'loans_of_the_past' : fraction(loans);

const above = (amount: bigint): bigint => (amount < 0n ? 0n : amount);

/** The letters and numbers of the first ones are those of PEARLS. */
const DEFINITIONS = {
  P1: { goal: atLeast(10_000), of: ofLoans(({ allowance, late_a_year }) => [allowance, late_a_year]) },
  P2: {
    goal: atLeast(3_500),
    of: ofLoans(({ allowance, late, late_a_year }) => [above(allowance - late_a_year), late - late_a_year]),
  },
  E1: { goal: between(7_000, 8_000), of: ({ loans, allowance, assets }) => [loans - allowance, assets] },
  E5: { goal: between(7_000, 8_000), of: ({ savings, assets }) => [savings, assets] },
  E7: { goal: atMost(2_000), of: ({ shares, assets }) => [shares, assets] },
  E8: { goal: atLeast(1_000), of: ({ equity, shares, assets }) => [equity - shares, assets] },
  A1: { goal: atMost(500), of: ofLoans(({ late, outstanding }) => [late, outstanding]) },
  L1: {
    goal: atLeast(1_500),
    of: ({ liquid, payable, general_liabilities, savings }) =>
      general_liabilities === 0n ? [liquid - payable, savings] : 'terms_of_liabilities',
  },
  equity_to_assets: { goal: atLeast(1_000), of: ({ equity, assets }) => [equity, assets] },
  equity_less_shares_to_assets: {
    goal: atLeast(800),
    of: ({ equity, shares, assets }) => [equity - shares, assets],
  },
  equity_to_savings: { goal: atLeast(800), of: ({ equity, savings }) => [equity, savings] },
  liquid_to_savings: { goal: atLeast(1_500), of: ({ liquid, savings }) => [liquid, savings] },
} as const satisfies Record<string, Definition>;

export type RatioCode = keyof typeof DEFINITIONS;
export const RATIO_CODES = Object.keys(DEFINITIONS) as RatioCode[];

export function ratiosOf(sheet: SheetFigures, loans: LateLoans | null): Ratio[] {
  return RATIO_CODES.map((code) => {
    const { goal, of }: Definition = DEFINITIONS[code];
    const found = of(sheet, loans);
    if (typeof found === 'string') return unknown(code, found);
    const [numerator_minor, denominator_minor] = found;
    const known = { ...unknown(code, 'zero_denominator'), numerator_minor, denominator_minor };
    if (denominator_minor <= 0n) return known;
    const value_bps = rounded(numerator_minor * 10_000n, denominator_minor);
    return { ...known, value_bps, met: isMet(goal, value_bps), missing: null };
  });
}

function unknown(code: RatioCode, missing: Missing): Ratio {
  const { goal } = DEFINITIONS[code];
  return { code, numerator_minor: null, denominator_minor: null, value_bps: null, goal, met: null, missing };
}

/** Half up, away from zero. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  return numerator < 0n ? -divideHalfUp(-numerator, denominator) : divideHalfUp(numerator, denominator);
}

function isMet({ at_least_bps, at_most_bps }: Goal, value_bps: bigint): boolean {
  return (
    (at_least_bps === null || value_bps >= BigInt(at_least_bps)) &&
    (at_most_bps === null || value_bps <= BigInt(at_most_bps))
  );
}
