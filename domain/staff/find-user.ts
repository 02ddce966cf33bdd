/** Users by their e-mail, however its letters are written. */
import type { Queryable } from '../../db/connection.ts';
import { User, type UserRow } from './user.model.ts';

export async function findUser(db: Queryable, email: string): Promise<UserRow | undefined> {
  return User.query(db).whereRaw('lower(email) = lower(?)', [email]).first();
}
