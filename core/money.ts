/**
 * Inside the service, money is always a bigint in minor units (hundredths). This file converts decimal text to minor units and
 * back, without floats: a JSON number is read from its decimal text.
 */

/** Largest amount of one movement, in minor units: the largest integer that every JSON parser reads exactly (2^53 - 1). */
export const MAX_AMOUNT_MINOR = 9_007_199_254_740_991n;

interface CurrencyFacts {
  /** ISO 4217 numeric code. */
  numeric: number;
  /** Payments must be whole amounts. */
  whole_only: boolean;
  /** Country whose local phone format is assumed, ISO 3166 alpha-2; null where several countries use the currency. */
  country: string | null;
}

export const CURRENCIES = {
  ETB: { numeric: 230, whole_only: false, country: 'ET' },
  KES: { numeric: 404, whole_only: false, country: 'KE' },
  TZS: { numeric: 834, whole_only: false, country: 'TZ' },
  UGX: { numeric: 800, whole_only: true, country: 'UG' },
  RWF: { numeric: 646, whole_only: true, country: 'RW' },
  NGN: { numeric: 566, whole_only: false, country: 'NG' },
  GHS: { numeric: 936, whole_only: false, country: 'GH' },
  ZAR: { numeric: 710, whole_only: false, country: 'ZA' },
  EGP: { numeric: 818, whole_only: false, country: 'EG' },
  XOF: { numeric: 952, whole_only: true, country: 'SN' },
  XAF: { numeric: 950, whole_only: true, country: 'CM' },
  ZMW: { numeric: 967, whole_only: false, country: 'ZM' },
  MWK: { numeric: 454, whole_only: false, country: 'MW' },
  MZN: { numeric: 943, whole_only: false, country: 'MZ' },
  CDF: { numeric: 976, whole_only: false, country: 'CD' },
  USD: { numeric: 840, whole_only: false, country: 'US' },
  EUR: { numeric: 978, whole_only: false, country: null },
  GBP: { numeric: 826, whole_only: false, country: 'GB' },
} as const satisfies Record<string, CurrencyFacts>;

export type Currency = keyof typeof CURRENCIES;
export const CURRENCY_CODES = Object.keys(CURRENCIES) as Currency[];

export function isCurrency(code: string): code is Currency {
  return Object.hasOwn(CURRENCIES, code);
}

export type AmountProblem = 'not_decimal' | 'too_many_decimals' | 'not_positive' | 'too_large';

/**
 * Reads plain decimal text ("150", "150.5", "150.00") into minor units.
 * @returns the minor units, or the problem with the text
 */
export function parseDecimal(text: string): bigint | AmountProblem {
  const match = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text);
  if (!match) return 'not_decimal';
  const [, sign, whole = '0', fraction = ''] = match;
  if (/[^0]/.test(fraction.slice(2))) return 'too_many_decimals';
  const minor = BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'));
  return checkAmount(sign ? -minor : minor);
}

/** @returns the amount itself if one movement may have it, otherwise the problem with it */
export function checkAmount(amount_minor: bigint): bigint | AmountProblem {
  if (amount_minor <= 0n) return 'not_positive';
  if (amount_minor > MAX_AMOUNT_MINOR) return 'too_large';
  return amount_minor;
}

/** Minor units as decimal text with two decimals: 15000n → "150.00". */
export function formatMinor(amount_minor: bigint): string {
  const sign = amount_minor < 0n ? '-' : '';
  const digits = (amount_minor < 0n ? -amount_minor : amount_minor).toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const THOUSANDS = new Intl.NumberFormat('en-US');

/** The same with grouped thousands, for people: 123456789n → "1,234,567.89". */
export function groupMinor(amount_minor: bigint): string {
  const sign = amount_minor < 0n ? '-' : '';
  const amount = amount_minor < 0n ? -amount_minor : amount_minor;
  return `${sign}${THOUSANDS.format(amount / 100n)}.${(amount % 100n).toString().padStart(2, '0')}`;
}

/** An amount in a sentence: 8000000n, KES → "80,000.00 KES". */
export function formatMoney(amount_minor: bigint, currency: Currency): string {
  return `${groupMinor(amount_minor)} ${currency}`;
}

/** A money field as decimal text and as minor units: `money('fee', 150n)` → `{ fee: "1.50", fee_minor: 150n }`. */
export function money<Name extends string>(
  name: Name,
  amount_minor: bigint,
): Record<Name, string> & Record<`${Name}_minor`, bigint> {
  return { [name]: formatMinor(amount_minor), [`${name}_minor`]: amount_minor } as Record<Name, string> &
    Record<`${Name}_minor`, bigint>;
}

/** The same for an amount that may be missing: both fields are null then. */
export function moneyOrNull<Name extends string>(
  name: Name,
  amount_minor: bigint | null,
): Record<Name, string | null> & Record<`${Name}_minor`, bigint | null> {
  const text = amount_minor === null ? null : formatMinor(amount_minor);
  return { [name]: text, [`${name}_minor`]: amount_minor } as Record<Name, string | null> &
    Record<`${Name}_minor`, bigint | null>;
}

/** True when the amount has a fraction and payments in the currency must be whole amounts. */
export function hasForbiddenFraction(amount_minor: bigint, currency: Currency): boolean {
  return CURRENCIES[currency].whole_only && amount_minor % 100n !== 0n;
}
