import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Currency } from '../../core/money.ts';
import { maskPhone, nationalDigits, normalisePhone, normalisePhoneAmong } from '../../core/phone.ts';

const COUNTRIES: { currency: Currency; code: string; trunk: string; national: string[] }[] = [
  { currency: 'ETB', code: '251', trunk: '0', national: ['911234567', '711234567'] },
  { currency: 'KES', code: '254', trunk: '0', national: ['712345678', '110123456'] },
  { currency: 'UGX', code: '256', trunk: '0', national: ['772123456', '701123456'] },
  { currency: 'TZS', code: '255', trunk: '0', national: ['754123456', '621123456'] },
];
const NUMBERS = COUNTRIES.flatMap(({ national, ...country }) =>
  national.map((number) => ({ ...country, number, e164: `+${country.code}${number}` })),
);

describe.each(NUMBERS)('$e164 in $currency', ({ currency, code, trunk, number, e164 }) => {
  const [a, b, c] = [number.slice(0, 3), number.slice(3, 6), number.slice(6)];

  test.each([
    ['international', `+${code}${number}`],
    ['with spaces', `+${code} ${a} ${b} ${c}`],
    ['with the plus apart', `+ ${code} ${a} ${b}${c}`],
    ['with the trunk zero in brackets', `+${code} (0) ${a} ${b} ${c}`],
    ['without the plus, as mobile money writes it', `${code}${number}`],
    ['without the plus, with spaces', `${code} ${a} ${b} ${c}`],
    ['local', `${trunk}${number}`],
    ['local with hyphens', `${trunk}${a}-${b}-${c}`],
    ['local with dots', `${trunk}${a}.${b}.${c}`],
    ['local with brackets', `(${trunk}${a}) ${b} ${c}`],
    ['local with spaces around', `  ${trunk}${a} ${b} ${c} `],
    ['local without the zero', number],
    ['with the country in brackets', `(+${code}) ${a}-${b}-${c}`],
    ['local with slashes', `${trunk}${a}/${b}${c}`],
    ['as a link', `tel:+${code}${number}`],
    [
      'pasted from a contact, with direction marks and odd hyphens',
      `\u202a+${code} ${a}\u2011${b}\u2011${c}\u202c`,
    ],
    ['with non-breaking spaces', `${trunk}${a}\u00a0${b}\u00a0${c}`],
  ])('%s', (_spelling, text) => {
    expect(normalisePhone(text, currency)).toBe(e164);
  });
});

describe('whose number', () => {
  test('the plus decides, whatever the currency', () => {
    expect(normalisePhone('+254712345678', 'ETB')).toBe('+254712345678');
    expect(normalisePhone('+44 7911 123456', 'KES')).toBe('+447911123456');
  });

  test('a neighbour’s number without the plus is known by its country code', () => {
    expect(normalisePhone('254712345678', 'ETB')).toBe('+254712345678');
  });

  test('without a currency, or with one of many countries, a local spelling is nobody’s', () => {
    expect(normalisePhone('0712345678')).toBeNull();
    expect(normalisePhone('0712345678', 'EUR')).toBeNull();
    expect(normalisePhone('254712345678')).toBe('+254712345678');
    expect(normalisePhone('+254712345678', 'EUR')).toBe('+254712345678');
  });

  test('what comes out goes in unchanged', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...NUMBERS),
        fc.integer({ min: 0, max: 999_999 }),
        ({ e164, currency }, end) => {
          const phone = e164.slice(0, -6) + String(end).padStart(6, '0');
          expect(normalisePhone(phone, currency)).toBe(phone);
          expect(normalisePhone(phone)).toBe(phone);
          expect(normalisePhone(phone.slice(1), currency)).toBe(phone);
        },
      ),
    );
  });
});

describe('what could be read in two ways', () => {
  test.each<[string, Currency, string | null]>([
    // The prefix of international calls is no part of the number.
    ['002348031234567', 'NGN', '+2348031234567'],
    ['00254712345678', 'KES', '+254712345678'],
    ['0049 151 23456780', 'EUR', '+4915123456780'],
    // Long enough for a local number, but none.
    ['254712345678', 'NGN', '+254712345678'],
    ['251911234567', 'NGN', '+251911234567'],
    ['447400123456', 'NGN', '+447400123456'],
    // Too short, or nobody's country code.
    ['07123456', 'KES', null],
    ['97123456', 'XOF', null],
    // Digits of other scripts, which are not to be dropped in silence.
    ['+254७12345678', 'KES', null],
    ['+25471234५678', 'KES', null],
    ['+٢٥٤٧١٢٣٤٥٦٧٨', 'KES', '+254712345678'],
    ['٢٥٤٧١٢٣٤٥٦٧٨', 'ETB', '+254712345678'],
  ])('%s in %s', (text, currency, phone) => {
    expect(normalisePhone(text, currency)).toBe(phone);
  });
});

describe('nonsense', () => {
  test.each([
    '',
    ' ',
    '+',
    '0',
    '12',
    '07-12',
    'hello',
    'n/a',
    '1e10',
    '1-800-FLOWERS',
    'call 0712345678 now',
    '0712345678 ext 5',
    '0712 345 678 / 0722 345 678',
    '+254712345678;drop table payments',
    '07123456789012345',
    '99999999999',
    '+999123456789',
    // One zero before the national number is dropped, not two.
    '+25400712345678',
    '+490012345',
    '0'.repeat(41),
    `${' '.repeat(40)}0712345678`,
  ])('%j is no phone number', (text) => {
    expect(normalisePhone(text, 'KES')).toBeNull();
  });

  test('whatever is typed, the answer is null or in international form', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'0 1 2 3 4 5 6 7 8 9 + - ( )'.split(' '), ' '), maxLength: 20 }),
    );
    fc.assert(
      fc.property(
        typed,
        fc.constantFrom<(Currency | undefined)[]>('KES', 'ETB', 'EUR', undefined),
        (text, currency) => {
          const phone = normalisePhone(text, currency) ?? '+254712345678';
          expect(phone).toMatch(/^\+[1-9]\d{4,14}$/);
          expect(normalisePhone(phone)).toBe(phone);
        },
      ),
    );
  });
});

describe('in one of several countries', () => {
  const KENYAN = '+254712345678';

  test.each<[string, Currency[], string[]]>([
    ['0712345678', ['KES'], [KENYAN]],
    // A number of ten digits is also as long as an American one, but not one.
    ['0712345678', ['KES', 'USD'], [KENYAN]],
    ['0712345678', ['USD', 'KES'], [KENYAN]],
    ['0712345678', ['KES', 'TZS'], [KENYAN, '+255712345678']],
    ['0712345678', [], []],
    ['0712345678', ['EUR'], []],
    ['254712345678', ['KES', 'TZS'], [KENYAN]],
    ['+254 712 345678', ['ETB', 'TZS', 'UGX'], [KENYAN]],
    ['+254 712 345678', [], [KENYAN]],
    ['nonsense', ['KES', 'TZS'], []],
  ])('%s with %j', (text, currencies, numbers) => {
    expect(normalisePhoneAmong(text, currencies)).toEqual(numbers);
  });
});

test('the national digits are those after the country code', () => {
  for (const { e164, number } of NUMBERS) expect(nationalDigits(e164)).toBe(number);
});

test('a masked phone shows its last three digits only', () => {
  expect(maskPhone('+254712345678')).toBe('•••678');
});
