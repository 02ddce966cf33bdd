/** Fingerprints: what makes two requests under one idempotency key "the same request". */
import { createHash } from 'node:crypto';

/** SHA-256 (hex) of the canonical form: object keys sorted, undefined dropped, bigints as numbers. */
export function fingerprint(...parts: unknown[]): string {
  return createHash('sha256').update(canonicalJson(parts)).digest('hex');
}

/** JSON with sorted keys, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inKeyOrder(value));
}

/** The same value as plain JSON has it, its members in order. A replacer would be asked again for each of them. */
function inKeyOrder(value: unknown): unknown {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (value === null || typeof value !== 'object') return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return inKeyOrder(value.toJSON());
  if (Array.isArray(value)) return value.map(inKeyOrder);
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, inKeyOrder((value as Record<string, unknown>)[key])]));
}
