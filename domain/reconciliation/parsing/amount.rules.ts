/**
 * Reads the amounts of statements into minor units, without floats. Pure.
 *
 * An ambiguous separator is refused: a wrong guess would make an amount a thousand times larger or smaller.
 */
import { isCurrency, MAX_AMOUNT_MINOR, type Currency } from '../../../core/money.ts';
import { excerpt } from './excerpt.rules.ts';
import type { AmountUnit, DecimalSeparator } from './statement.rules.ts';

interface AmountFormat {
  currency: Currency;
  decimal_separator: DecimalSeparator;
  amount_unit: AmountUnit;
}

/** Minor units, 0 also for an empty cell; or the problem with the cell, as text. */
export type AmountOrProblem = bigint | string;
type ReadAmount = (cell: string) => AmountOrProblem;

/** Longer cells are no amounts, which also bounds the work of the expressions below. */
const MAX_LENGTH = 60;
const MINUS = new Set(['-', '\u2212']);

/** Space, no-break space, thin space, narrow no-break space. */
const SPACES = ' \u00A0\u2009\u202F';
/** Whichever of comma and point does not separate decimals may separate thousands. */
const NUMBERS: Record<DecimalSeparator, { plain: RegExp; grouped: RegExp }> = {
  '.': numbersWith('\\.', ','),
  ',': numbersWith(',', '.'),
};

/** Digits with or without decimals; and digits in groups of three, which do not begin with 0. */
function numbersWith(point: string, comma: string): { plain: RegExp; grouped: RegExp } {
  return {
    plain: new RegExp(`^(\\d*)(?:${point}(\\d+))?$`),
    grouped: new RegExp(`^([1-9]\\d{0,2}(?:([${comma}${SPACES}])\\d{3})(?:\\2\\d{3})*)(?:${point}(\\d+))?$`),
  };
}

export function amountReader({ currency, decimal_separator, amount_unit }: AmountFormat): ReadAmount {
  const { plain, grouped } = NUMBERS[decimal_separator];
  return (cell) => {
    if (cell === '') return 0n;
    if (cell.length > MAX_LENGTH) return `The amount ${excerpt(cell)} is too long.`;
    const { negative, number, code } = unwrap(cell.trim());
    if (number === '') return cell.trim() === '' ? 0n : unreadable(cell);
    if (code !== null && code !== currency)
      return isCurrency(code)
        ? `The amount ${excerpt(cell)} is in ${code}, the statement in ${currency}.`
        : unreadable(cell);
    const found = digitsOf(number, plain, grouped);
    if (!found) return whyUnreadable(cell, number, decimal_separator);
    const decimals = amount_unit === 'major' ? 2 : 0;
    if (/[1-9]/.test(found.fraction.slice(decimals)))
      return decimals === 0
        ? `The amount ${excerpt(cell)} has decimals, though it is in minor units.`
        : `The amount ${excerpt(cell)} has more than two decimals.`;
    const amount_minor = BigInt(found.whole + found.fraction.slice(0, decimals).padEnd(decimals, '0'));
    if (amount_minor > MAX_AMOUNT_MINOR) return `The amount ${excerpt(cell)} is too large.`;
    return negative ? -amount_minor : amount_minor;
  };
}

interface Unwrapped {
  negative: boolean;
  number: string;
  /** In capitals; null where there is none. */
  code: string | null;
}

/** Removes one sign and one currency code around the number, in any order. */
function unwrap(text: string): Unwrapped {
  let sign: '+' | '-' | null = null;
  let code: string | null = null;
  let number = text;
  for (;;) {
    const first = number.slice(0, 1);
    const last = number.slice(-1);
    const letters: string | null = code === null ? codeAt(number) : null;
    if (sign === null && first === '(' && last === ')') [sign, number] = ['-', number.slice(1, -1)];
    else if (sign === null && (first === '+' || MINUS.has(first)))
      [sign, number] = [first === '+' ? '+' : '-', number.slice(1)];
    else if (sign === null && MINUS.has(last)) [sign, number] = ['-', number.slice(0, -1)];
    else if (letters !== null) {
      code = letters.toUpperCase();
      number = number.startsWith(letters) ? number.slice(3) : number.slice(0, -3);
    } else return { negative: sign === '-', number, code };
    number = number.trim();
  }
}

/** Three letters at either end. */
function codeAt(number: string): string | null {
  return /^[A-Za-z]{3}(?![A-Za-z])|(?<![A-Za-z])[A-Za-z]{3}$/.exec(number)?.[0] ?? null;
}

function digitsOf(
  number: string,
  plain: RegExp,
  grouped: RegExp,
): { whole: string; fraction: string } | null {
  const simple = plain.exec(number);
  // ".50" is a number, "." is none.
  if (simple) return { whole: simple[1] ?? '', fraction: simple[2] ?? '' };
  const [, groups, separator, fraction = ''] = grouped.exec(number) ?? [];
  if (groups === undefined || separator === undefined) return null;
  return { whole: groups.replaceAll(separator, ''), fraction };
}

function whyUnreadable(cell: string, number: string, decimal_separator: DecimalSeparator): string {
  if (decimal_separator === '.' && /^[\d., \u00A0\u2009\u202F]+$/.test(number) && number.includes(','))
    return `The amount ${excerpt(cell)} has a comma that separates no thousands. Where it is a decimal comma, set decimal_separator to ",".`;
  if (/^\d(?:[.,]\d+)?E[+-]?\d+$/i.test(number))
    return `The amount ${excerpt(cell)} was rounded by a spreadsheet. Take the statement as the provider wrote it.`;
  return unreadable(cell);
}

function unreadable(cell: string): string {
  return `${excerpt(cell)} is no amount.`;
}
