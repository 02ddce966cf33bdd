import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  equalInConstantTime,
  hashPassword,
  hashToken,
  newToken,
  keylessBox,
  RECOMMENDED_PASSWORD_COST,
  secretBox,
  setPasswordCost,
  verifyPassword,
} from '../../core/crypto.ts';

const KEY = Buffer.alloc(32, 3);
const box = secretBox(KEY);

describe('sealed secrets', () => {
  test('open to what was sealed, in their own place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, context) => {
        const sealed = box.seal(plain, context);
        expect(box.open(sealed, context)).toBe(plain);
        expect(secretBox(Buffer.from(KEY)).open(sealed, context)).toBe(plain);
      }),
    );
  });

  test('do not show what they hold, nor that two hold the same', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const [first, second] = [box.seal(secret, 'row'), box.seal(secret, 'row')];
    expect(first).not.toContain(secret);
    expect(Buffer.from(first.split('.')[3] ?? '', 'base64').toString('latin1')).not.toContain('whsec');
    expect(first).not.toBe(second);
  });

  test('do not open in another place', () => {
    const sealed = box.seal('secret', 'whe_1');
    for (const context of ['whe_2', '', 'whe_1 ', 'WHE_1'])
      expect(() => box.open(sealed, context)).toThrow(/authenticate/);
  });

  test('what is derived follows from context and key alone, and from both keys after a rotation', () => {
    const [digits = ''] = box.derive('callback:pay_1');
    expect(digits).toMatch(/^[0-9a-f]{64}$/);
    expect(secretBox(Buffer.from(KEY)).derive('callback:pay_1')).toEqual([digits]);
    expect(box.derive('callback:pay_2')).not.toEqual([digits]);
    const rotated = secretBox(Buffer.alloc(32, 4), KEY).derive('callback:pay_1');
    expect(rotated).toHaveLength(2);
    expect(rotated.indexOf(digits)).toBe(1);
    expect(() => keylessBox.derive('callback:pay_1')).toThrow(/ENCRYPTION_KEY/);
  });

  test('do not open with another key', () => {
    expect(() => secretBox(randomBytes(32)).open(box.seal('secret', 'a'), 'a')).toThrow(/authenticate/);
  });

  test('do not open once any bit of them was changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 3),
        fc.nat(),
        fc.integer({ min: 0, max: 7 }),
        (part, position, bit) => {
          const parts = box.seal('a secret of some length', 'row').split('.');
          const bytes = Buffer.from(parts[part] as string, 'base64');
          const at = position % bytes.length;
          bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
          const tampered = parts.with(part, bytes.toString('base64')).join('.');
          expect(() => box.open(tampered, 'row')).toThrow(/authenticate/);
        },
      ),
    );
  });

  test('do not open with parts of another or with a shortened tag', () => {
    const [, iv, tag, body] = box.seal('one', 'row').split('.') as [string, string, string, string];
    const other = box.seal('two', 'row').split('.')[3] as string;
    expect(() => box.open(['v1', iv, tag, other].join('.'), 'row')).toThrow(/authenticate/);
    expect(() => box.open(['v1', iv, tag, ''].join('.'), 'row')).toThrow(/authenticate/);
    for (const length of [0, 4, 8, 12, 15]) {
      const shortened = Buffer.from(tag, 'base64').subarray(0, length).toString('base64');
      expect(() => box.open(['v1', iv, shortened, body].join('.'), 'row')).toThrow(/authentication tag/);
    }
  });

  test('of an unknown version or shape do not open', () => {
    for (const text of ['', 'v1', 'v2.a.b.c', 'secret', 'v1...'])
      expect(() => box.open(text, 'row')).toThrow(/unknown version|Invalid/);
  });

  test('written before there was a key stay readable; those written with one need it', () => {
    const early = 'v0.with.dots v0. and v1.';
    expect(keylessBox.open(early, 'row')).toBe('with.dots v0. and v1.');
    expect(box.open(early, 'row')).toBe('with.dots v0. and v1.');
    expect(() => keylessBox.open(box.seal('secret', 'row'), 'row')).toThrow(/ENCRYPTION_KEY/);
  });

  test('are not stored without a key', () => {
    expect(() => keylessBox.seal('secret', 'row')).toThrow(/ENCRYPTION_KEY/);
    expect(() => keylessBox.reseal('v0.secret', 'row')).toThrow(/ENCRYPTION_KEY/);
  });

  test('of the key before are opened, and sealed anew once', () => {
    const next = secretBox(randomBytes(32), KEY);
    const sealed = box.seal('secret', 'row');
    expect(next.open(sealed, 'row')).toBe('secret');
    for (const old of [sealed, 'v0.secret']) {
      const anew = next.reseal(old, 'row') ?? '';
      expect(next.open(anew, 'row')).toBe('secret');
      expect(() => box.open(anew, 'row')).toThrow(/authenticate/);
      expect(next.reseal(anew, 'row')).toBeNull();
    }
    expect(() => next.open(sealed, 'other')).toThrow(/authenticate/);
    expect(() => next.reseal(secretBox(randomBytes(32)).seal('x', 'row'), 'row')).toThrow(/authenticate/);
  });
});

describe('passwords', () => {
  const password = 'caf\u00e9 na maziwa';
  let stored: string;
  beforeEach(() => setPasswordCost(RECOMMENDED_PASSWORD_COST));
  beforeAll(async () => {
    setPasswordCost(RECOMMENDED_PASSWORD_COST);
    stored = await hashPassword(password);
  });

  test('only the right one fits, whichever way an accent was typed', async () => {
    // At whatever cost: a stored hash names its own.
    setPasswordCost({ N: 2, r: 1, p: 1 });
    const quick = await hashPassword(password);
    const tries = [password, 'cafe\u0301 na maziwa', 'Caf\u00e9 na maziwa', `${password} `, ''];
    expect(await Promise.all(tries.map((each) => verifyPassword(each, quick)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('are stored salted, with the cost that OWASP recommends', async () => {
    expect(stored).toMatch(/^scrypt\$32768\$8\$3\$[\w+/]{22}==\$[\w+/]{43}=$/);
    expect(stored).not.toContain('maziwa');
    expect(await hashPassword(password)).not.toBe(stored);
  });

  test('of an unknown user are refused after the same work', async () => {
    // In work done by this process: what else the machine does at the same time is not counted.
    const workOf = async (hash: string | undefined): Promise<number> => {
      const before = process.cpuUsage();
      expect(await verifyPassword('wrong', hash)).toBe(false);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const known = await workOf(stored);
    const unknown = await workOf(undefined);
    // The derivation is the only costly step; skipping it would be a thousand times faster.
    expect(unknown).toBeGreaterThan(known / 10);
  });

  test('are not accepted against a broken hash', async () => {
    const [scheme, N, r, p, salt] = stored.split('$');
    expect(await verifyPassword(password, [scheme, N, r, p, salt, ''].join('$'))).toBe(false);
  });
});

describe('tokens', () => {
  test('carry their prefix and 256 random bits', () => {
    const tokens = Array.from({ length: 100 }, () => newToken('ush_test_'));
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) expect(token).toMatch(/^ush_test_[\w-]{43}$/);
  });

  test('are stored as their SHA-256', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hashToken('abd')).not.toBe(hashToken('abc'));
  });

  test('are compared by content, whatever their length', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(equalInConstantTime(a, b)).toBe(a === b);
        expect(equalInConstantTime(a, a)).toBe(true);
      }),
    );
  });
});
