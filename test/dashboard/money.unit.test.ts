/** Amounts as people type and read them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatBps,
  formatMinor,
  formatMoney,
  parseAmount,
  parsePercent,
} from '../../dashboard/money/money.rules.ts';

describe('reading an amount', () => {
  test.each([
    ['1500', 150_000],
    ['1500.5', 150_050],
    [' 1,500.50 ', 150_050],
    ['1 500', 150_000],
    ['1,234,567.89', 123_456_789],
    ['0.01', 1],
    ['12.', 1_200],
    ['90071992547409.91', 9_007_199_254_740_991],
  ])('%j', (text, amount_minor) => {
    expect(parseAmount(text)).toBe(amount_minor);
  });

  test.each([
    ['', 'missing'],
    ['  ', 'missing'],
    ['1,50', 'digits'],
    ['0,500', 'digits'],
    ['1.500,00', 'digits'],
    ['1,500 000', 'digits'],
    ['12,34,567', 'digits'],
    [',500', 'digits'],
    ['-5', 'digits'],
    ['1e3', 'digits'],
    ['KES 5', 'digits'],
    ['٥', 'digits'],
    ['90071992547409.92', 'digits'],
    ['9'.repeat(40), 'digits'],
    ['1.234', 'decimals'],
    ['0', 'not_positive'],
    ['0.00', 'not_positive'],
  ])('%j is refused: %s', (text, fault) => {
    expect(parseAmount(text)).toBe(fault);
  });

  test('nothing is an amount where a fee or a limit is meant', () => {
    expect(parseAmount('0', 0)).toBe(0);
    expect(parseAmount('', 0)).toBe('missing');
  });

  test('what is shown is read back as it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (amount_minor) => {
        expect(parseAmount(formatMinor(amount_minor))).toBe(amount_minor);
      }),
    );
  });
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-1_250_000, '−12,500.00'],
  [9_007_199_254_740_991n, '90,071,992,547,409.91'],
])('%s minor units are shown as %s', (amount_minor, text) => {
  expect(formatMinor(amount_minor)).toBe(text);
});

test('with a currency, and shares', () => {
  expect(formatMoney(8_000_000, 'KES')).toBe('80,000.00 KES');
  expect(formatBps(1250)).toBe('12.50%');
});

test.each([
  ['10', 1_000],
  ['2.25%', 225],
  ['18.5 %', 1_850],
  ['0', 0],
])('the percentage %j', (text, bps) => {
  expect(parsePercent(text)).toBe(bps);
});

test.each(['', '%', '1,5', '0,500', '1.234', '-3', 'ten'])('%j is no percentage', (text) => {
  expect(parsePercent(text)).toBeUndefined();
});
