/**
 * Idempotency keys, one space per project and environment for all operations. A key is claimed in the transaction that
 * creates what it stands for, so either both exist or neither does.
 */
import { fingerprint } from '../core/fingerprint.ts';
import { refusal } from '../core/errors.ts';
import type { Scope } from '../core/scope.ts';
import type { Queryable } from '../db/connection.ts';

/** Keys with these prefixes belong to the service itself. */
const RESERVED_PREFIXES = ['payment:', 'entrance:', 'loan:', 'dividend:'];

export interface KeyUse {
  key: string;
  /** Operation, subject and body: what makes a repeat "the same request". */
  request: unknown[];
}

export interface IdempotencyRow {
  project_id: string;
  environment: string;
  key: string;
  fingerprint: string;
  subject_id: string;
  response_status: number | null;
  response_body: string | null;
}

/** @throws AppError `idempotency_key_reserved` */
export function refuseReservedKey(key: string): void {
  if (RESERVED_PREFIXES.some((prefix) => key.startsWith(prefix))) {
    throw refusal('idempotency_key_reserved', undefined, [
      {
        path: 'idempotency_key',
        message: `Keys starting with ${RESERVED_PREFIXES.join(', ')} are reserved.`,
      },
    ]);
  }
}

/**
 * Claims the key for a new subject. Waits for a concurrent claim of the same key to commit or roll back.
 * @returns null when this call claimed it, else the earlier use by the same request
 * @throws AppError `idempotency_key_reused` when it was used for another request
 */
export async function claimKey(
  trx: Queryable,
  scope: Scope,
  use: KeyUse,
  subject_id: string,
): Promise<IdempotencyRow | null> {
  const claimed = await claimKeys(trx, [{ scope, use, subject_id }]);
  return claimed.has(subject_id) ? null : await findKey(trx, scope, use);
}

export interface KeyClaim {
  scope: Scope;
  use: KeyUse;
  subject_id: string;
}

/** Claims many keys at once; of two claims of one key the first wins. @returns the subjects whose key was free */
export async function claimKeys(trx: Queryable, claims: readonly KeyClaim[]): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const rows = claims.map(({ scope, use: { key, request }, subject_id }) => ({
    project_id: scope.project_id,
    environment: scope.environment,
    key,
    fingerprint: fingerprint(...request),
    subject_id,
  }));
  // In one order everywhere, so that two processes never wait for each other.
  const ordered = rows.toSorted((a, b) =>
    a.project_id === b.project_id ? (a.key < b.key ? -1 : 1) : a.project_id < b.project_id ? -1 : 1,
  );
  const claimed: string[] = await trx('idempotency_keys')
    .insert(ordered)
    .onConflict()
    .ignore()
    .returning('subject_id')
    .then((inserted) => inserted.map((row: { subject_id: string }) => row.subject_id));
  return new Set(claimed);
}

/** Gives the key back: nothing was created under it. */
export async function releaseKey(trx: Queryable, scope: Scope, key: string): Promise<void> {
  await trx('idempotency_keys')
    .where({ project_id: scope.project_id, environment: scope.environment, key })
    .delete();
}

/** The earlier use of the key by the same request, if any. @throws AppError `idempotency_key_reused` */
export async function findKey(
  db: Queryable,
  scope: Scope,
  { key, request }: KeyUse,
): Promise<IdempotencyRow | null> {
  const row = await db<IdempotencyRow>('idempotency_keys')
    .where({ project_id: scope.project_id, environment: scope.environment, key })
    .first();
  if (row && row.fingerprint !== fingerprint(...request)) throw refusal('idempotency_key_reused');
  return row ?? null;
}
