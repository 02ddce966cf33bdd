/** Fingerprints: what makes two requests under one idempotency key "the same request". */
import { createHash } from 'node:crypto';

/** SHA-256 (hex) of the canonical form: object keys sorted, undefined dropped, bigints as numbers. */
export function fingerprint(...parts: unknown[]): string {
  return createHash('sha256').update(canonicalJson(parts)).digest('hex');
}

/** JSON with sorted keys, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint')
      return Number.isSafeInteger(Number(inner)) ? Number(inner) : inner.toString();
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
