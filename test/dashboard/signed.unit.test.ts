/** The sign of a movement on a member's page. */
import { expect, test } from 'vitest';
import { signedMinor } from '../../dashboard/movement/signed.rules.ts';

test.each([
  ['deposit', 'cash', 100n],
  ['withdrawal', 'cash', -100n],
  ['withdrawal', null, -100n],
  ['share_purchase', 'cash', 100n],
  ['share_purchase', 'savings', -100n],
  ['loan_repayment', 'savings', -100n],
  ['loan_repayment', 'payment', 100n],
  ['loan_disbursement', null, 100n],
  ['member_exit', null, -100n],
  ['savings_interest', null, 100n],
  ['savings_transfer', null, -100n],
  ['term_deposit', null, -100n],
])('%s from %s', (kind, source, minor) => {
  expect(signedMinor({ kind, source, reverses_kind: null, amount_minor: 100 })).toBe(minor);
});

test.each([
  ['deposit', 'cash', -100n],
  ['loan_disbursement', null, -100n],
  ['withdrawal', 'cash', 100n],
  ['share_purchase', 'savings', 100n],
  ['share_purchase', 'cash', 100n],
  ['savings_transfer', null, 100n],
])('the reversal of %s from %s', (reverses_kind, source, minor) => {
  expect(signedMinor({ kind: 'reversal', source, reverses_kind, amount_minor: 100 })).toBe(minor);
});
