/** The rules of each kind of account, in full: a kind that is added must be added here. */
import { expect, test } from 'vitest';
import { ACCOUNT_KINDS, type AccountKind } from '../../domain/ledger/index.ts';
import type { LimitRule } from '../../domain/ledger/backend.port.ts';

const KINDS: Record<LimitRule, AccountKind[]> = {
  debits: [
    'merchant_available',
    'subaccount',
    'wallet',
    'member_savings',
    'member_shares',
    'interest_income',
    'fee_income',
    'guarantee_clearing',
    'loan_loss_allowance',
    'tax_payable',
    'unallocated',
  ],
  credits: ['provider_clearing', 'cash_on_hand', 'loan_principal', 'interest_receivable', 'bank'],
  none: [
    'adjustments',
    'cash_adjustments',
    'deposit_interest',
    'loan_losses',
    'operating_expenses',
    'opening_balances',
    'general_asset',
    'general_liability',
    'general_equity',
    'general_income',
    'general_expense',
  ],
};

const facts = Object.entries(ACCOUNT_KINDS);

test.each(Object.entries(KINDS))('limit %s', (limit, kinds) => {
  const found = facts.filter(([, each]) => each.limit === limit).map(([kind]) => kind);
  expect(found.toSorted()).toEqual(kinds.toSorted());
});

test('an account with a limit is one whose balance cannot become negative', () => {
  const sides = { debits: 'credit', credits: 'debit' };
  const open = facts.filter(([, { limit, normal }]) => limit !== 'none' && sides[limit] !== normal);
  expect(open).toEqual([]);
});

test.each([
  [
    'asset',
    'debit',
    ['provider_clearing', 'cash_on_hand', 'loan_principal', 'interest_receivable', 'bank', 'general_asset'],
  ],
  // Taken off what loans are worth.
  ['asset', 'credit', ['loan_loss_allowance']],
  [
    'liability',
    'credit',
    [
      'member_savings',
      'wallet',
      'subaccount',
      'guarantee_clearing',
      'tax_payable',
      'unallocated',
      'general_liability',
    ],
  ],
  [
    'equity',
    'credit',
    ['member_shares', 'opening_balances', 'merchant_available', 'adjustments', 'general_equity'],
  ],
  ['equity', 'debit', ['cash_adjustments']],
  ['income', 'credit', ['interest_income', 'fee_income', 'general_income']],
  ['expense', 'debit', ['loan_losses', 'operating_expenses', 'deposit_interest', 'general_expense']],
  ['liability', 'debit', []],
  ['income', 'debit', []],
  ['expense', 'credit', []],
])('of class %s and positive as %s', (its_class, normal, kinds) => {
  const found = facts.filter(([, each]) => each.class === its_class && each.normal === normal);
  expect(found.map(([kind]) => kind).toSorted()).toEqual(kinds.toSorted());
});

test('every kind has a number of its own', () => {
  const codes = facts.map(([, { code }]) => code);
  expect(new Set(codes).size).toBe(codes.length);
  // TigerBeetle takes no 0.
  expect(Math.min(...codes)).toBeGreaterThan(0);
});
