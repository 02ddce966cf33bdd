/** Fixed accounts by the ids that requests name. */
import type { Queryable } from '../../../db/connection.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { SavingsAccount, type SavingsAccountRow } from '../accounts/account.model.ts';
import { SavingsTerm, type SavingsTermRow } from './term.model.ts';

/** The fixed account of that member with that id; null where it is another one. */
export async function findFixedAccount(
  { ctx, scope }: ScopedContext,
  member_id: string,
  id: string | undefined,
): Promise<SavingsAccountRow | null> {
  if (id === undefined) return null;
  const found = await SavingsAccount.query(ctx.db)
    .inScope(scope)
    .where({ id, member_id, kind: 'fixed' })
    .first();
  return found ?? null;
}

/** The term that runs; undefined once the account is paid out or broken. */
export async function findRunningTerm(
  db: Queryable,
  account_id: string,
): Promise<SavingsTermRow | undefined> {
  return SavingsTerm.query(db).where({ account_id, status: 'running' }).first();
}
