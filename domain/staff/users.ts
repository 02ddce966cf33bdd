/** Users and their sessions. Session tokens are opaque, stored hashed, and last 12 hours. */
import { hashPassword, hashToken, newToken, verifyPassword } from '../../core/crypto.ts';
import { systemTimeIn, systemNow } from '../../core/clock.ts';
import { invalidField, refusal, unauthorized } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { brokenUnique, type Db, type Queryable } from '../../db/connection.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import type { Context } from '../platform/context.ts';
import { Project, type ProjectRow } from './project.model.ts';
import type { Role } from './roles.rules.ts';
import { Session } from './session.model.ts';
import { User, type UserRow } from './user.model.ts';

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
    return await User.query(db)
      .insert({ id: newId('user'), email, name, operator, password_hash: await hashPassword(password) })
      .returning('*');
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
  const user = await User.query(ctx.db).whereRaw('lower(email) = lower(?)', [email]).first();
  if (!(await verifyPassword(password, user?.password_hash)) || !user)
    throw unauthorized('Email or password is wrong.');
  return openSession(ctx.db, user);
}

async function openSession(db: Db, user: UserRow): Promise<SignIn> {
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
    await User.query(trx).where({ id: user.id }).patch({ password_hash });
    await endSessions(trx, user.id);
  });
  return openSession(ctx.db, user);
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

export type OwnProject = Pick<ProjectRow, 'id' | 'name' | 'created_at'> & { role: Role };

/** The projects a user works in, with the role there, the newest project first. */
export function listProjectsOf(db: Db, user_id: string, request: PageRequest): Promise<Page<OwnProject>> {
  return Project.query(db)
    .join('staff', 'staff.project_id', 'projects.id')
    .where('staff.user_id', user_id)
    .select('projects.id', 'projects.name', 'staff.role', 'projects.created_at')
    .paginate<OwnProject>(request);
}

export async function cleanUpSessions(db: Db): Promise<number> {
  return Session.query(db).where('expires_at', '<', systemNow()).delete();
}

export async function isOperator(db: Queryable, user_id: string): Promise<boolean> {
  return (await User.query(db).where({ id: user_id, operator: true }).select('id').first()) !== undefined;
}

/** Makes a user a platform operator, or no longer one. @returns false for an unknown email */
export async function setOperator(db: Db, email: string, operator: boolean): Promise<boolean> {
  return (await User.query(db).whereRaw('lower(email) = lower(?)', [email]).patch({ operator })) > 0;
}
