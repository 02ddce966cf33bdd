/** Finds the owner of an API key. Every request with a key begins with it, so many keys share one statement. */
import { batchCalls } from '../../../core/batch.ts';
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { hashToken } from '../../../core/crypto.ts';
import { unauthorized } from '../../../core/errors.ts';
import { scopeOf, type Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import type { ApiKeyRow } from './api-key.model.ts';
import type { KeyScope } from './api-key.rules.ts';
import { findValidKeys, markKeysUsed } from './api-key-lookup.sql.ts';

export interface KeyIdentity {
  key_id: string;
  /** The user who issued the key: never decides on what the key requested. */
  created_by: string;
  scope: Scope;
  /** Null: all that a key may do. */
  scopes: KeyScope[] | null;
  /** Null: from anywhere. */
  allowed_ips: string[] | null;
}

/** Keys looked up in one statement. */
const MAX_KEYS_PER_LOOKUP = 500;

/** The last use of a key is written at most this often. */
const USED_TO_MS = 60_000;

/** Look-ups that wait together are one statement; nothing is cached, so a revoked key is rejected immediately. */
export function apiKeyLookup(db: Db): (token: string) => Promise<KeyIdentity> {
  return batchCalls<string, KeyIdentity>(
    async (tokens) => {
      const rows = await findValidKeys(db, {
        hashes: [...new Set(tokens.map(hashToken))],
        now: systemNow(),
      });
      const identities = new Map(
        rows.map((row) => [
          row.key_hash,
          {
            key_id: row.id,
            created_by: row.created_by,
            scope: scopeOf(row.project_id, row.environment, row.test_clock_offset_ms),
            scopes: row.scopes,
            allowed_ips: row.allowed_ips,
          },
        ]),
      );
      await markUsed(db, rows);
      return tokens.map(
        (token) =>
          identities.get(hashToken(token)) ??
          unauthorized('The API key is unknown, was revoked or has expired.'),
      );
    },
    { max_weight: MAX_KEYS_PER_LOOKUP },
  );
}

async function markUsed(db: Db, keys: Pick<ApiKeyRow, 'id' | 'last_used_at'>[]): Promise<void> {
  const before = systemTimeIn(-USED_TO_MS);
  const ids = keys.filter(({ last_used_at }) => !last_used_at || last_used_at < before).map(({ id }) => id);
  if (ids.length > 0) await markKeysUsed(db, { ids, before, now: systemNow() });
}
