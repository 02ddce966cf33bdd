/** Which part of the API a key with scopes may use. Pure. */

/** `read` looks at everything and changes nothing; each other one reads and writes its part of the API. */
export const KEY_SCOPES = ['read', 'payments', 'ledger', 'customers', 'sacco', 'reconciliation'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The resources of each scope, as they begin below /api/v1/. What none names needs a key without scopes. */
const RESOURCES: Partial<Record<string, KeyScope>> = {
  payments: 'payments',
  refunds: 'payments',
  'payment-links': 'payments',
  ledger: 'ledger',
  accounting: 'ledger',
  customers: 'customers',
  kyc: 'customers',
  'wallet-transfers': 'customers',
  'wallet-topups': 'customers',
  sacco: 'sacco',
  approvals: 'sacco',
  reconciliation: 'reconciliation',
};

/** @param path of the route @param scopes of the key; null: all */
export function isWithinScopes(scopes: readonly KeyScope[] | null, method: string, path: string): boolean {
  if (scopes === null || (method === 'GET' && scopes.includes('read'))) return true;
  const resource = /^\/api\/v1\/([^/]+)/.exec(path)?.[1] ?? '';
  const needed = Object.hasOwn(RESOURCES, resource) ? RESOURCES[resource] : undefined;
  return needed !== undefined && scopes.includes(needed);
}
