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

const NOTHING: ReadonlyMap<string, bigint> = new Map();
const total = (parts: ReadonlyMap<string, bigint>): bigint =>
  [...parts.values()].reduce((sum, part) => sum + part, 0n);

describe('the split of a remittance', () => {
  test('a million shillings or one: nothing is lost, and no loan gets more than is missing', () => {
    fc.assert(
      fc.property(asked, fc.array(amount, { maxLength: 5 }), amount, (of, paid, comes) => {
        const paid_on_loans = new Map(paid.map((sum, i) => [`loan_${i}`, sum]));
        const { loans, savings_minor } = splitRemittance(of, paid_on_loans, comes);
        expect(total(loans) + savings_minor).toBe(comes);
        expect(savings_minor).toBeGreaterThanOrEqual(0n);
        for (const { loan_id, amount_minor } of of.loans) {
          const missing = BigInt(amount_minor) - (paid_on_loans.get(loan_id) ?? 0n);
          const taken = loans.get(loan_id) ?? 0n;
          expect(taken === 0n || taken <= missing).toBe(true);
          if (savings_minor > 0n) expect(taken).toBe(missing > 0n ? missing : 0n);
        }
      }),
    );
  });

  test('in two parts, it is split as it is at once', () => {
    fc.assert(
      fc.property(asked, amount, amount, (of, first, second) => {
        const one = splitRemittance(of, NOTHING, first);
        const two = splitRemittance(of, one.loans, second);
        const whole = splitRemittance(of, NOTHING, first + second);
        expect(one.savings_minor + two.savings_minor).toBe(whole.savings_minor);
        for (const { loan_id } of of.loans)
          expect((one.loans.get(loan_id) ?? 0n) + (two.loans.get(loan_id) ?? 0n)).toBe(
            whole.loans.get(loan_id) ?? 0n,
          );
      }),
    );
  });

  test('savings get something only once all loans have what was asked for', () => {
    fc.assert(
      fc.property(asked, amount, (of, comes) => {
        const { savings_minor } = splitRemittance(of, NOTHING, comes);
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
