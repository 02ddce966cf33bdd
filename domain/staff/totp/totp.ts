/**
 * The second factor of a user: codes of an authenticator app, each accepted once, and recovery codes for when the app is lost.
 * The secret is encrypted, recovery codes are stored hashed.
 */
import { randomBytes } from 'node:crypto';
import { systemNow } from '../../../core/clock.ts';
import { hashToken, verifyPassword } from '../../../core/crypto.ts';
import { invalidField, refusal } from '../../../core/errors.ts';
import { CROCKFORD_ALPHABET } from '../../../core/ids.ts';
import { SYSTEM } from '../../../core/scope.ts';
import { newTotpSecret, stepOfCode, totpUrl } from '../../../core/totp.ts';
import type { Db, Queryable, Transaction } from '../../../db/connection.ts';
import { insertMany } from '../../../db/insert-many.ts';
import type { Context } from '../../platform/context.ts';
import type { SealedTable } from '../../platform/rotate-encryption.ts';
import { inTransaction, type Unit } from '../../platform/unit.ts';
import { auditUser } from '../users/audit-user.ts';
import { findUser, lockUnchanged } from '../users/find-user.ts';
import { hashInTurn } from '../passwords/hash-in-turn.ts';
import { RecoveryCode } from './recovery-code.model.ts';
import type { TotpEnrolment, TotpStatus } from './totp.presenter.ts';
import { endOtherSessions, endSessions, type SignedIn } from '../sessions/sessions.ts';
import { limitAttempts } from '../sessions/sign-in-limits.ts';
import { User, type UserRow } from '../users/user.model.ts';

const RECOVERY_CODES = 10;
/** 80 random bits, so a plain SHA-256 suffices; in groups that people can copy. */
const CODE_CHARACTERS = 16;
const GROUPS = /.{4}(?=.)/g;

export async function readTotp(db: Queryable, user: UserRow): Promise<TotpStatus> {
  const enabled = user.totp_confirmed_at !== null;
  const codes = enabled ? await RecoveryCode.query(db).where({ user_id: user.id }).select('code_hash') : [];
  return { enabled, recovery_codes_left: codes.length };
}

/**
 * Makes a secret and recovery codes, shown once. Nothing changes before a code confirms that the app has the secret; until
 * then another call replaces them.
 * @throws AppError `totp_already_enabled`, `encryption_key_missing`
 */
export async function beginTotp(ctx: Context, user: UserRow): Promise<TotpEnrolment> {
  const secret = newTotpSecret();
  const recovery_codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const totp_sealed = ctx.secrets.seal(secret, sealContext(user));
  await ctx.db.transaction(async (trx) => {
    const begun = await User.query(trx)
      .where({ id: user.id })
      .whereNull('totp_confirmed_at')
      .patch({ totp_sealed, totp_last_step: null });
    if (begun === 0) throw refusal('totp_already_enabled');
    await RecoveryCode.query(trx).where({ user_id: user.id }).delete();
    const rows = recovery_codes.map((code) => ({ user_id: user.id, code_hash: hashToken(normalized(code)) }));
    await insertMany(trx, RecoveryCode.tableName, rows, { answered: 'code_hash' });
  });
  return { secret, otpauth_url: totpUrl(secret, user.email), recovery_codes };
}

function newRecoveryCode(): string {
  const characters = [...randomBytes(CODE_CHARACTERS)].map((byte) => CROCKFORD_ALPHABET[byte % 32]);
  return characters.join('').replace(GROUPS, '$&-');
}

/** Accepts the spellings that people type. */
function normalized(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

/**
 * Turns the second factor on. Other sessions, which were opened without a code, end.
 * @param token of the current session
 * @throws AppError `invalid_state`, VALIDATION_ERROR, RATE_LIMITED
 */
export async function confirmTotp(
  caller: SignedIn,
  { code, token }: { code: string; token: string },
): Promise<TotpStatus> {
  const { user } = caller;
  if (user.totp_confirmed_at) throw refusal('totp_already_enabled');
  if (user.totp_sealed === null)
    throw refusal('invalid_state', 'Ask for a secret first: POST /api/auth/totp.');
  return limitCodes(caller, () =>
    inTransaction(caller, async (unit) => {
      const { trx } = unit;
      if (!(await consumeTotp(unit, user, code))) throw wrongCode();
      const confirmed = await User.query(trx)
        .where({ id: user.id, totp_sealed: user.totp_sealed })
        .whereNull('totp_confirmed_at')
        .patch({ totp_confirmed_at: systemNow() });
      if (confirmed === 0) throw refusal('invalid_state', 'The secret was replaced meanwhile.');
      await endOtherSessions(trx, user.id, token);
      await auditUser(trx, user.id, 'totp.enabled');
      return { enabled: true, recovery_codes_left: RECOVERY_CODES };
    }),
  );
}

/** @throws AppError `invalid_state`, VALIDATION_ERROR, RATE_LIMITED */
export async function disableTotp(
  caller: SignedIn,
  { password, code }: { password: string; code: string },
): Promise<TotpStatus> {
  const { user } = caller;
  if (!user.totp_confirmed_at) throw refusal('invalid_state', 'There is no second factor.');
  return limitCodes(caller, async () => {
    const wrong = invalidField('password', 'The password is wrong.');
    const { address } = caller.client;
    if (!(await hashInTurn(address, () => verifyPassword(password, user.password_hash)))) throw wrong;
    return inTransaction(caller, async (unit) => {
      const { trx } = unit;
      if (!(await lockUnchanged(trx, user))) throw wrong;
      await useFactor(unit, user, code);
      await removeFactor(trx, user.id);
      await auditUser(trx, user.id, 'totp.disabled');
      return { enabled: false, recovery_codes_left: 0 };
    });
  });
}

/**
 * For a user who has lost the app and the recovery codes, and whom the operator has identified. Sessions end; the user signs in
 * again with the password alone.
 * @returns whether there was a second factor; null when no user has that email
 */
export async function removeTotp(db: Db, email: string): Promise<boolean | null> {
  const user = await findUser(db, email);
  if (!user) return null;
  if (!user.totp_confirmed_at) return false;
  await db.transaction(async (trx) => {
    await removeFactor(trx, user.id);
    await endSessions(trx, user.id);
    await auditUser(trx, user.id, 'totp.removed', SYSTEM);
  });
  return true;
}

async function removeFactor(trx: Transaction, user_id: string): Promise<void> {
  await User.query(trx)
    .where({ id: user_id })
    .patch({ totp_sealed: null, totp_confirmed_at: null, totp_last_step: null });
  await RecoveryCode.query(trx).where({ user_id }).delete();
}

function limitCodes<Result>(
  { ctx, user: { email }, client: { address } }: SignedIn,
  attempt: () => Promise<Result>,
): Promise<Result> {
  return limitAttempts(ctx.db, { purpose: 'totp', email, address }, attempt);
}

function wrongCode() {
  return invalidField('code', 'The code is wrong, too old, or was used.');
}

export type Factor = 'app' | 'recovery_code';

/** Accepts a code of the app, or a recovery code: each once. @returns which of them it was; null for a wrong code */
export async function consumeCode(unit: Unit, user: UserRow, code: string): Promise<Factor | null> {
  if (await consumeTotp(unit, user, code)) return 'app';
  const used = await RecoveryCode.query(unit.trx)
    .where({ user_id: user.id, code_hash: hashToken(normalized(code)) })
    .delete();
  return used > 0 ? 'recovery_code' : null;
}

/** The same for a user who is signed in; records it. @throws AppError VALIDATION_ERROR for a wrong code */
export async function useFactor(unit: Unit, user: UserRow, code: string): Promise<void> {
  const factor = await consumeCode(unit, user, code);
  if (factor === null) throw wrongCode();
  await auditFactor(unit.trx, user.id, factor);
}

/** Records the use of a recovery code. */
export async function auditFactor(trx: Transaction, user_id: string, factor: Factor | null): Promise<void> {
  if (factor === 'recovery_code') await auditUser(trx, user_id, 'totp.recovery_code_used');
}

async function consumeTotp({ ctx, trx }: Unit, user: UserRow, code: string): Promise<boolean> {
  if (user.totp_sealed === null) return false;
  const secret = ctx.secrets.open(user.totp_sealed, sealContext(user));
  const step = stepOfCode(secret, normalized(code), systemNow());
  if (step === null) return false;
  // Of concurrent requests with the same code only one finds an earlier step.
  const accepted = await User.query(trx)
    .where({ id: user.id })
    .where((last) => last.whereNull('totp_last_step').orWhere('totp_last_step', '<', step))
    .patch({ totp_last_step: BigInt(step) });
  return accepted > 0;
}

function sealContext({ id }: Pick<UserRow, 'id'>): string {
  return `totp:${id}`;
}

/** The encrypted secrets. */
export const sealedTotp: SealedTable = {
  table: User.tableName,
  key: ['id'],
  reseal(row, reseal) {
    const { id, totp_sealed } = row as unknown as UserRow;
    const resealed = totp_sealed === null ? null : reseal(totp_sealed, sealContext({ id }));
    return resealed === null ? {} : { totp_sealed: resealed };
  },
};
