import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { newTotpSecret, stepOfCode, totpUrl } from '../../core/totp.ts';

const SECRET = Secret.fromUTF8('12345678901234567890').base32;

describe('codes', () => {
  // RFC 6238, appendix B, the last six digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %s s it is %s', (seconds, code) => {
    const at = (second: number) => stepOfCode(SECRET, code, new Date(second * 1_000));
    const step = Math.floor(seconds / 30);
    expect([at(seconds), at(seconds - 30), at(seconds + 30)]).toEqual([step, step, step]);
    expect([at(seconds + 60), at(seconds + 90)]).toEqual([null, null]);
  });

  test.each(['', '287083', '28708', '2870820', 'abcdef', '２８７０８２', ' 287082'])(
    '"%s" is none',
    (code) => {
      expect(stepOfCode(SECRET, code, new Date(59_000))).toBeNull();
    },
  );
});

test('secrets are new each time, and apps can read them', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(other).not.toBe(one);
  const url = new URL(totpUrl(one, 'almaz@example.org'));
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Ushirika:almaz@example.org',
  ]);
  expect(url.searchParams.get('secret')).toBe(one);
  expect(url.searchParams.get('issuer')).toBe('Ushirika');
});
