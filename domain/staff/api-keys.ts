/** API keys: issued once in clear, stored hashed, revoked at once. */
import { batchCalls } from '../../core/batch.ts';
import { hashToken, newToken } from '../../core/crypto.ts';
import { systemNow } from '../../core/clock.ts';
import { notFound, unauthorized } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { scopeOf, type Actor, type Environment, type Scope } from '../../core/scope.ts';
import type { Db, Queryable } from '../../db/connection.ts';
import { expectOne } from '../../db/rows.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import { audit } from '../platform/audit.ts';
import { projectScope, type ProjectRow } from './projects.ts';

export interface ApiKeyRow {
  id: string;
  project_id: string;
  environment: Environment;
  name: string;
  /** The key's beginning, by which a person tells keys apart. */
  prefix: string;
  key_hash: string;
  created_by: string;
  created_at: Date;
  revoked_at: Date | null;
}

const SHOWN_CHARACTERS = 14;

/** @returns the key's row and the key itself, which is shown this once */
export async function createApiKey(
  db: Db,
  project: ProjectRow,
  user_id: string,
  { environment, name }: { environment: Environment; name: string },
): Promise<{ row: ApiKeyRow; key: string }> {
  const key = newToken(`ush_${environment}_`);
  const row = await db.transaction(async (trx) => {
    const created = expectOne(
      await trx<ApiKeyRow>('api_keys')
        .insert({
          id: newId('api_key'),
          project_id: project.id,
          environment,
          name,
          prefix: key.slice(0, SHOWN_CHARACTERS),
          key_hash: hashToken(key),
          created_by: user_id,
        })
        .returning('*'),
    );
    const { id } = created;
    await audit(
      trx,
      projectScope(project, environment),
      { type: 'user', id: user_id },
      'api_key.created',
      id,
      { name },
    );
    return created;
  });
  return { row, key };
}

export async function listApiKeys(
  db: Db,
  project_id: string,
  { limit, after }: PageRequest,
): Promise<Page<ApiKeyRow>> {
  const query = db<ApiKeyRow>('api_keys').where({ project_id });
  if (after) void query.where('id', '<', after);
  return page(await query.orderBy('id', 'desc').limit(limit + 1), limit, (row) => row.id);
}

/** Revoking works with the next request and may be repeated. */
export async function revokeApiKey(db: Db, project: ProjectRow, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (trx) => {
    const mine = { id, project_id: project.id };
    const key = await trx<ApiKeyRow>('api_keys').where(mine).forUpdate().first();
    if (!key) throw notFound('API key');
    if (key.revoked_at) return;
    await trx('api_keys').where(mine).update({ revoked_at: systemNow() });
    await audit(trx, projectScope(project, key.environment), actor, 'api_key.revoked', id, {
      name: key.name,
    });
  });
}

/** The user who issued the key; revoked keys are remembered. */
export async function issuerOfKey(db: Queryable, id: string): Promise<string | null> {
  const key = await db<ApiKeyRow>('api_keys').where({ id }).first('created_by');
  return key?.created_by ?? null;
}

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
      const rows: (ApiKeyRow & { test_clock_offset_ms: bigint })[] = await db('api_keys')
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

export function isApiKey(token: string): boolean {
  return token.startsWith('ush_test_') || token.startsWith('ush_live_');
}

export function presentApiKey(
  { id, prefix, environment, name, created_by, created_at, revoked_at }: ApiKeyRow,
  key?: string,
) {
  return { id, ...(key ? { key } : {}), prefix, environment, name, created_by, created_at, revoked_at };
}
