/** Whether money that is still to come can be paid into a savings account. */
import { refusal } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { SavingsAccount } from './account.model.ts';

/** @throws AppError NOT_FOUND, `account_inactive`, `savings_account_fixed` */
export async function requirePayable(
  db: Queryable,
  scope: Scope,
  { member_id, id }: { member_id: string; id: string },
): Promise<void> {
  const account = await SavingsAccount.query(db).where({ member_id }).findInScope(scope, id);
  if (account.status === 'closed') throw refusal('account_inactive', 'The savings account is closed.');
  if (account.kind === 'fixed') throw refusal('savings_account_fixed');
}
