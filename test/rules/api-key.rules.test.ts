/** What narrows an API key. */
import { describe, expect, test } from 'vitest';
import { ROUTES } from '../../api/routes.ts';
import { isAddressOrRange, isAllowedAddress } from '../../core/ip-addresses.ts';
import { apiKeys } from '../../domain/staff/index.ts';

const OF_KEYS = ROUTES.filter(({ access }) => access.kind === 'scoped');
/** Their events tell of everything. */
const WHOLE = /^\/api\/v1\/webhook-(endpoints|deliveries)/;

/** They send money. */
const BY_NAME = /^\/api\/v1\/payouts/;
/** Files belong to customers, and to members. */
const OF_TWO = /^\/api\/v1\/files/;

describe('scopes', () => {
  test('every route that takes a key belongs to one, or needs a key without scopes', () => {
    const parts = apiKeys.SCOPES.filter((scope) => scope !== 'read');
    for (const { method, path } of OF_KEYS) {
      const of = parts.filter((scope) => apiKeys.isWithinScopes([scope], method, path));
      expect(of.length, path).toBe(WHOLE.test(path) ? 0 : OF_TWO.test(path) ? 2 : 1);
      expect(apiKeys.isWithinScopes(null, method, path)).toBe(method === 'GET' || !BY_NAME.test(path));
      expect(apiKeys.isWithinScopes([], method, path)).toBe(false);
      expect(apiKeys.isWithinScopes(['read'], method, path), path).toBe(method === 'GET');
      expect(apiKeys.isWithinScopes([...parts], method, path), path).toBe(!WHOLE.test(path));
    }
  });
});

test('who may read what members are told, and upload what belongs to customers and members', () => {
  const outbox = '/api/v1/sandbox/outbox';
  expect(apiKeys.isWithinScopes(['payments'], 'GET', outbox)).toBe(false);
  expect(apiKeys.isWithinScopes(['sacco'], 'GET', outbox)).toBe(true);
  for (const scope of ['customers', 'sacco'] as const)
    expect(apiKeys.isWithinScopes([scope], 'POST', '/api/v1/files')).toBe(true);
  expect(apiKeys.isWithinScopes(['payments', 'ledger'], 'POST', '/api/v1/files')).toBe(false);
});

describe('addresses', () => {
  test.each([
    ['192.0.2.7', ['192.0.2.7'], true],
    ['192.0.2.8', ['192.0.2.7'], false],
    ['192.0.2.255', ['198.51.100.1', '192.0.2.0/24'], true],
    ['192.0.3.0', ['192.0.2.0/24'], false],
    ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['2001:db8::1', ['0.0.0.0/0'], false],
    ['', ['0.0.0.0/0', '::/0'], false],
    ['anything', null, true],
  ])('%s from %j: %s', (address, allowed, expected) => {
    expect(isAllowedAddress(allowed, address)).toBe(expected);
  });

  test.each(['192.0.2.7', '192.0.2.0/24', '2001:db8::1', '2001:db8::/32', '::ffff:192.0.2.7'])(
    '%s is one',
    (text) => {
      expect(isAddressOrRange(text)).toBe(true);
    },
  );

  test.each([
    '192.0.2.0/33',
    'example.org',
    '',
    '2001:db8::/129',
    '*',
    // Parts left out, and what some read as octal or hexadecimal.
    '192.0.2',
    '192.168/16',
    '3232235777',
    '192.0.2.010',
    '0xc0.0.2.7',
    '192.0.2.0/0x18',
    '192.0.2.0/24/24',
    '::ffff:192.0.2.0/104',
    'fe80::1%eth0',
  ])('%s is none', (text) => {
    expect(isAddressOrRange(text)).toBe(false);
  });
});
