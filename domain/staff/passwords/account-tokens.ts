/** One-time tokens that prove the ownership of an account: sent to its address, or handed over by an operator. Stored hashed. */
import { HOUR_MS } from '../../../core/local-date.ts';
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { hashToken, newToken } from '../../../core/crypto.ts';
import { refusal } from '../../../core/errors.ts';
import type { Db, Queryable, Transaction } from '../../../db/connection.ts';
import { AccountToken, type TokenPurpose } from './account-token.model.ts';
import { User, type UserRow } from '../users/user.model.ts';

const KINDS: Record<TokenPurpose, { prefix: string; lasts_ms: number }> = {
  password_reset: { prefix: 'ush_reset_', lasts_ms: HOUR_MS },
  email_verification: { prefix: 'ush_verify_', lasts_ms: 24 * HOUR_MS },
};

/** A new token, in place of earlier ones for the same purpose. */
export async function issueToken(trx: Transaction, user_id: string, purpose: TokenPurpose): Promise<string> {
  const { prefix, lasts_ms } = KINDS[purpose];
  const token = newToken(prefix);
  // The row lock serialises the requests of a user, so that one token is left.
  await User.query(trx).where({ id: user_id }).forNoKeyUpdate().select('id');
  await AccountToken.query(trx).where({ user_id, purpose }).delete();
  await AccountToken.query(trx).insert({
    token_hash: hashToken(token),
    user_id,
    purpose,
    expires_at: systemTimeIn(lasts_ms),
  });
  return token;
}

/** The user of the token, which stays valid. @throws AppError `token_invalid` */
export async function userOfToken(db: Queryable, token: string, purpose: TokenPurpose): Promise<UserRow> {
  const user = await User.query(db)
    .join('account_tokens', 'account_tokens.user_id', 'users.id')
    .where({ 'account_tokens.token_hash': hashToken(token), 'account_tokens.purpose': purpose })
    .where('account_tokens.expires_at', '>', systemNow())
    .select('users.*')
    .first();
  if (!user) throw refusal('token_invalid');
  return user;
}

/** Consumes the token. @returns its user's id @throws AppError `token_invalid` */
export async function consumeToken(trx: Transaction, token: string, purpose: TokenPurpose): Promise<string> {
  const [taken] = await AccountToken.query(trx)
    .where({ token_hash: hashToken(token), purpose })
    .where('expires_at', '>', systemNow())
    .delete()
    .returning('user_id');
  if (!taken) throw refusal('token_invalid');
  return taken.user_id;
}

export function deleteExpiredTokens(db: Db): Promise<number> {
  return AccountToken.query(db).where('expires_at', '<', systemNow()).delete().then(Number);
}
