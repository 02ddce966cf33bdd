/** Users: registration, sign-in, passwords, and the projects in which they work. */
import { hashPassword, verifyPassword } from '../../core/crypto.ts';
import { invalidField, refusal, unauthorized } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { brokenUnique, type Db, type Queryable } from '../../db/connection.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import type { Context } from '../platform/context.ts';
import { Project, type ProjectRow } from './project.model.ts';
import type { Role } from './roles.rules.ts';
import { endSessions, openSession, type SignIn } from './sessions.ts';
import { User, type UserRow } from './user.model.ts';

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
