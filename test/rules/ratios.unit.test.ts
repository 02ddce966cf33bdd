/** The rules of ratios: worked examples, and what the books cannot tell. */
import { expect, test } from 'vitest';
import { ratiosOf, type LateLoans, type SheetFigures } from '../../domain/reports/ratios.rules.ts';

const SHEET: SheetFigures = {
  assets: 1_000_000n,
  loans: 700_000n,
  allowance: 30_000n,
  savings: 750_000n,
  shares: 100_000n,
  equity: 150_000n,
  liquid: 200_000n,
  payable: 50_000n,
  general_liabilities: 0n,
};
const LOANS: LateLoans = { allowance: 30_000n, outstanding: 700_000n, late: 60_000n, late_a_year: 20_000n };

function found(sheet: Partial<SheetFigures> = {}, loans: LateLoans | null = LOANS) {
  return Object.fromEntries(
    ratiosOf({ ...SHEET, ...sheet }, loans).map(({ code, value_bps, met, missing }) => [
      code,
      missing ?? [Number(value_bps), met],
    ]),
  );
}

test('each is a share in basis points, and meets its goal or not', () => {
  expect(found()).toEqual({
    P1: [15_000, true],
    // What is left of the allowance, of loans that are late by 31 to 365 days.
    P2: [2_500, false],
    E1: [6_700, false],
    E5: [7_500, true],
    E7: [1_000, true],
    E8: [500, false],
    A1: [857, false],
    L1: [2_000, true],
    equity_to_assets: [1_500, true],
    equity_less_shares_to_assets: [500, false],
    equity_to_savings: [2_000, true],
    liquid_to_savings: [2_667, true],
  });
});

test('goals include their limits', () => {
  expect(found({ loans: 730_000n })).toMatchObject({ E1: [7_000, true] });
  expect(found({ savings: 800_000n })).toMatchObject({ E5: [8_000, true] });
  expect(found({ shares: 200_000n })).toMatchObject({ E7: [2_000, true] });
  expect(found({}, { ...LOANS, late: 35_000n })).toMatchObject({ A1: [500, true] });
});

test('a deficit is negative, rounded away from zero', () => {
  expect(found({ equity: -5n, assets: 100_000n, shares: 0n })).toMatchObject({
    equity_to_assets: [-1, false],
    E8: [-1, false],
  });
});

test('what the books cannot tell has a reason', () => {
  expect(found({}, null)).toMatchObject({
    P1: 'loans_of_the_past',
    P2: 'loans_of_the_past',
    A1: 'loans_of_the_past',
    E1: [6_700, false],
  });
  expect(found({ general_liabilities: 1n })).toMatchObject({
    L1: 'terms_of_liabilities',
    liquid_to_savings: [2_667, true],
  });
  const none = { allowance: 0n, outstanding: 0n, late: 0n, late_a_year: 0n };
  expect(found({ savings: 0n }, none)).toMatchObject({
    P1: 'zero_denominator',
    P2: 'zero_denominator',
    A1: 'zero_denominator',
    L1: 'zero_denominator',
    equity_to_savings: 'zero_denominator',
  });
});

test('an allowance below what the oldest loans need leaves nothing for the others', () => {
  expect(found({}, { ...LOANS, allowance: 10_000n })).toMatchObject({ P1: [5_000, false], P2: [0, false] });
});
