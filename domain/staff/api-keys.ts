/** API keys: issued once in clear, stored hashed, revoked at once. */
import { hashToken, newToken } from '../../core/crypto.ts';
import { systemNow } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Actor, Environment } from '../../core/scope.ts';
import type { Db, Queryable } from '../../db/connection.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import { audit } from '../platform/audit.ts';
import { ApiKey, type ApiKeyRow } from './api-key.model.ts';
import type { ProjectRow } from './project.model.ts';
import { projectScope } from './projects.ts';

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
    const created = await ApiKey.query(trx)
      .insert({
        id: newId('api_key'),
        project_id: project.id,
        environment,
        name,
        prefix: key.slice(0, SHOWN_CHARACTERS),
        key_hash: hashToken(key),
        created_by: user_id,
      })
      .returning('*');
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

export function listApiKeys(db: Db, project_id: string, request: PageRequest): Promise<Page<ApiKeyRow>> {
  return ApiKey.query(db).where({ project_id }).paginate(request);
}

/** Revoking works with the next request and may be repeated. */
export async function revokeApiKey(db: Db, project: ProjectRow, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (trx) => {
    const mine = { id, project_id: project.id };
    const key = await ApiKey.query(trx).where(mine).forUpdate().first();
    if (!key) throw notFound('API key');
    if (key.revoked_at) return;
    await ApiKey.query(trx).where(mine).patch({ revoked_at: systemNow() });
    await audit(trx, projectScope(project, key.environment), actor, 'api_key.revoked', id, {
      name: key.name,
    });
  });
}

/** The user who issued the key; revoked keys are remembered. */
export async function issuerOfKey(db: Queryable, id: string): Promise<string | null> {
  const key = await ApiKey.query(db).where({ id }).select('created_by').first();
  return key?.created_by ?? null;
}

export function isApiKey(token: string): boolean {
  return token.startsWith('ush_test_') || token.startsWith('ush_live_');
}
