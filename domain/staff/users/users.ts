/** Users: registration, sign-in, and the projects in which they work. */
import { hashPassword, verifyPassword } from '../../../core/crypto.ts';
import { AppError, refusal, unauthorized } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { brokenUnique } from '../../../db/faults.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Unit } from '../../platform/unit.ts';
import { auditFailure, auditUser } from './audit-user.ts';
import { findUser, lockUnchanged } from './find-user.ts';
import { hashInTurn } from '../passwords/hash-in-turn.ts';
import { Project, type ProjectRow } from '../projects/project.model.ts';
import type { Role } from '../projects/roles.rules.ts';
import { refuseBadPassword, sendVerification } from '../passwords/passwords.ts';
import { createSession, type ClientInfo, type SignIn } from '../sessions/sessions.ts';
import { limitAttempts } from '../sessions/sign-in-limits.ts';
import { FREE_ATTEMPTS } from '../sessions/sign-in-limits.sql.ts';
import { auditFactor, consumeCode, type Factor } from '../totp/totp.ts';
import { User, type UserRow } from './user.model.ts';

/** @throws AppError `registration_closed`, `email_taken`, VALIDATION_ERROR, RATE_LIMITED */
export async function register(
  ctx: Context,
  request: { email: string; password: string; name: string },
  client: ClientInfo,
): Promise<SignIn> {
  if (!ctx.config.open_registration) throw refusal('registration_closed');
  refuseBadPassword('password', request.password, request.email);
  const attempt = { purpose: 'register', email: request.email, address: client.address } as const;
  return limitAttempts(ctx.db, attempt, async () => {
    const { password, ...facts } = request;
    const password_hash = await hashInTurn(client.address, () => hashPassword(password));
    const user = await insertUser(ctx.db, {
      ...facts,
      password_hash,
      awaits_verification: ctx.mailer !== null,
    });
    await sendVerification(ctx, user);
    return ctx.db.transaction((trx) => createSession(trx, user, client));
  });
}

interface NewUser {
  email: string;
  name: string;
  operator?: boolean;
  awaits_verification?: boolean;
}

/** For programs; requests hash in turn. @throws AppError `email_taken` */
export async function createUser(
  db: Db,
  { password, ...user }: NewUser & { password: string },
): Promise<UserRow> {
  return insertUser(db, { ...user, password_hash: await hashPassword(password) });
}

/** @throws AppError `email_taken` */
async function insertUser(db: Db, user: NewUser & { password_hash: string }): Promise<UserRow> {
  try {
    return await User.query(db)
      .insert({ id: newId('user'), ...user })
      .returning('*');
  } catch (error) {
    if (brokenUnique(error) === 'users_email_key') throw refusal('email_taken');
    throw error;
  }
}

interface Credentials {
  email: string;
  password: string;
  /** Of the second factor. */
  code?: string | undefined;
}

/**
 * A wrong password and an unknown email are answered alike, after the same work.
 * @throws AppError UNAUTHORIZED, `totp_required`, RATE_LIMITED
 */
export async function signIn(
  ctx: Context,
  { email, password, code }: Credentials,
  client: ClientInfo,
): Promise<SignIn> {
  const user = await findUser(ctx.db, email);
  const attempt = async (): Promise<SignIn> => {
    const wrong = unauthorized('Email or password is wrong.');
    const is_right = await hashInTurn(client.address, () => verifyPassword(password, user?.password_hash));
    if (!is_right || !user) throw wrong;
    return inTransaction({ ctx }, async (unit) => {
      const { trx } = unit;
      if (!(await lockUnchanged(trx, user))) throw wrong;
      const factor = await requireCode(unit, user, code);
      const session = await createSession(trx, user, client);
      await auditFactor(trx, user.id, factor);
      await auditUser(trx, user.id, 'sign_in.succeeded');
      return session;
    });
  };
  // The email as it was registered: spellings that the database treats alike share one limit.
  const limited = { purpose: 'sign_in', email: user?.email ?? email, address: client.address } as const;
  return limitAttempts(ctx.db, limited, attempt, {
    // With the right password the answer says that a code is needed: a step of signing in, and no guess.
    counts: ({ reason }) => reason !== 'totp_required' || code !== undefined,
    failed(attempts) {
      if (!user) return;
      auditFailure(ctx, user.id, 'sign_in.failed');
      if (attempts === FREE_ATTEMPTS) auditFailure(ctx, user.id, 'sign_in.slowed_down');
    },
  });
}

/** @throws AppError `totp_required` where there is a second factor, and the code is missing, wrong or was used */
async function requireCode(unit: Unit, user: UserRow, code: string | undefined): Promise<Factor | null> {
  if (!user.totp_confirmed_at) return null;
  const factor = code === undefined ? null : await consumeCode(unit, user, code);
  if (factor) return factor;
  throw new AppError('UNAUTHORIZED', 'A valid code of your second factor is required.', {
    reason: 'totp_required',
  });
}

export type OwnProject = Pick<ProjectRow, 'id' | 'name' | 'created_at'> & { role: Role };

/** The projects in which a user works, with the role there, the newest project first. */
export function listProjectsOf(db: Db, user_id: string, request: PageRequest): Promise<Page<OwnProject>> {
  return Project.query(db)
    .join('staff', 'staff.project_id', 'projects.id')
    .where({ 'staff.user_id': user_id, 'staff.status': 'active' })
    .select('projects.id', 'projects.name', 'staff.role', 'projects.created_at')
    .paginate<OwnProject>(request);
}

export async function isOperator(db: Queryable, user_id: string): Promise<boolean> {
  return (await User.query(db).where({ id: user_id, operator: true }).select('id').first()) !== undefined;
}

/** Makes a user a platform operator, or no longer one. @returns false for an unknown email */
export async function setOperator(db: Db, email: string, operator: boolean): Promise<boolean> {
  return (await User.query(db).whereRaw('lower(email) = lower(?)', [email]).patch({ operator })) > 0;
}
