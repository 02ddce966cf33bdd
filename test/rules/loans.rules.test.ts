import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allocate,
  applyAllocations,
  applyCharges,
  chargesDue,
  daysPastDue,
  openInstallments,
  outstandingOf,
  payoffOf,
  totalsOf,
} from '../../domain/loans/positions/position.rules.ts';
import { UNPAID, type ChargeTerms, type Installment } from '../../domain/loans/positions/figures.rules.ts';
import { PAR_DAYS, parBps } from '../../domain/loans/portfolio/portfolio.rules.ts';
import {
  LOAN_FREQUENCIES,
  LOAN_METHODS,
  scheduleOf,
  type LoanTerms,
} from '../../domain/loans/positions/schedule.rules.ts';

interface LoanVector {
  name: string;
  principal_minor: number;
  rate_bps: number;
  method: LoanTerms['method'];
  frequency: LoanTerms['frequency'];
  term: number;
  disbursed_on: string;
  installments: { no: number; due_date: string; principal_minor: number; interest_minor: number }[];
}

function vectors(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8'));
}

describe('the schedule', () => {
  test.each(vectors('loans.json') as LoanVector[])('is as in $name', (vector) => {
    const lines = scheduleOf(
      { ...vector, principal_minor: BigInt(vector.principal_minor) },
      vector.disbursed_on,
    );
    expect(
      lines.map(({ no, due_on, principal_minor, interest_minor }) => ({
        no,
        due_date: due_on,
        principal_minor: Number(principal_minor),
        interest_minor: Number(interest_minor),
      })),
    ).toEqual(
      vector.installments.map(({ no, due_date, principal_minor, interest_minor }) => ({
        no,
        due_date,
        principal_minor,
        interest_minor,
      })),
    );
  });

  test('sums to the principal, has no negative line and dates that grow', () => {
    fc.assert(
      fc.property(terms, (loan) => {
        const lines = scheduleOf(loan, '2024-01-31');
        expect(lines).toHaveLength(loan.term);
        expect(lines.reduce((total, line) => total + line.principal_minor, 0n)).toBe(loan.principal_minor);
        for (const [i, line] of lines.entries()) {
          expect(line.principal_minor).toBeGreaterThanOrEqual(0n);
          expect(line.interest_minor).toBeGreaterThanOrEqual(0n);
          expect(line.due_on > (lines[i - 1]?.due_on ?? '2024-01-31')).toBe(true);
        }
      }),
    );
  });
});

const terms: fc.Arbitrary<LoanTerms> = fc.record({
  principal_minor: fc.bigInt({ min: 1n, max: 10n ** 13n }),
  rate_bps: fc.integer({ min: 0, max: 20_000 }),
  method: fc.constantFrom(...LOAN_METHODS),
  frequency: fc.constantFrom(...LOAN_FREQUENCIES),
  term: fc.integer({ min: 1, max: 120 }),
});

interface RepaymentCase {
  at: string;
  payoff_minor?: number;
  days_past_due?: number;
  penalty_minor?: number;
  pay_minor?: number;
  allocation?: { penalty: number; interest: number; principal: number };
  split?: { no: number; principal: number; interest: number }[];
  payoff_after_minor?: number;
  days_past_due_after?: number;
}

interface RepaymentVectors {
  product: { penalty_bps: number; grace_days: number };
  cases: RepaymentCase[];
  par: {
    loans: { principal: number; dpd: number }[];
    outstanding: number;
    par30: number;
    par30_bps: number;
    par90: number;
    par90_bps: number;
    empty_portfolio_bps: number;
  };
}

describe('where a loan stands', () => {
  const { product, cases, par } = vectors('repayments.json') as RepaymentVectors;
  const charged: ChargeTerms = { rate_bps: 1800, method: 'declining', frequency: 'monthly', ...product };
  const opened = openInstallments(
    scheduleOf({ ...charged, principal_minor: 600_000n, term: 6 }, '2025-01-31'),
  );
  const at = (installments: readonly Installment[], today: string): Installment[] =>
    applyCharges(installments, chargesDue(charged, installments, { today }));

  test.each(cases.filter(({ pay_minor }) => pay_minor === undefined))(
    'on $at: payoff, days past due, penalty',
    ({ at: today, payoff_minor, days_past_due, penalty_minor }) => {
      const now = at(opened, today);
      expect(Number(payoffOf(now))).toBe(payoff_minor);
      expect(daysPastDue(now, today)).toBe(days_past_due);
      if (penalty_minor !== undefined) expect(Number(now[0]?.penalty_minor)).toBe(penalty_minor);
    },
  );

  test.each(cases.filter(({ allocation }) => allocation))(
    'on $at: $pay_minor is allocated',
    ({ at: today, pay_minor, allocation, split, payoff_after_minor, days_past_due_after }) => {
      const before = at(opened, today);
      const allocations = allocate(before, BigInt(pay_minor as number));
      const { penalty_minor, interest_minor, principal_minor } = totalsOf(allocations);
      expect({
        penalty: Number(penalty_minor),
        interest: Number(interest_minor),
        principal: Number(principal_minor),
      }).toEqual(allocation);
      if (split)
        expect(
          allocations.map((each) => ({
            no: each.no,
            principal: Number(each.principal_minor),
            interest: Number(each.interest_minor),
          })),
        ).toEqual(split);
      const after = applyAllocations(before, allocations);
      expect(Number(payoffOf(after))).toBe(payoff_after_minor);
      if (days_past_due_after !== undefined) expect(daysPastDue(after, today)).toBe(days_past_due_after);
    },
  );

  test('an early payer pays interest on what is owed', () => {
    const paid = applyAllocations(at(opened, '2025-02-28'), allocate(at(opened, '2025-02-28'), 200_000n));
    expect(chargesDue(charged, paid, { today: '2025-03-31' })).toEqual([
      { installment_no: 2, income: 'interest_income', amount_minor: 6_135n },
    ]);
  });

  test('portfolio at risk', () => {
    const total = (days: number): number =>
      par.loans.filter(({ dpd }) => dpd > days).reduce((sum, { principal }) => sum + principal, 0);
    expect(total(PAR_DAYS.par30)).toBe(par.par30);
    expect(total(PAR_DAYS.par90)).toBe(par.par90);
    expect(parBps(BigInt(par.par30), BigInt(par.outstanding))).toBe(par.par30_bps);
    expect(parBps(BigInt(par.par90), BigInt(par.outstanding))).toBe(par.par90_bps);
    expect(parBps(0n, 0n)).toBe(par.empty_portfolio_bps);
  });

  test('whatever is paid when, allocation conserves, nothing is charged twice, and the payoff closes exactly', () => {
    const steps = fc.array(
      fc.record({ days: fc.integer({ min: 0, max: 200 }), share: fc.integer({ min: 0, max: 100 }) }),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 0, max: 40 }),
        steps,
        (loan, penalty_bps, grace_days, moves) => {
          const rules: ChargeTerms = { ...loan, penalty_bps, grace_days };
          let lines = openInstallments(scheduleOf(loan, '2024-01-31'));
          let today = '2024-01-31';
          for (const { days, share } of moves) {
            today = new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
            lines = applyCharges(lines, chargesDue(rules, lines, { today }));
            expect(chargesDue(rules, lines, { today })).toEqual([]);
            const payoff = payoffOf(lines);
            const paid = (payoff * BigInt(share)) / 100n;
            const allocations = allocate(lines, paid);
            const { penalty_minor, interest_minor, principal_minor } = totalsOf(allocations);
            expect(penalty_minor + interest_minor + principal_minor).toBe(paid);
            lines = applyAllocations(lines, allocations);
            expect(payoffOf(lines)).toBe(payoff - paid);
            for (const line of lines) expect(UNPAID.of(line)).toBeGreaterThanOrEqual(0n);
          }
          lines = applyAllocations(lines, allocate(lines, payoffOf(lines)));
          expect(outstandingOf(lines)).toBe(0n);
          expect(payoffOf(lines)).toBe(0n);
        },
      ),
    );
  });
});
