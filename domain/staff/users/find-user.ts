/** Users by their e-mail, however its letters are written. */
import type { Queryable, Transaction } from '../../../db/connection.ts';
import { User, type UserRow } from './user.model.ts';

export async function findUser(db: Queryable, email: string): Promise<UserRow | undefined> {
  return User.query(db).whereRaw('lower(email) = lower(?)', [email]).first();
}

/**
 * Locks a user whose password or code was checked, which takes long. Null when either was changed meanwhile: what was checked
 * counts no more.
 */
export async function lockUnchanged(
  trx: Transaction,
  { id, password_hash, totp_confirmed_at }: UserRow,
): Promise<UserRow | null> {
  const user = await User.query(trx).where({ id, password_hash }).forNoKeyUpdate().first();
  return user?.totp_confirmed_at?.getTime() === totp_confirmed_at?.getTime() ? (user ?? null) : null;
}
