/** Finds out whose an API key is: what every request with a key begins with, so it is SQL, and many are looked up at once. */
import { batchCalls } from '../../core/batch.ts';
import { hashToken } from '../../core/crypto.ts';
import { unauthorized } from '../../core/errors.ts';
import { scopeOf, type Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import type { ApiKeyRow } from './api-key.model.ts';
import type { ProjectRow } from './project.model.ts';

export interface KeyIdentity {
  key_id: string;
  /** The user who issued the key: never decides on what the key requested. */
  created_by: string;
  scope: Scope;
}

/** Keys looked up in one statement. */
const MAX_KEYS_PER_LOOKUP = 500;

/**
 * Finds out whose key a token is. Look-ups that wait together are one statement; nothing is remembered between them, so
 * a revoked key stops at once.
 */
export function apiKeyLookup(db: Db): (token: string) => Promise<KeyIdentity> {
  return batchCalls<string, KeyIdentity>(
    async (tokens) => {
      const rows: (ApiKeyRow & Pick<ProjectRow, 'test_clock_offset_ms'>)[] = await db('api_keys')
        .join('projects', 'projects.id', 'api_keys.project_id')
        .whereIn('key_hash', [...new Set(tokens.map(hashToken))])
        .whereNull('revoked_at')
        .select('api_keys.*', 'projects.test_clock_offset_ms');
      const identities = new Map(
        rows.map((row) => [
          row.key_hash,
          {
            key_id: row.id,
            created_by: row.created_by,
            scope: scopeOf(row.project_id, row.environment, row.test_clock_offset_ms),
          },
        ]),
      );
      return tokens.map(
        (token) => identities.get(hashToken(token)) ?? unauthorized('The API key is unknown or revoked.'),
      );
    },
    { max_weight: MAX_KEYS_PER_LOOKUP },
  );
}
