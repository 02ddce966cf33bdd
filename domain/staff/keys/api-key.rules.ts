/** The parts of the API that a key with scopes may use. Pure. */

/** `read` allows all reads; each other scope allows reads and writes of its part of the API. */
export const KEY_SCOPES = [
  'read',
  'payments',
  'ledger',
  'customers',
  'sacco',
  'reconciliation',
  'payouts',
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Parts of the API that a key may change only where its scopes name them, also one without scopes. */
const BY_NAME: ReadonlySet<KeyScope> = new Set(['payouts']);

/** First segment below /api/v1/, or the first two → the scopes of which one is needed. All others require a key without scopes. */
const RESOURCES: Partial<Record<string, KeyScope | readonly KeyScope[]>> = {
  payments: 'payments',
  refunds: 'payments',
  'payment-links': 'payments',
  'paybill-confirmations': 'payments',
  sandbox: 'payments',
  'sandbox/outbox': 'sacco',
  // Documents of customers, and photos and forms of members.
  files: ['customers', 'sacco'],
  payouts: 'payouts',
  ledger: 'ledger',
  accounting: 'ledger',
  customers: 'customers',
  kyc: 'customers',
  'wallet-transfers': 'customers',
  'wallet-topups': 'customers',
  sacco: 'sacco',
  approvals: 'sacco',
  notifications: 'sacco',
  reconciliation: 'reconciliation',
};

/** @param path of the route @param scopes of the key; null: all */
export function isWithinScopes(scopes: readonly KeyScope[] | null, method: string, path: string): boolean {
  if (method === 'GET' && (scopes === null || scopes.includes('read'))) return true;
  const needed = scopesOf(path);
  if (scopes === null) return !needed.some((scope) => BY_NAME.has(scope));
  return needed.some((scope) => scopes.includes(scope));
}

function scopesOf(path: string): readonly KeyScope[] {
  const [, first = '', second = ''] = /^\/api\/v1\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? [];
  const name = [`${first}/${second}`, first].find((each) => Object.hasOwn(RESOURCES, each));
  return [(name === undefined ? undefined : RESOURCES[name]) ?? []].flat();
}
