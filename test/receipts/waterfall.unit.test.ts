/** The plan of a payment by paybill, compared with a naive one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WATERFALL_STEPS } from '../../domain/cooperative/index.ts';
import { planParts } from '../../domain/receipts/waterfall.rules.ts';
import { naiveSplit, type NaiveLoan } from './naive-waterfall.ts';

const loanOf = (no: number): fc.Arbitrary<NaiveLoan> =>
  fc
    .tuple(fc.nat(40), fc.nat(40), fc.nat(40), fc.integer({ min: 1, max: 28 }))
    .map(([overdue, current, more, day]) => ({
      loan_id: `loan_${no}`,
      due_on: `2026-01-${String(day).padStart(2, '0')}`,
      overdue_minor: BigInt(overdue),
      current_minor: BigInt(current),
      payoff_minor: BigInt(overdue + current + more),
    }));
const loans = fc
  .integer({ min: 0, max: 4 })
  .chain((n) => fc.tuple(...Array.from({ length: n }, (_x, no) => loanOf(no))));
const steps = fc.shuffledSubarray([...WATERFALL_STEPS], { minLength: 1 });

test('every unit goes where a naive model sends it, in one part a place', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      steps,
      loans,
      fc.nat(60),
      fc.option(fc.nat(4)),
      (amount, order, owed, missing, chosen) => {
        const sorted = [...owed].sort((a, b) => (a.due_on + a.loan_id < b.due_on + b.loan_id ? -1 : 1));
        const named = chosen === null ? null : `loan_${chosen}`;
        const parts = planParts(BigInt(amount), order, {
          loans: sorted,
          missing_shares_minor: BigInt(missing),
          named_loan_id: named,
        });
        const places = parts.map(({ purpose, loan_id }) => loan_id ?? purpose);
        expect(new Set(places).size).toBe(places.length);
        const got = Object.fromEntries(parts.map((part, i) => [places[i], Number(part.amount_minor)]));
        expect(got).toEqual(naiveSplit(amount, order, { loans: owed, missing_shares: missing, named }));
      },
    ),
    { numRuns: 2_000 },
  );
});
