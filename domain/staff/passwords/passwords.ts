/** Passwords: changed with the current one, or reset with a one-time token. */
import { hashPassword, verifyPassword } from '../../../core/crypto.ts';
import { invalidField, refusal } from '../../../core/errors.ts';
import { SYSTEM } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { requestEmail } from '../users/account-emails.ts';
import { inTransaction } from '../../platform/unit.ts';
import { useFactor } from '../totp/totp.ts';
import { consumeToken, issueToken, userOfToken } from './account-tokens.ts';
import { auditUser } from '../users/audit-user.ts';
import { findUser, lockUnchanged } from '../users/find-user.ts';
import { hashInTurn } from './hash-in-turn.ts';
import { passwordProblem } from './password.rules.ts';
import {
  createSession,
  endSessions,
  type ClientInfo,
  type SignedIn,
  type SignIn,
} from '../sessions/sessions.ts';
import { limitAttempts, recordKnownAddress } from '../sessions/sign-in-limits.ts';
import { User, type UserRow } from '../users/user.model.ts';

/** @param path of the field @throws AppError VALIDATION_ERROR */
export function refuseBadPassword(path: string, password: string, email: string): void {
  const problem = passwordProblem(password, email);
  if (problem) throw invalidField(path, `"${path}" ${problem}`);
}

interface PasswordChange {
  current_password: string;
  new_password: string;
  code?: string | undefined;
}

/**
 * Changes the password and ends every session, the current one too.
 * @param code of the second factor, for a user who has one
 * @throws AppError `second_factor_required`, VALIDATION_ERROR, RATE_LIMITED
 */
export async function changePassword(
  { ctx, user, client }: SignedIn,
  { current_password, new_password, code }: PasswordChange,
): Promise<SignIn> {
  if (user.totp_confirmed_at && code === undefined) throw refusal('second_factor_required');
  refuseBadPassword('new_password', new_password, user.email);
  const attempt = { purpose: 'change_password', email: user.email, address: client.address } as const;
  return limitAttempts(ctx.db, attempt, async () => {
    const wrong = invalidField('current_password', 'The current password is wrong.');
    const password_hash = await hashInTurn(client.address, async () => {
      if (!(await verifyPassword(current_password, user.password_hash))) throw wrong;
      return hashPassword(new_password);
    });
    return inTransaction({ ctx }, async (unit) => {
      const { trx } = unit;
      if (!(await lockUnchanged(trx, user))) throw wrong;
      if (user.totp_confirmed_at && code !== undefined) await useFactor(unit, user, code);
      await User.query(trx).where({ id: user.id }).patch({ password_hash });
      await endSessions(trx, user.id);
      const session = await createSession(trx, user, client);
      await auditUser(trx, user.id, 'password.changed');
      return session;
    });
  });
}

/** How the token for a new password is delivered: by e-mail, or by the operator of the server. */
export const RESET_DELIVERIES = ['email', 'operator'] as const;

/** @returns how the token is delivered, if a user has this email */
export async function forgetPassword(
  ctx: Context,
  email: string,
): Promise<(typeof RESET_DELIVERIES)[number]> {
  await requestEmail(ctx, email, 'password_reset');
  return ctx.mailer ? 'email' : 'operator';
}

/** For the server's command line. @returns a one-time token; null for an unknown email */
export async function issueResetToken(db: Db, email: string): Promise<string | null> {
  const user = await findUser(db, email);
  if (!user) return null;
  return db.transaction(async (trx) => {
    await auditUser(trx, user.id, 'password.reset_token_issued', SYSTEM);
    return issueToken(trx, user.id, 'password_reset');
  });
}

/**
 * Sets a new password and ends every session. The token also proves the address: it was sent there, or the operator has
 * identified the user.
 * @throws AppError `token_invalid`, VALIDATION_ERROR, RATE_LIMITED
 */
export async function resetPassword(
  ctx: Context,
  { token, new_password }: { token: string; new_password: string },
  client: ClientInfo,
): Promise<void> {
  const user = await userOfToken(ctx.db, token, 'password_reset');
  refuseBadPassword('new_password', new_password, user.email);
  const password_hash = await hashInTurn(client.address, () => hashPassword(new_password));
  await ctx.db.transaction(async (trx) => {
    await consumeToken(trx, token, 'password_reset');
    await User.query(trx).where({ id: user.id }).patch({ password_hash, awaits_verification: false });
    await endSessions(trx, user.id);
    await recordKnownAddress(trx, user, client.address);
    await auditUser(trx, user.id, 'password.reset');
  });
}

/** Sends the verification e-mail again, unless the address is verified. */
export async function sendVerification(ctx: Context, user: UserRow): Promise<void> {
  if (user.awaits_verification) await requestEmail(ctx, user.email, 'email_verification');
}

/** @throws AppError `token_invalid` */
export async function verifyEmail(ctx: Context, token: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const id = await consumeToken(trx, token, 'email_verification');
    await User.query(trx).where({ id }).patch({ awaits_verification: false });
    await auditUser(trx, id, 'email.verified');
  });
}
