/** API keys: issued once in clear, stored hashed, revoked at once. */
import { hashToken, newToken } from '../../../core/crypto.ts';
import { systemNow } from '../../../core/clock.ts';
import { invalidField, notFound } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { ENVIRONMENTS, type Actor, type Environment } from '../../../core/scope.ts';
import type { Db, Queryable, Transaction } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { audit, auditAll } from '../../platform/audit.ts';
import { ApiKey, type ApiKeyRow } from './api-key.model.ts';
import type { KeyScope } from './api-key.rules.ts';
import type { ProjectRow } from '../projects/project.model.ts';
import { projectScope } from '../projects/projects.ts';
import { requireStillManager } from '../projects/role.ts';

const SHOWN_CHARACTERS = 14;

/** What a new key is to be. What narrows it is left out, or null, for one that is not narrowed. */
export interface KeyRequest {
  environment: Environment;
  name: string;
  expires_at?: Date | null | undefined;
  scopes?: KeyScope[] | null | undefined;
  allowed_ips?: string[] | null | undefined;
}

/**
 * @returns the key's row and the key itself, which is shown this once
 * @throws AppError FORBIDDEN, VALIDATION_ERROR for one that would have expired already
 */
export async function createApiKey(
  db: Db,
  project: ProjectRow,
  user_id: string,
  { environment, name, expires_at = null, scopes = null, allowed_ips = null }: KeyRequest,
): Promise<{ row: ApiKeyRow; key: string }> {
  if (expires_at && expires_at <= systemNow())
    throw invalidField('expires_at', '"expires_at" must be in the future');
  const key = newToken(`ush_${environment}_`);
  const row = await db.transaction(async (trx) => {
    await requireStillManager(trx, project.id, user_id);
    const created = await ApiKey.query(trx)
      .insert({
        id: newId('api_key'),
        project_id: project.id,
        environment,
        name,
        prefix: key.slice(0, SHOWN_CHARACTERS),
        key_hash: hashToken(key),
        created_by: user_id,
        expires_at,
        scopes,
        allowed_ips,
      })
      .returning('*');
    const { id } = created;
    await audit(
      { trx, scope: projectScope(project, environment), actor: { type: 'user', id: user_id } },
      'api_key.created',
      id,
      {
        name,
        ...(expires_at ? { expires_at } : {}),
        ...(scopes ? { scopes } : {}),
        ...(allowed_ips ? { allowed_ips } : {}),
      },
    );
    return created;
  });
  return { row, key };
}

export function listApiKeys(db: Db, project_id: string, request: PageRequest): Promise<Page<ApiKeyRow>> {
  return ApiKey.query(db).where({ project_id }).paginate(request);
}

/** Revoking works with the next request and may be repeated. */
export async function revokeApiKey(db: Db, project: ProjectRow, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (trx) => {
    const mine = { id, project_id: project.id };
    const key = await ApiKey.query(trx).where(mine).forUpdate().first();
    if (!key) throw notFound('API key');
    if (!key.revoked_at) await revokeKeys(trx, project, actor, [key]);
  });
}

/** Ends keys that are locked. @returns them as they are then */
export async function revokeKeys(
  trx: Transaction,
  project: ProjectRow,
  actor: Actor,
  keys: readonly ApiKeyRow[],
): Promise<ApiKeyRow[]> {
  const revoked_at = systemNow();
  const ids = keys.map(({ id }) => id);
  await ApiKey.query(trx).whereIn('id', ids).patch({ revoked_at });
  for (const environment of ENVIRONMENTS) {
    const records = keys
      .filter((key) => key.environment === environment)
      .map(({ id, name }) => ({ actor, action: 'api_key.revoked', subject: id, details: { name } }));
    await auditAll({ trx, scope: projectScope(project, environment) }, records);
  }
  return keys.map((key) => ({ ...key, revoked_at }));
}

/** Keys listed, or revoked, with the removal of who issued them. */
const MAX_KEYS_AT_REMOVAL = 1_000;

/** The keys that a user issued in a project and that still work, newest first, locked. */
export async function lockKeysOfIssuer(
  trx: Transaction,
  project: ProjectRow,
  user_id: string,
): Promise<ApiKeyRow[]> {
  return ApiKey.query(trx)
    .where({ project_id: project.id, created_by: user_id })
    .whereNull('revoked_at')
    .where((still) => still.whereNull('expires_at').orWhere('expires_at', '>', systemNow()))
    .orderBy('id', 'desc')
    .limit(MAX_KEYS_AT_REMOVAL)
    .forUpdate();
}

/** The user who issued the key; revoked keys are remembered. */
export async function issuerOfKey(db: Queryable, id: string): Promise<string | null> {
  const key = await ApiKey.query(db).where({ id }).select('created_by').first();
  return key?.created_by ?? null;
}

export function isApiKey(token: string): boolean {
  return token.startsWith('ush_test_') || token.startsWith('ush_live_');
}
