/** Every way of writing an amount: read exactly, or refused. */
import { describe, expect, test } from 'vitest';
import { amountReader } from '../../domain/reconciliation/parsing/amount.rules.ts';

const point = amountReader({ currency: 'KES', decimal_separator: '.', amount_unit: 'major' });
const comma = amountReader({ currency: 'KES', decimal_separator: ',', amount_unit: 'major' });
const minor = amountReader({ currency: 'KES', decimal_separator: '.', amount_unit: 'minor' });

describe('with a decimal point', () => {
  test.each<[string, bigint]>([
    ['0', 0n],
    ['', 0n],
    ['  ', 0n],
    ['\u00A0', 0n],
    ['0.00', 0n],
    ['-0.00', 0n],
    ['(0)', 0n],
    ['KES 0.00', 0n],
    ['1', 100n],
    ['1.5', 150n],
    ['1.50', 150n],
    ['1.5000', 150n],
    ['.50', 50n],
    ['0.5', 50n],
    ['007', 700n],
    [' 12.34 ', 1234n],
    // thousands
    ['1,053.00', 105300n],
    ['1,000', 100000n],
    ['12,345,678.90', 1234567890n],
    ['1 053.00', 105300n],
    ['12\u00A0345\u00A0678.90', 1234567890n],
    ['12\u2009345.90', 1234590n],
    ['12\u202F345.90', 1234590n],
    // signs
    ['-5.00', -500n],
    ['- 5.00', -500n],
    ['+5.00', 500n],
    ['5.00-', -500n],
    ['5.00 -', -500n],
    ['\u22125.00', -500n],
    ['5.00\u2212', -500n],
    ['(5.00)', -500n],
    ['( 1,053.00 )', -105300n],
    ['-1,053.00', -105300n],
    ['1 053.00-', -105300n],
    // the currency code
    ['KES 5.00', 500n],
    ['KES5.00', 500n],
    ['5.00 KES', 500n],
    ['5.00KES', 500n],
    ['kes 5.00', 500n],
    ['KES 1,053.00', 105300n],
    ['KES\u00A01\u00A0053.00', 105300n],
    ['-KES 5.00', -500n],
    ['KES -5.00', -500n],
    ['KES (5.00)', -500n],
    ['(KES 5.00)', -500n],
    ['(5.00 KES)', -500n],
    ['(5.00) KES', -500n],
    ['5.00- KES', -500n],
    ['5.00 KES-', -500n],
    ['\u2212 5.00 KES', -500n],
    // limits
    ['90071992547409.91', 9_007_199_254_740_991n],
    ['-90,071,992,547,409.91', -9_007_199_254_740_991n],
  ])('%j', (cell, amount_minor) => {
    expect(point(cell)).toBe(amount_minor);
  });

  test.each([
    ['1,50', /comma that separates no thousands.*decimal_separator/],
    ['1,5', /comma/],
    ['1,0000', /comma/],
    ['0,500', /comma/],
    ['00,500', /comma/],
    [',500', /comma/],
    ['1,000,00', /comma/],
    ['1000,000', /comma/],
    ['1,000,', /comma/],
    ['1.000,00', /comma/],
    ['12,34,567.00', /comma/],
    ['1,000 000', /comma/],
    ['1 000,000', /comma/],
    ['1.000.000', /no amount/],
    ['10 00', /no amount/],
    ['1 0000', /no amount/],
    ['0 500', /no amount/],
    ['1\u00A0000 000', /no amount/],
    ['1  000', /no amount/],
    ["1'000.00", /no amount/],
    ['5.', /no amount/],
    ['.', /no amount/],
    ['-', /no amount/],
    ['+', /no amount/],
    ['()', /no amount/],
    ['KES', /no amount/],
    ['- KES', /no amount/],
    ['abc', /no amount/],
    ['Amount', /no amount/],
    ['--5', /no amount/],
    ['-5-', /no amount/],
    ['(-5)', /no amount/],
    ['-(5)', /no amount/],
    ['((5))', /no amount/],
    ['(5', /no amount/],
    ['5)', /no amount/],
    ['5+', /no amount/],
    ['KES 5 KES', /no amount/],
    ['Ksh 5.00', /no amount/],
    ['KSHS 5.00', /no amount/],
    ['KE 5.00', /no amount/],
    ['$5.00', /no amount/],
    ['5.00 CR', /no amount/],
    ['=5.00', /no amount/],
    ['0x10', /no amount/],
    ['NaN', /no amount/],
    ['Infinity', /no amount/],
    ['٣', /no amount/],
    ['５', /no amount/],
    ['1\n2', /no amount/],
    ['1.05E+05', /rounded by a spreadsheet/],
    ['1E5', /rounded by a spreadsheet/],
    ['1.005', /more than two decimals/],
    ['0.001', /more than two decimals/],
    ['USD 5.00', /is in USD, the statement in KES/],
    ['5.00 ugx', /is in UGX, the statement in KES/],
    ['90071992547409.92', /too large/],
    ['9'.repeat(60), /too large/],
    ['1'.repeat(61), /too long/],
    [`${' '.repeat(100)}1`, /too long/],
  ])('%j is refused', (cell, message) => {
    expect(point(cell)).toEqual(expect.stringMatching(message));
  });
});

describe('with a decimal comma', () => {
  test.each<[string, bigint]>([
    ['1,5', 150n],
    ['1,50', 150n],
    [',50', 50n],
    ['0,500', 50n],
    ['1.053,00', 105300n],
    ['1.000', 100000n],
    ['12.345.678,90', 1234567890n],
    ['12 345 678,90', 1234567890n],
    ['12\u00A0345,90', 1234590n],
    ['12\u202F345,90', 1234590n],
    ['12\u2009345,90', 1234590n],
    ['-1.053,00', -105300n],
    ['(1.053,00)', -105300n],
    ['1.053,00\u2212', -105300n],
    ['KES 1.053,00', 105300n],
    ['1 053,00 KES', 105300n],
    ['100', 10000n],
  ])('%j', (cell, amount_minor) => {
    expect(comma(cell)).toBe(amount_minor);
  });

  test.each(['1.50', '1,053.00', '1,000,000', '0.500', '1.0000', '5,', '1,005'])('%j is refused', (cell) => {
    expect(typeof comma(cell)).toBe('string');
  });
});

describe('in minor units', () => {
  test.each<[string, bigint]>([
    ['105', 105n],
    ['105.00', 105n],
    ['1,053', 1053n],
    ['-1 053', -1053n],
    ['KES 105', 105n],
    ['0', 0n],
    ['', 0n],
    ['9007199254740991', 9_007_199_254_740_991n],
  ])('%j', (cell, amount_minor) => {
    expect(minor(cell)).toBe(amount_minor);
  });

  test.each([
    ['105.5', /has decimals, though it is in minor units/],
    ['.5', /has decimals/],
    ['1,05', /comma/],
    ['9007199254740992', /too large/],
  ])('%j is refused', (cell, message) => {
    expect(minor(cell)).toEqual(expect.stringMatching(message));
  });
});

test('a message quotes no more than the beginning of a cell, on one line', () => {
  const message = point(`a\nb${'x'.repeat(5_000_000)}`);
  expect(message).toBe(`The amount "a b${'x'.repeat(37)}…" is too long.`);
});
