/** Users: registration, sign-in, and the projects in which they work. */
import { hashPassword, verifyPassword } from '../../../core/crypto.ts';
import { limitConcurrency } from '../../../core/concurrency.ts';
import { AppError, refusal, unauthorized } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { brokenUnique, type Db, type Queryable, type Transaction } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import type { Context } from '../../platform/context.ts';
import { auditFailure, auditUser } from './audit-user.ts';
import { findUser, lockUnchanged } from './find-user.ts';
import { Project, type ProjectRow } from '../projects/project.model.ts';
import type { Role } from '../projects/roles.rules.ts';
import { askToVerify, refuseBadPassword } from './passwords.ts';
import { enter, type ClientInfo, type SignIn } from '../sessions/sessions.ts';
import { FREE_ATTEMPTS, limitAttempts } from '../sessions/sign-in-limits.ts';
import { auditFactor, takeCode, type Factor } from '../totp/totp.ts';
import { User, type UserRow } from './user.model.ts';

/** Hashing a password takes a core for a while; anybody may ask for it by registering, so most cores stay for others. */
const HASHED_AT_ONCE = 2;
const MAX_WAITING = 100;
const inTurn = limitConcurrency(
  HASHED_AT_ONCE,
  MAX_WAITING,
  () =>
    new AppError('SERVICE_UNAVAILABLE', 'Too many people register at this moment. Repeat in a moment.', {
      retry_after_s: 5,
    }),
);

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
    const user = await inTurn(() =>
      createUser(ctx.db, { ...request, awaits_verification: ctx.mailer !== null }),
    );
    await askToVerify(ctx, user);
    return ctx.db.transaction((trx) => enter(trx, user, client));
  });
}

/** @throws AppError `email_taken` */
export async function createUser(
  db: Db,
  {
    email,
    password,
    name,
    operator = false,
    awaits_verification = false,
  }: { email: string; password: string; name: string; operator?: boolean; awaits_verification?: boolean },
): Promise<UserRow> {
  try {
    return await User.query(db)
      .insert({
        id: newId('user'),
        email,
        name,
        operator,
        awaits_verification,
        password_hash: await hashPassword(password),
      })
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
 * The same answer, after the same work, for a wrong password and an unknown email.
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
    if (!(await verifyPassword(password, user?.password_hash)) || !user) throw wrong;
    return ctx.db.transaction(async (trx) => {
      if (!(await lockUnchanged(trx, user))) throw wrong;
      const factor = await requireCode(ctx, trx, user, code);
      const entered = await enter(trx, user, client);
      await auditFactor(trx, user.id, factor);
      await auditUser(trx, user.id, 'sign_in.succeeded');
      return entered;
    });
  };
  // As it was registered: other spellings that the database takes for the same count for the same.
  const aim = { purpose: 'sign_in', email: user?.email ?? email, address: client.address } as const;
  return limitAttempts(ctx.db, aim, attempt, {
    // Who has the password learns so that a code is needed: that is a step, and no guess.
    counts: ({ reason }) => reason !== 'totp_required' || code !== undefined,
    failed(attempts) {
      if (!user) return;
      auditFailure(ctx, user.id, 'sign_in.failed');
      if (attempts === FREE_ATTEMPTS) auditFailure(ctx, user.id, 'sign_in.slowed_down');
    },
  });
}

/** @throws AppError `totp_required` where there is a second factor, and the code is none of it, or was used */
async function requireCode(
  ctx: Context,
  trx: Transaction,
  user: UserRow,
  code: string | undefined,
): Promise<Factor> {
  if (!user.totp_confirmed_at) return null;
  const factor = code === undefined ? null : await takeCode(ctx, trx, user, code);
  if (factor) return factor;
  throw new AppError('UNAUTHORIZED', 'Send a valid code of your second factor along.', {
    reason: 'totp_required',
  });
}

export type OwnProject = Pick<ProjectRow, 'id' | 'name' | 'created_at'> & { role: Role };

/** The projects a user works in, with the role there, the newest project first. */
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
