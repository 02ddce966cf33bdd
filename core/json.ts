/**
 * JSON with exact numbers. bigints and `ExactNumber`s are written digit by digit, also beyond 2^53, where a JavaScript
 * number would silently be rounded; numbers from other systems are read as text.
 */
import { randomBytes } from 'node:crypto';
import { parse } from 'lossless-json';
import { formatMinor } from './money.ts';

// Unguessable, so that no text from outside is mistaken for a number.
const MARK = `#${randomBytes(8).toString('hex')}:`;
const MARKED = new RegExp(`"${MARK}(-?[0-9.]+)"`, 'g');

/** Minor units that are written as a JSON number of major units: 15050n → 150.5. */
export class ExactNumber {
  readonly amount_minor: bigint;

  constructor(amount_minor: bigint) {
    this.amount_minor = amount_minor;
  }

  toJSON(): unknown {
    const text = formatMinor(this.amount_minor).replace(/\.00$|0$/, '');
    const number = Number(text);
    return Math.abs(number) < 2 ** 43 ? number : MARK + text;
  }
}

export function toJson(value: unknown): string {
  let marked = false;
  const text = JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') {
      if (inner >= BigInt(Number.MIN_SAFE_INTEGER) && inner <= BigInt(Number.MAX_SAFE_INTEGER))
        return Number(inner);
      marked = true;
      return MARK + inner.toString();
    }
    if (typeof inner === 'string' && inner.startsWith(MARK)) marked = true;
    return inner;
  });
  return marked ? text.replace(MARKED, '$1') : text;
}

/** The object as JSON, with one more field at its end, whose value is already JSON. */
export function toJsonWith(object: object, field: string, json: string): string {
  const text = toJson(object);
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(field)}:${json}}`;
}

/** Reads JSON that `toJson` wrote, in which all numbers are integers: those beyond 2^53 become bigints. */
export function readIntegerJson(text: string): unknown {
  return parse(text, undefined, {
    parseNumber: (digits) => (Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits)),
  });
}

/** @returns the object with every number as text, or null if the text is not a JSON object */
export function readJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value = parse(text, undefined, { parseNumber: (digits) => digits });
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
