/** Establishes the caller, the project and the environment, and whether the route allows the call. */
import type { Request } from 'express';
import { forbidden, invalidField, refusal, unauthorized } from '../../core/errors.ts';
import { isAllowedAddress } from '../../core/ip-addresses.ts';
import { ENVIRONMENTS, type Actor, type Environment, type Scope } from '../../core/scope.ts';
import type { Work } from '../../core/work.ts';
import type { Context } from '../../domain/platform/context.ts';
import type { Caller } from '../../domain/platform/unit.ts';
import {
  ANY_STAFF,
  apiKeys,
  enterProject,
  type KeyIdentity,
  type ProjectCaller,
  type ProjectRow,
  projectScope,
  sessions,
  type UserRow,
} from '../../domain/staff/index.ts';
import { workOf } from './request-work.ts';
import type { Route } from './route.ts';

export interface Identified {
  scope?: Scope;
  actor?: Actor;
  /** Context, scope and actor for use cases. */
  caller?: Caller | ProjectCaller;
  user?: UserRow;
  token?: string;
  project?: ProjectRow;
}

/** The properties of a route that determine who may call it. */
type Called = Pick<Route, 'access' | 'method' | 'path' | 'second_factor'>;

export type KeyLookup = (token: string) => Promise<KeyIdentity>;

interface AccessCheck {
  ctx: Context;
  findKey: KeyLookup;
  route: Called;
  request: Request;
  /** Called with the credential's holder before permissions are checked; may refuse. */
  verified: (holder: string) => Promise<void>;
}

/** @throws AppError UNAUTHORIZED, FORBIDDEN, `totp_required` */
export async function checkAccess({
  ctx,
  findKey,
  route,
  request,
  verified,
}: AccessCheck): Promise<Identified> {
  const { access, method, path, second_factor } = route;
  if (access.kind === 'none') return {};
  const token = presentedToken(request);
  if (apiKeys.isApiKey(token)) {
    const { scope, key_id, scopes, allowed_ips } = await findKey(token);
    const actor: Actor = { type: 'api_key', id: key_id };
    // Before anything is refused, so that it is known of whom.
    noteIdentity(workOf(request), { scope, actor });
    await verified(key_id);
    if (!isAllowedAddress(allowed_ips, request.ip ?? '')) throw refusal('key_address_refused');
    if (access.kind !== 'scoped') throw forbidden('This needs a signed-in session; API keys cannot do it.');
    if (!apiKeys.isWithinScopes(scopes, method, path)) throw refusal('key_scope_missing');
    return { scope, actor, caller: { ctx, scope, actor } };
  }
  if (!sessions.isSessionToken(token)) throw unauthorized('This is neither an API key nor a session token.');
  const user = await sessions.userOf(ctx, token);
  await verified(user.id);
  const actor: Actor = { type: 'user', id: user.id };
  if (access.kind === 'user') return { user, token };
  if (access.kind === 'operator') {
    if (!user.operator) throw forbidden('This is for platform operators.');
    return { user, actor };
  }
  if (access.kind === 'project') {
    const project_id = String(request.params['project']);
    const project = await enterProject(ctx.db, user, project_id, { roles: access.roles, second_factor });
    return { user, actor, project, caller: { ctx, project, actor } };
  }
  const roles = access.kind === 'staff' ? access.roles : ANY_STAFF;
  const project = await enterProject(ctx.db, user, projectOfHeaders(request), { roles, second_factor });
  const scope = projectScope(project, environmentOfHeaders(request));
  return { user, actor, scope, caller: { ctx, scope, actor } };
}

/** Adds the caller, project and environment to the work, for the log and for what is counted of it. */
export function noteIdentity(work: Work, { scope, project, actor, user }: Identified): void {
  const project_id = scope?.project_id ?? project?.id;
  const by = actor ?? (user && ({ type: 'user', id: user.id } as const));
  if (project_id !== undefined) work.project_id = project_id;
  if (scope) work.environment = scope.environment;
  if (by) work.actor = by;
}

/**
 * `X-API-Key` or `Authorization: Bearer`; a session only as the latter.
 * @throws AppError UNAUTHORIZED if both are missing
 */
export function presentedToken(request: Request): string {
  const key = request.header('x-api-key');
  if (key && sessions.isSessionToken(key))
    throw unauthorized('Send a session token as Authorization: Bearer.');
  if (key) return key;
  const [, token] = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '') ?? [];
  if (!token) throw unauthorized();
  return token;
}

/** @throws AppError FORBIDDEN without the header */
function projectOfHeaders(request: Request): string {
  const project_id = request.header('x-service-project');
  if (!project_id) throw forbidden('A session needs the header X-Service-Project.');
  return project_id;
}

/** @throws AppError VALIDATION_ERROR without the header, or with another value */
function environmentOfHeaders(request: Request): Environment {
  const environment = request.header('x-service-environment') as Environment;
  if (!ENVIRONMENTS.includes(environment)) {
    throw invalidField(
      'X-Service-Environment',
      'A session needs the header X-Service-Environment: test or live.',
    );
  }
  return environment;
}
