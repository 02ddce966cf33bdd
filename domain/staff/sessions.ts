/** Sessions. Their tokens are opaque, stored hashed, and last 12 hours. */
import { hashToken, newToken } from '../../core/crypto.ts';
import { systemTimeIn, systemNow } from '../../core/clock.ts';
import { unauthorized } from '../../core/errors.ts';
import type { Db, Queryable } from '../../db/connection.ts';
import type { Context } from '../platform/context.ts';
import { Session } from './session.model.ts';
import { forgetSignIns } from './sign-in-limits.ts';
import { User, type UserRow } from './user.model.ts';

export interface SignIn {
  user: UserRow;
  token: string;
  expires_at: Date;
}

/** Who asks, as far as the connection tells. */
export interface ClientInfo {
  address: string;
}

const SESSION_PREFIX = 'ush_sess_';
const SESSION_MS = 12 * 3_600_000;

export function isSessionToken(token: string): boolean {
  return token.startsWith(SESSION_PREFIX);
}

export async function openSession(db: Queryable, user: UserRow): Promise<SignIn> {
  const token = newToken(SESSION_PREFIX);
  const expires_at = systemTimeIn(SESSION_MS);
  await Session.query(db).insert({ token_hash: hashToken(token), user_id: user.id, expires_at });
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

/** The user of a live session. @throws AppError UNAUTHORIZED */
export async function userOfSession(db: Db, token: string): Promise<UserRow> {
  const user = await User.query(db)
    .join('sessions', 'sessions.user_id', 'users.id')
    .where('sessions.token_hash', hashToken(token))
    .where('sessions.expires_at', '>', systemNow())
    .select('users.*')
    .first();
  if (!user) throw unauthorized('The session is unknown or has expired. Sign in again.');
  return user;
}

/** Deletes sessions that have expired, and what is remembered too long of attempts to sign in. */
export async function cleanUpSessions(db: Db): Promise<number> {
  return (await Session.query(db).where('expires_at', '<', systemNow()).delete()) + (await forgetSignIns(db));
}
