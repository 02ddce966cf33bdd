import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitRemittance, timesDue, totalAsked, type Asked } from '../../domain/employers/advice.rules.ts';

const amount = fc.bigInt({ min: 1n, max: 1_000_000n });

const asked: fc.Arbitrary<Asked> = fc.record({
  contribution_minor: fc.bigInt({ min: 0n, max: 1_000_000n }),
  loans: fc.array(amount, { maxLength: 5 }).map((amounts) =>
    amounts.map((amount_minor, i) => ({
      loan_id: `loan_${i}`,
      amount_minor: amount_minor.toString(),
      due_on: '2026-03-28',
    })),
  ),
});

describe('the split of a remittance', () => {
  test('a million shillings or one: nothing is lost, and no loan gets more than was asked for', () => {
    fc.assert(
      fc.property(asked, fc.bigInt({ min: 0n, max: 5_000_000n }), amount, (of, before, comes) => {
        const { loans, savings_minor } = splitRemittance(of, before, comes);
        expect([...loans.values()].reduce((sum, part) => sum + part, savings_minor)).toBe(comes);
        expect(savings_minor).toBeGreaterThanOrEqual(0n);
        for (const { loan_id, amount_minor } of of.loans)
          expect(loans.get(loan_id) ?? 0n).toBeLessThanOrEqual(BigInt(amount_minor));
      }),
    );
  });

  test('in two parts, it is split as it is at once', () => {
    fc.assert(
      fc.property(asked, amount, amount, (of, first, second) => {
        const parts = [splitRemittance(of, 0n, first), splitRemittance(of, first, second)];
        const whole = splitRemittance(of, 0n, first + second);
        expect(parts.reduce((sum, { savings_minor }) => sum + savings_minor, 0n)).toBe(whole.savings_minor);
        for (const { loan_id } of of.loans)
          expect(parts.reduce((sum, { loans }) => sum + (loans.get(loan_id) ?? 0n), 0n)).toBe(
            whole.loans.get(loan_id) ?? 0n,
          );
      }),
    );
  });

  test('savings get something only once all loans have what was asked for', () => {
    fc.assert(
      fc.property(asked, amount, (of, comes) => {
        const { savings_minor } = splitRemittance(of, 0n, comes);
        const of_loans = totalAsked(of) - of.contribution_minor;
        expect(savings_minor).toBe(comes > of_loans ? comes - of_loans : 0n);
      }),
    );
  });
});

test.each([
  ['monthly', '2026-01-15', '2026-03', 1n],
  ['monthly', '2026-03-31', '2026-03', 1n],
  ['monthly', '2026-04-01', '2026-03', 0n],
  ['weekly', '2026-03-01', '2026-03', 5n],
  ['weekly', '2026-02-27', '2026-03', 4n],
  ['biweekly', '2026-03-01', '2026-03', 3n],
  ['biweekly', '2026-03-20', '2026-03', 1n],
  ['weekly', '2020-01-06', '2026-03', 5n],
] as const)('a %s contribution from %s falls due in %s: %s times', (frequency, start_date, month, times) => {
  expect(timesDue({ frequency, start_date }, month)).toBe(times);
});
