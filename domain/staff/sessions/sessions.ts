/**
 * Sessions. Their tokens are opaque, stored hashed, and last 12 hours, or less without use. Users list and end their own
 * sessions only.
 */
import { hashToken, newToken } from '../../../core/crypto.ts';
import { systemTimeIn, systemNow } from '../../../core/clock.ts';
import { notFound, unauthorized } from '../../../core/errors.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import type { TableQuery } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import type { Context } from '../../platform/context.ts';
import { deleteOldEmails } from '../users/account-emails.ts';
import { deleteExpiredTokens } from '../passwords/account-tokens.ts';
import { auditUser } from '../users/audit-user.ts';
import { Session, type SessionRow } from './session.model.ts';
import { deleteOldAttempts, recordKnownAddress } from './sign-in-limits.ts';
import type { UserRow } from '../users/user.model.ts';

export interface SignIn {
  user: UserRow;
  token: string;
  expires_at: Date;
}

/** What the connection tells about the client. */
export interface ClientInfo {
  address: string;
  user_agent: string | null;
}

/** A signed-in user, and from where the request came. */
export interface SignedIn {
  ctx: Context;
  user: UserRow;
  client: ClientInfo;
}

const SESSION_PREFIX = 'ush_sess_';
const SESSION_MS = 12 * 3_600_000;
/** Longest user agent that is stored; only people read it. */
const MAX_USER_AGENT = 200;
/** The last use of a session is written at most this often, and often enough for a short idle time-out. */
const MAX_TOUCH_MS = 60_000;
const TOUCHES_PER_TIMEOUT = 20;

export function isSessionToken(token: string): boolean {
  return token.startsWith(SESSION_PREFIX);
}

/** Opens a session, and records its address as one of the person's. */
export async function createSession(trx: Transaction, user: UserRow, client: ClientInfo): Promise<SignIn> {
  const token = newToken(SESSION_PREFIX);
  const expires_at = systemTimeIn(SESSION_MS);
  await recordKnownAddress(trx, user, client.address);
  await Session.query(trx).insert({
    token_hash: hashToken(token),
    user_id: user.id,
    expires_at,
    address: client.address,
    user_agent: client.user_agent?.slice(0, MAX_USER_AGENT) ?? null,
  });
  return { user, token, expires_at };
}

export async function signOut(ctx: Context, token: string): Promise<void> {
  await Session.query(ctx.db)
    .where({ token_hash: hashToken(token) })
    .delete();
}

/** Ends every session of a user. */
export async function endSessions(db: Queryable, user_id: string): Promise<void> {
  await Session.query(db).where({ user_id }).delete();
}

/** Ends every session of a user but the one with this token. */
export async function endOtherSessions(db: Queryable, user_id: string, token: string): Promise<void> {
  await Session.query(db)
    .where({ user_id })
    .whereNot({ token_hash: hashToken(token) })
    .delete();
}

/** @throws AppError NOT_FOUND also for a session of another user */
export async function revokeSession(
  ctx: Context,
  session: Pick<SessionRow, 'id' | 'user_id'>,
): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    if ((await Session.query(trx).where(session).delete()) === 0) throw notFound('session');
    await auditUser(trx, session.user_id, 'session.revoked');
  });
}

/** Ends every session of the user, the current one too. */
export async function revokeSessions(ctx: Context, user_id: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    await endSessions(trx, user_id);
    await auditUser(trx, user_id, 'session.all_revoked');
  });
}

/** The user's live sessions, newest first. */
export function listSessions(ctx: Context, user_id: string, request: PageRequest): Promise<Page<SessionRow>> {
  return live(ctx, Session.query(ctx.db).where('sessions.user_id', user_id)).paginateByMoment<SessionRow>(
    request,
    { moment: 'created_at', id: 'id', within: { user_id }, after_missing_row: 'first' },
  );
}

/** The user of a live session. @throws AppError UNAUTHORIZED */
export async function userOfSession(ctx: Context, token: string): Promise<UserRow> {
  const token_hash = hashToken(token);
  const found = await live(ctx, Session.query(ctx.db).where('sessions.token_hash', token_hash))
    .join('users', 'users.id', 'sessions.user_id')
    .select('users.*', 'sessions.last_used_at')
    .first()
    .castTo<(UserRow & { last_used_at: Date }) | undefined>();
  if (!found) throw unauthorized('The session is unknown or has expired. Sign in again.');
  const { last_used_at, ...user } = found;
  const touched_before = systemTimeIn(-Math.min(MAX_TOUCH_MS, idle_ms(ctx) / TOUCHES_PER_TIMEOUT));
  if (last_used_at < touched_before)
    await Session.query(ctx.db).where({ token_hash }).patch({ last_used_at: systemNow() });
  return user;
}

/** Neither expired nor idle for too long. */
function live(ctx: Context, sessions: TableQuery<Session>): TableQuery<Session> {
  return sessions
    .where('sessions.expires_at', '>', systemNow())
    .where('sessions.last_used_at', '>', systemTimeIn(-idle_ms(ctx)));
}

function idle_ms({ config }: Context): number {
  return config.session_idle_minutes * 60_000;
}

/** Deletes sessions and tokens that have expired, and records of old attempts and e-mails. */
export async function cleanUpSessions(ctx: Context): Promise<number> {
  const expired = await Session.query(ctx.db)
    .where('expires_at', '<', systemNow())
    .orWhere('last_used_at', '<', systemTimeIn(-idle_ms(ctx)))
    .delete();
  const others = [deleteExpiredTokens(ctx.db), deleteOldEmails(ctx.db), deleteOldAttempts(ctx.db)];
  return (await Promise.all(others)).reduce((sum, count) => sum + count, expired);
}
