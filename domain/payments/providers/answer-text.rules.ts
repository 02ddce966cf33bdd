/** Reads texts of providers' answers. Pure. */
import { parseDecimal } from '../../../core/money.ts';

/** Longest message of a provider that is stored, in characters. */
const MAX_MESSAGE = 300;

/** Non-empty text, trimmed; numbers of answers are text already. PostgreSQL stores no NUL, so each is replaced by a visible character. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().replaceAll('\0', '\uFFFD') : null;
}

/** A message from outside, fit to be stored and shown. */
export function sanitize(message: string): string {
  return message.replace(/[\p{Cc}\p{Surrogate}]/gu, ' ').slice(0, MAX_MESSAGE);
}

/** "1.00" → 100n, in minor units. @returns null when it cannot be read exactly */
export function amountOf(value: unknown): bigint | null {
  const amount_minor = parseDecimal(textOf(value) ?? '');
  return typeof amount_minor === 'bigint' ? amount_minor : null;
}

/** The value under a name that comes from outside, which may also be the name of something that every object has. */
export function lookUp<Value>(values: Record<string, Value>, name: string): Value | null {
  return Object.hasOwn(values, name) ? (values[name] as Value) : null;
}

/** The address of a page to which the payer can be sent; null where it is none. */
export function pageUrl(value: unknown): string | null {
  const url = textOf(value);
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
}
