import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, fingerprint } from '../../core/fingerprint.ts';

/** The same value with every object's keys in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, turned(inner)]),
  );
}

test('the order of keys is irrelevant, at any depth', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(fingerprint('POST /payments', turned(value))).toBe(fingerprint('POST /payments', value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(fingerprint({ b: { d: 1, c: 2 }, a: [{ y: 1, x: 2 }] })).toBe(
    fingerprint({ a: [{ x: 2, y: 1 }], b: { c: 2, d: 1 } }),
  );
});

test('different requests have different fingerprints', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(fingerprint(a) === fingerprint(b)).toBe(canonicalJson(a) === canonicalJson(b));
    }),
  );
  const requests = [
    ['POST /payments', { amount_minor: 100n }],
    ['POST /payments', { amount_minor: 101n }],
    ['POST /payments', { amount_minor: 100n, split: null }],
    ['POST /payments', JSON.parse('{"amount_minor":100,"__proto__":{"split":null}}')],
    ['POST /refunds', { amount_minor: 100n }],
    ['POST /payments', [{ amount_minor: 100n }]],
    ['POST /payments', { amount_minor: 100n }, 'pay_1'],
    ['POST /payments'],
    [],
    ['POST', '/payments'],
    ['POST,/payments'],
  ];
  expect(new Set(requests.map((parts) => fingerprint(...parts))).size).toBe(requests.length);
});

test('the order of a list matters', () => {
  expect(fingerprint(['a', 'b'])).not.toBe(fingerprint(['b', 'a']));
});

test('a field left out is as good as undefined, and not as null', () => {
  expect(fingerprint({ a: 1, b: undefined })).toBe(fingerprint({ a: 1 }));
  expect(fingerprint({ a: 1, b: null })).not.toBe(fingerprint({ a: 1 }));
});

test('amounts beyond 2^53 are told apart', () => {
  expect(fingerprint({ amount_minor: 2n ** 53n })).not.toBe(fingerprint({ amount_minor: 2n ** 53n + 1n }));
});

test('is the SHA-256 of a text that never changes, because it is stored', () => {
  const text = '["POST /payments",{"a":1,"b":[2,{"c":null,"d":true}]}]';
  expect(fingerprint('POST /payments', { b: [2, { d: true, c: null }], a: 1n })).toBe(
    createHash('sha256').update(text).digest('hex'),
  );
});
