/** Journals: whether lines balance, and the pairs that book them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_MINOR } from '../../core/money.ts';
import {
  isJournalKind,
  journalProblems,
  onBothSides,
  partsOf,
  type LineRequest,
} from '../../domain/banks/journal.rules.ts';
import { ACCOUNT_KIND_NAMES } from '../../domain/ledger/index.ts';
import type { entries } from '../../domain/movements/index.ts';

const requested = (side: 'debit' | 'credit', amount_minor: bigint): LineRequest => ({
  account: 'x',
  side,
  amount_minor,
});

test('they balance, and come to no more than an amount can be', () => {
  expect(journalProblems([requested('debit', 5n), requested('credit', 5n)])).toEqual([]);
  expect(journalProblems([requested('debit', 5n), requested('credit', 4n)])).toMatchObject([
    { path: 'lines', message: expect.stringContaining('must be equal') },
  ]);
  const most = [requested('debit', MAX_AMOUNT_MINOR), requested('credit', MAX_AMOUNT_MINOR)];
  expect(journalProblems(most)).toEqual([]);
  expect(journalProblems([...most, requested('debit', 1n), requested('credit', 1n)])).toMatchObject([
    { path: 'lines' },
  ]);
});

test('they move banks and general accounts, and few of the system', () => {
  expect(ACCOUNT_KIND_NAMES.filter(isJournalKind).toSorted()).toEqual([
    'bank',
    'general_asset',
    'general_equity',
    'general_expense',
    'general_income',
    'general_liability',
    'opening_balances',
    'operating_expenses',
    'tax_payable',
  ]);
});

test('an account on both sides is found by its place', () => {
  const line = (owner: string, side: 'debit' | 'credit') => ({ kind: 'bank' as const, owner, side });
  expect(onBothSides([line('a', 'debit'), line('b', 'credit'), line('a', 'credit')])).toEqual([2]);
  expect(onBothSides([line('a', 'debit'), line('a', 'debit'), line('b', 'credit')])).toEqual([]);
});

const line = fc.record({
  no: fc.nat({ max: 5 }),
  side: fc.constantFrom<'debit' | 'credit'>('debit', 'credit'),
  amount: fc.bigInt({ min: 1n, max: 1_000n }),
});

test('pairs move of each line exactly its amount, in fewer transfers than lines', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 99 }), (typed) => {
      const of = ({ side, amount, no }: (typeof typed)[number]): entries.JournalLine => ({
        kind: 'general_asset',
        owner: `${side} ${no}`,
        side,
        amount_minor: String(amount),
      });
      const lines = typed.map(of);
      const sum = (side: string) =>
        lines.reduce((total, each) => (each.side === side ? total + BigInt(each.amount_minor) : total), 0n);
      const difference = sum('debit') - sum('credit');
      if (difference !== 0n)
        lines.push({
          kind: 'bank',
          owner: 'rest',
          side: difference > 0n ? 'credit' : 'debit',
          amount_minor: String(difference > 0n ? difference : -difference),
        });
      const parts = partsOf(lines);
      expect(parts.length).toBeLessThan(lines.length);
      for (const each of lines) {
        const moved = parts.filter((part) => part[each.side] === each);
        expect(moved.reduce((total, { amount_minor }) => total + amount_minor, 0n)).toBe(
          BigInt(each.amount_minor),
        );
      }
      for (const { amount_minor } of parts) expect(amount_minor > 0n).toBe(true);
    }),
  );
});
