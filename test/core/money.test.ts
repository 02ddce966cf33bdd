import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactNumber, toJson } from '../../core/json.ts';
import {
  checkAmount,
  CURRENCIES,
  CURRENCY_CODES,
  formatMinor,
  formatMoney,
  hasForbiddenFraction,
  isCurrency,
  MAX_AMOUNT_MINOR,
  money,
  parseDecimal,
} from '../../core/money.ts';

const amounts = fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR });

describe('decimal text', () => {
  test('every amount survives the way to text and back', () => {
    fc.assert(
      fc.property(amounts, (amount_minor) => {
        expect(parseDecimal(formatMinor(amount_minor))).toBe(amount_minor);
      }),
    );
  });

  test('every text with two decimals is written back as it was', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR / 100n - 1n }),
        fc.integer({ min: 0, max: 99 }),
        (whole, cents) => {
          const text = `${whole}.${String(cents).padStart(2, '0')}`;
          const minor = parseDecimal(text);
          expect(minor).toBe(whole * 100n + BigInt(cents));
          expect(formatMinor(minor as bigint)).toBe(text);
        },
      ),
    );
  });

  test('formatting holds at any size and for negative balances', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 100n), max: 2n ** 100n }), (amount_minor) => {
        const text = formatMinor(amount_minor);
        expect(text).toMatch(/^-?\d+\.\d{2}$/);
        expect(BigInt(text.replace('.', ''))).toBe(amount_minor);
      }),
    );
    expect([0n, 1n, -1n, 99n, -100n, 15_000n].map(formatMinor)).toEqual([
      '0.00',
      '0.01',
      '-0.01',
      '0.99',
      '-1.00',
      '150.00',
    ]);
  });

  test('in sentences thousands are grouped, and the currency is named', () => {
    const shown: [bigint, string][] = [
      [0n, '0.00 KES'],
      [99_999n, '999.99 KES'],
      [100_000n, '1,000.00 KES'],
      [-100_000n, '-1,000.00 KES'],
      [8_000_000n, '80,000.00 KES'],
      [123_456_789n, '1,234,567.89 KES'],
      [MAX_AMOUNT_MINOR, '90,071,992,547,409.91 KES'],
    ];
    for (const [amount_minor, text] of shown) expect(formatMoney(amount_minor, 'KES')).toBe(text);
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 100n), max: 2n ** 100n }), (amount_minor) => {
        const text = formatMoney(amount_minor, 'UGX');
        expect(text).toMatch(/^-?\d{1,3}(,\d{3})*\.\d{2} UGX$/);
        expect(text.replaceAll(',', '')).toBe(`${formatMinor(amount_minor)} UGX`);
      }),
    );
  });

  test.each([
    ['150', 15_000n],
    ['150.5', 15_050n],
    ['150.50', 15_050n],
    ['150.500', 15_050n],
    ['0.01', 1n],
    ['00150.00', 15_000n],
    ['90071992547409.91', MAX_AMOUNT_MINOR],
  ])('%s is read', (text, minor) => {
    expect(parseDecimal(text)).toBe(minor);
  });

  test.each([
    ['1e3', 'not_decimal'],
    ['1E3', 'not_decimal'],
    ['1.5e1', 'not_decimal'],
    ['', 'not_decimal'],
    [' 1', 'not_decimal'],
    ['1 ', 'not_decimal'],
    ['1\n', 'not_decimal'],
    ['1,50', 'not_decimal'],
    ['1.', 'not_decimal'],
    ['.5', 'not_decimal'],
    ['+1', 'not_decimal'],
    ['0x10', 'not_decimal'],
    ['1_000', 'not_decimal'],
    ['NaN', 'not_decimal'],
    ['Infinity', 'not_decimal'],
    ['١٥٠', 'not_decimal'],
    ['1'.repeat(31), 'not_decimal'],
    ['1.005', 'too_many_decimals'],
    ['0.001', 'too_many_decimals'],
    ['1.0000000001', 'too_many_decimals'],
    ['0', 'not_positive'],
    ['0.00', 'not_positive'],
    ['-0', 'not_positive'],
    ['-1.00', 'not_positive'],
    ['90071992547409.92', 'too_large'],
    ['9'.repeat(30), 'too_large'],
  ])('%j is refused as %s', (text, problem) => {
    expect(parseDecimal(text)).toBe(problem);
  });

  test('no text at all becomes an amount that may not be one', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('0', '1', '9', '.', '-', 'e'), maxLength: 24 }),
      fc.double().map(String),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const read = parseDecimal(text);
        const fits =
          typeof read === 'bigint' ? read > 0n && read <= MAX_AMOUNT_MINOR : /^(not_|too_)/.test(read);
        expect([text, read, fits]).toEqual([text, read, true]);
      }),
    );
  });

  test('an amount lies between one minor unit and 2^53 - 1 of them', () => {
    expect(checkAmount(1n)).toBe(1n);
    expect(checkAmount(0n)).toBe('not_positive');
    expect(checkAmount(-1n)).toBe('not_positive');
    expect(MAX_AMOUNT_MINOR).toBe(BigInt(Number.MAX_SAFE_INTEGER));
    expect(checkAmount(MAX_AMOUNT_MINOR)).toBe(MAX_AMOUNT_MINOR);
    expect(checkAmount(MAX_AMOUNT_MINOR + 1n)).toBe('too_large');
  });
});

test('a response field comes with its integer twin', () => {
  expect(money('fee', 150n)).toEqual({ fee: '1.50', fee_minor: 150n });
  expect(toJson(money('balance', -7n))).toBe('{"balance":"-0.07","balance_minor":-7}');
});

describe('currencies', () => {
  test('the zero-decimal ones refuse fractions, the others do not', () => {
    const whole_only = CURRENCY_CODES.filter((code) => hasForbiddenFraction(150n, code));
    expect(whole_only.toSorted()).toEqual(['RWF', 'UGX', 'XAF', 'XOF']);
    expect(CURRENCY_CODES.filter((code) => hasForbiddenFraction(100n, code))).toEqual([]);
  });

  test('numeric codes are distinct and fit their place in a ledger number', () => {
    const numbers = CURRENCY_CODES.map((code) => CURRENCIES[code].numeric);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.every((number) => number > 0 && number < 1000)).toBe(true);
  });

  test('names that every object has are no currencies', () => {
    expect(isCurrency('KES')).toBe(true);
    expect(['kes', 'toString', '__proto__', 'constructor', ''].filter(isCurrency)).toEqual([]);
  });
});

describe('exact JSON', () => {
  test('bigints are written digit by digit at any size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }), (value) => {
        expect(toJson({ value, list: [value] })).toBe(`{"value":${value},"list":[${value}]}`);
      }),
    );
  });

  test('minor units are written as exact major units, also beyond 2^53', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          amounts,
          fc.bigInt({ min: MAX_AMOUNT_MINOR - 1000n, max: MAX_AMOUNT_MINOR }),
          fc.bigInt({ min: 0n, max: 2n ** 80n }),
        ),
        (amount_minor) => {
          const text = toJson(new ExactNumber(amount_minor));
          const [whole, fraction = ''] = text.split('.') as [string, string?];
          expect(BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))).toBe(amount_minor);
          expect(text).toMatch(/^\d+(\.\d?[1-9])?$/);
        },
      ),
    );
  });

  test.each([
    [15_050n, '150.5'],
    [15_000n, '150'],
    [100_000n, '1000'],
    [1n, '0.01'],
    [0n, '0'],
    [-250n, '-2.5'],
    [MAX_AMOUNT_MINOR, '90071992547409.91'],
    [MAX_AMOUNT_MINOR - 91n, '90071992547409'],
    [MAX_AMOUNT_MINOR * 100n, '9007199254740991'],
    [MAX_AMOUNT_MINOR * 1_000n + 1n, '90071992547409910.01'],
  ])('%d minor units are the JSON number %s', (amount_minor, text) => {
    expect(toJson({ amount: new ExactNumber(amount_minor) })).toBe(`{"amount":${text}}`);
  });

  test('text cannot pose as a number, not even next to one', () => {
    const huge = 2n ** 70n;
    fc.assert(
      fc.property(fc.string(), fc.stringMatching(/^[0-9a-f]{16}$/), (free, hex) => {
        const texts = [free, `#${hex}:5`, `"#${hex}:5"`, `#:${free}`, '90071992547409.93'];
        const json = toJson({ huge, texts, [`#${hex}:5`]: 'as a key' });
        expect(json.startsWith(`{"huge":${huge},`)).toBe(true);
        expect(JSON.parse(json)).toEqual({ huge: Number(huge), texts, [`#${hex}:5`]: 'as a key' });
      }),
    );
  });

  test('everything else is written as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(toJson(value)).toBe(JSON.stringify(value));
      }),
    );
    expect(toJson({ at: new Date(0), gone: undefined })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  });
});
