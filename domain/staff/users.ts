/** Users and their sessions. Session tokens are opaque, stored hashed, and last 12 hours. */
import { hashPassword, hashToken, newToken, verifyPassword } from '../../core/crypto.ts';
import { systemTimeIn, systemNow } from '../../core/clock.ts';
import { invalidField, refusal, unauthorized } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { brokenUnique, type Db, type Queryable } from '../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import { expectOne } from '../../db/rows.ts';
import type { Context } from '../platform/context.ts';
import type { Role } from './roles.rules.ts';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  /** A platform operator: sees Bull Board and the health of all projects, decides nothing. */
  operator: boolean;
  created_at: Date;
}

export interface SignIn {
  user: UserRow;
  token: string;
  expires_at: Date;
}

const SESSION_PREFIX = 'ush_sess_';
const SESSION_MS = 12 * 3_600_000;

export function isSessionToken(token: string): boolean {
  return token.startsWith(SESSION_PREFIX);
}

/** @throws AppError `registration_closed`, `email_taken` */
export async function register(
  ctx: Context,
  request: { email: string; password: string; name: string },
): Promise<SignIn> {
  if (!ctx.config.open_registration) throw refusal('registration_closed');
  return openSession(ctx.db, await createUser(ctx.db, request));
}

/** @throws AppError `email_taken` */
export async function createUser(
  db: Db,
  {
    email,
    password,
    name,
    operator = false,
  }: { email: string; password: string; name: string; operator?: boolean },
): Promise<UserRow> {
  try {
    const user = expectOne(
      await db<UserRow>('users')
        .insert({ id: newId('user'), email, name, operator, password_hash: await hashPassword(password) })
        .returning('*'),
    );
    return user;
  } catch (error) {
    if (brokenUnique(error) === 'users_email_key') throw refusal('email_taken');
    throw error;
  }
}

/** The same answer, after the same work, for a wrong password and an unknown email. */
export async function signIn(
  ctx: Context,
  { email, password }: { email: string; password: string },
): Promise<SignIn> {
  const user = await ctx.db<UserRow>('users').whereRaw('lower(email) = lower(?)', [email]).first();
  if (!(await verifyPassword(password, user?.password_hash)) || !user)
    throw unauthorized('Email or password is wrong.');
  return openSession(ctx.db, user);
}

async function openSession(db: Db, user: UserRow): Promise<SignIn> {
  const token = newToken(SESSION_PREFIX);
  const expires_at = systemTimeIn(SESSION_MS);
  await db('sessions').insert({ token_hash: hashToken(token), user_id: user.id, expires_at });
  return { user, token, expires_at };
}

export async function signOut(ctx: Context, token: string): Promise<void> {
  await ctx
    .db('sessions')
    .where({ token_hash: hashToken(token) })
    .delete();
}

/** Ends every session of a user. */
export async function endSessions(db: Queryable, user_id: string): Promise<void> {
  await db('sessions').where({ user_id }).delete();
}

/** Changes the password and ends every session, the present one too. */
export async function changePassword(
  ctx: Context,
  user: UserRow,
  { current_password, new_password }: { current_password: string; new_password: string },
): Promise<SignIn> {
  if (!(await verifyPassword(current_password, user.password_hash))) {
    throw invalidField('current_password', 'The current password is wrong.');
  }
  const password_hash = await hashPassword(new_password);
  await ctx.db.transaction(async (trx) => {
    await trx('users').where({ id: user.id }).update({ password_hash });
    await endSessions(trx, user.id);
  });
  return openSession(ctx.db, user);
}

/** The user of a live session. @throws AppError UNAUTHORIZED */
export async function userOfSession(db: Db, token: string): Promise<UserRow> {
  const user = await db('sessions')
    .join('users', 'users.id', 'sessions.user_id')
    .where('token_hash', hashToken(token))
    .where('expires_at', '>', systemNow())
    .select('users.*')
    .first();
  if (!user) throw unauthorized('The session is unknown or has expired. Sign in again.');
  return user;
}

/** The projects a user works in, with the role there. */
export async function listProjectsOf(
  db: Db,
  user_id: string,
  { limit, after }: PageRequest,
): Promise<Page<{ id: string; name: string; role: Role; created_at: Date }>> {
  const query = db('staff')
    .join('projects', 'projects.id', 'staff.project_id')
    .where('staff.user_id', user_id);
  if (after) void query.where('projects.id', '<', after);
  const rows = await query
    .orderBy('projects.id', 'desc')
    .limit(limit + 1)
    .select('projects.id', 'projects.name', 'staff.role', 'projects.created_at');
  return page(rows, limit, (row) => row.id);
}

export async function cleanUpSessions(db: Db): Promise<number> {
  return db('sessions').where('expires_at', '<', systemNow()).delete();
}

export function presentUser({ id, email, name, operator, created_at }: UserRow) {
  return { id, email, name, operator, created_at };
}

export async function isOperator(db: Queryable, user_id: string): Promise<boolean> {
  return (await db<UserRow>('users').where({ id: user_id, operator: true }).first('id')) !== undefined;
}

/** Makes a user a platform operator, or no longer one. @returns false for an unknown email */
export async function setOperator(db: Db, email: string, operator: boolean): Promise<boolean> {
  return (await db('users').whereRaw('lower(email) = lower(?)', [email]).update({ operator })) > 0;
}
