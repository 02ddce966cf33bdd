/** Users by their e-mail, whatever its case. */
import type { Queryable, Transaction } from '../../../db/connection.ts';
import { User, type UserRow } from './user.model.ts';

export async function findUser(db: Queryable, email: string): Promise<UserRow | undefined> {
  return User.query(db).whereRaw('lower(email) = lower(?)', [email]).first();
}

/**
 * Locks a user after the password or code was checked, which takes long.
 * @returns null when either was changed meanwhile, which makes the check void
 */
export async function lockUnchanged(
  trx: Transaction,
  { id, password_hash, totp_confirmed_at }: UserRow,
): Promise<UserRow | null> {
  const user = await User.query(trx).where({ id, password_hash }).forNoKeyUpdate().first();
  return user?.totp_confirmed_at?.getTime() === totp_confirmed_at?.getTime() ? (user ?? null) : null;
}
