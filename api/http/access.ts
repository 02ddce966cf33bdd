/** Establishes who calls, in which project and environment, and whether the route lets them. */
import type { Request } from 'express';
import { forbidden, invalidField, refusal, unauthorized } from '../../core/errors.ts';
import { isAllowedAddress } from '../../core/ip-addresses.ts';
import { ENVIRONMENTS, type Actor, type Environment, type Scope } from '../../core/scope.ts';
import type { Context } from '../../domain/platform/context.ts';
import {
  ANY_STAFF,
  enterProject,
  isApiKey,
  isSessionToken,
  isWithinScopes,
  projectScope,
  userOfSession,
  type KeyIdentity,
  type ProjectRow,
  type Role,
  type UserRow,
} from '../../domain/staff/index.ts';
import type { Route } from './route.ts';

export interface Caller {
  scope?: Scope;
  actor?: Actor;
  user?: UserRow;
  token?: string;
  project?: ProjectRow;
}

export type KeyLookup = (token: string) => Promise<KeyIdentity>;

/**
 * @param verified told whose the credential is, before it is asked what they may do; may refuse
 * @throws AppError UNAUTHORIZED, FORBIDDEN
 */
export async function checkAccess(
  ctx: Context,
  findKey: KeyLookup,
  { access, method, path }: Pick<Route, 'access' | 'method' | 'path'>,
  request: Request,
  verified: (holder: string) => Promise<void>,
): Promise<Caller> {
  if (access.kind === 'none') return {};
  const token = presentedToken(request);
  if (isApiKey(token)) {
    const { scope, key_id, scopes, allowed_ips } = await findKey(token);
    await verified(key_id);
    if (!isAllowedAddress(allowed_ips, request.ip ?? '')) throw refusal('key_address_refused');
    if (access.kind !== 'scoped') throw forbidden('This needs a signed-in session; API keys cannot do it.');
    if (!isWithinScopes(scopes, method, path)) throw refusal('key_scope_missing');
    return { scope, actor: { type: 'api_key', id: key_id } };
  }
  if (!isSessionToken(token)) throw unauthorized('This is neither an API key nor a session token.');
  const user = await userOfSession(ctx, token);
  await verified(user.id);
  const actor: Actor = { type: 'user', id: user.id };
  if (access.kind === 'user') return { user, token };
  if (access.kind === 'project') {
    const { project } = await enterProject(ctx.db, user.id, String(request.params['project']), access.roles);
    return { user, actor, project };
  }
  const scope = await scopeOfHeaders(ctx, user, request, access.kind === 'staff' ? access.roles : ANY_STAFF);
  return { user, actor, scope };
}

/**
 * `X-API-Key`, or `Authorization: Bearer`; a session by the latter only.
 * @throws AppError UNAUTHORIZED when neither is there
 */
export function presentedToken(request: Request): string {
  const key = request.header('x-api-key');
  if (key && isSessionToken(key)) throw unauthorized('Send a session token as Authorization: Bearer.');
  if (key) return key;
  const [, token] = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '') ?? [];
  if (!token) throw unauthorized();
  return token;
}

async function scopeOfHeaders(
  ctx: Context,
  user: UserRow,
  request: Request,
  roles: readonly Role[],
): Promise<Scope> {
  const project_id = request.header('x-service-project');
  if (!project_id) throw forbidden('A session needs the header X-Service-Project.');
  const { project } = await enterProject(ctx.db, user.id, project_id, roles);
  const environment = request.header('x-service-environment') as Environment;
  if (!ENVIRONMENTS.includes(environment)) {
    throw invalidField(
      'X-Service-Environment',
      'A session needs the header X-Service-Environment: test or live.',
    );
  }
  return projectScope(project, environment);
}
