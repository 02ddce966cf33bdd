/** Journals: whether lines balance, and the pairs that book them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_MINOR } from '../../core/money.ts';
import {
  isJournalKind,
  journalProblems,
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
    'deposit_interest',
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

const stored = (owner: string, side: 'debit' | 'credit', amount_minor: bigint): entries.JournalLine => ({
  kind: 'general_asset',
  owner,
  side,
  amount_minor: String(amount_minor),
});

test('of an account on both sides the difference is booked', () => {
  const lines = [stored('a', 'debit', 7n), stored('b', 'credit', 5n), stored('a', 'credit', 2n)];
  expect(partsOf(lines)).toEqual([{ debit: lines[0], credit: lines[1], amount_minor: 5n }]);
  expect(partsOf([stored('a', 'debit', 7n), stored('a', 'credit', 7n)])).toEqual([]);
});

test('lines that are not equal are no journal', () => {
  expect(() => partsOf([stored('a', 'debit', 7n), stored('b', 'credit', 6n)])).toThrow('not equal');
  expect(() => partsOf([stored('a', 'debit', 7n), stored('a', 'credit', 8n)])).toThrow('not equal');
});

const line = fc.record({
  no: fc.nat({ max: 5 }),
  side: fc.constantFrom<'debit' | 'credit'>('debit', 'credit'),
  amount: fc.bigInt({ min: 1n, max: 1_000n }),
});

test('pairs move of each account exactly what its lines come to, in fewer transfers than lines', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 99 }), (typed) => {
      const lines = typed.map(({ side, amount, no }) => stored(String(no), side, amount));
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
      const net = new Map<string, bigint>();
      const add = (owner: string, amount: bigint) => net.set(owner, (net.get(owner) ?? 0n) + amount);
      for (const { owner, side, amount_minor } of lines)
        add(owner, side === 'debit' ? BigInt(amount_minor) : -BigInt(amount_minor));
      for (const { debit, credit, amount_minor } of parts) {
        expect(amount_minor > 0n).toBe(true);
        expect(debit.owner).not.toBe(credit.owner);
        add(debit.owner, -amount_minor);
        add(credit.owner, amount_minor);
      }
      expect([...net.values()].every((left) => left === 0n)).toBe(true);
    }),
  );
});
