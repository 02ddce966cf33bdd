/** API keys: shown in clear once, stored hashed, revoked with immediate effect. */
import { hashToken, newToken } from '../../../core/crypto.ts';
import { systemNow } from '../../../core/clock.ts';
import { invalidField, notFound } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { ENVIRONMENTS, type Actor, type Environment } from '../../../core/scope.ts';
import type { Db, Queryable, Transaction } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { audit, auditAll } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/unit.ts';
import { ApiKey, type ApiKeyRow } from './api-key.model.ts';
import type { KeyScope } from './api-key.rules.ts';
import { projectScope, type ProjectCaller, type ProjectUnit } from '../projects/projects.ts';
import { requireStillManager } from '../projects/role.ts';

const SHOWN_CHARACTERS = 14;

/** A restriction that is left out or null does not apply. */
export interface KeyRequest {
  environment: Environment;
  name: string;
  expires_at?: Date | null | undefined;
  scopes?: KeyScope[] | null | undefined;
  allowed_ips?: string[] | null | undefined;
}

/**
 * @param caller a user
 * @returns the key's row and the key itself, which is shown once
 * @throws AppError FORBIDDEN, VALIDATION_ERROR for a key that would have expired already
 */
export async function createApiKey(
  caller: ProjectCaller,
  { environment, name, expires_at = null, scopes = null, allowed_ips = null }: KeyRequest,
): Promise<{ row: ApiKeyRow; key: string }> {
  if (expires_at && expires_at <= systemNow())
    throw invalidField('expires_at', '"expires_at" must be in the future');
  const key = newToken(`ush_${environment}_`);
  const row = await inTransaction(caller, async (unit) => {
    const { trx, project, actor } = unit;
    await requireStillManager(trx, project.id, actor.id);
    const created = await ApiKey.query(trx)
      .insert({
        id: newId('api_key'),
        project_id: project.id,
        environment,
        name,
        prefix: key.slice(0, SHOWN_CHARACTERS),
        key_hash: hashToken(key),
        created_by: actor.id,
        expires_at,
        scopes,
        allowed_ips,
      })
      .returning('*');
    await audit({ ...unit, scope: projectScope(project, environment) }, 'api_key.created', created.id, {
      name,
      ...(expires_at ? { expires_at } : {}),
      ...(scopes ? { scopes } : {}),
      ...(allowed_ips ? { allowed_ips } : {}),
    });
    return created;
  });
  return { row, key };
}

export function listApiKeys(db: Db, project_id: string, request: PageRequest): Promise<Page<ApiKeyRow>> {
  return ApiKey.query(db).where({ project_id }).paginate(request);
}

/** Whether the caller may send money out of the project: an API key only where its scopes name it. */
export async function maySendMoney(db: Queryable, { type, id }: Actor): Promise<boolean> {
  if (type !== 'api_key') return true;
  const key = await ApiKey.query(db).findById(id);
  return key?.scopes?.includes('payouts') ?? false;
}

/** Takes effect with the next request, and may be repeated. */
export async function revokeApiKey(caller: ProjectCaller, id: string): Promise<void> {
  await inTransaction(caller, async (unit) => {
    const mine = { id, project_id: unit.project.id };
    const key = await ApiKey.query(unit.trx).where(mine).forUpdate().first();
    if (!key) throw notFound('API key');
    if (!key.revoked_at) await revokeKeys(unit, [key]);
  });
}

/** @param keys locked @returns them as they are then */
async function revokeKeys(
  { trx, project, actor }: ProjectUnit,
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

/** Keys of one issuer that are listed, or revoked by one statement. */
const MAX_KEYS_OF_ISSUER = 1_000;

/** Revokes every valid key that the user issued in the project. @returns the newest 1,000 */
export async function revokeKeysOfIssuer(unit: ProjectUnit, user_id: string): Promise<ApiKeyRow[]> {
  const valid = () => lockKeysOfIssuer(unit.trx, unit.project.id, user_id);
  const newest = await revokeKeys(unit, await valid());
  for (let more = await valid(); more.length > 0; more = await valid()) await revokeKeys(unit, more);
  return newest;
}

/** The valid keys that a user issued in a project, newest first, at most 1,000, locked. */
export async function lockKeysOfIssuer(
  trx: Transaction,
  project_id: string,
  user_id: string,
): Promise<ApiKeyRow[]> {
  return ApiKey.query(trx)
    .where({ project_id, created_by: user_id })
    .whereNull('revoked_at')
    .where((still) => still.whereNull('expires_at').orWhere('expires_at', '>', systemNow()))
    .orderBy('id', 'desc')
    .limit(MAX_KEYS_OF_ISSUER)
    .forUpdate();
}

/** The user who issued the key, also for revoked keys. */
export async function issuerOfKey(db: Queryable, id: string): Promise<string | null> {
  const key = await ApiKey.query(db).where({ id }).select('created_by').first();
  return key?.created_by ?? null;
}

export function isApiKey(token: string): boolean {
  return token.startsWith('ush_test_') || token.startsWith('ush_live_');
}
