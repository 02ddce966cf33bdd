/** Which accounts the generic transfer and hold endpoints may debit and credit. */
import { invalidField, refusal } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import type { AccountRow } from './accounts.ts';
import { ACCOUNT_KINDS } from './kinds.rules.ts';

/**
 * Finds both accounts, and refuses those that only the service itself may debit or credit.
 * @throws AppError account_not_found (also for those of other scopes), account_refused, currency_mismatch
 */
export async function movableAccounts(
  db: Db,
  scope: Scope,
  debit_account_id: string,
  credit_account_id: string,
): Promise<{ debit: AccountRow; credit: AccountRow }> {
  const rows = await db<AccountRow>('ledger_accounts')
    .where({ project_id: scope.project_id, environment: scope.environment })
    .whereIn('id', [debit_account_id, credit_account_id]);
  const debit = rows.find(({ id }) => id === debit_account_id);
  const credit = rows.find(({ id }) => id === credit_account_id);
  if (!debit || !credit) throw refusal('account_not_found');
  if (debit === credit) throw invalidField('credit_account_id', 'The two accounts must be different.');
  if (ACCOUNT_KINDS[debit.kind].generic !== 'both') {
    throw refusal('account_refused', `An account of kind ${debit.kind} cannot be debited here.`);
  }
  if (ACCOUNT_KINDS[credit.kind].generic === 'none') {
    throw refusal('account_refused', `An account of kind ${credit.kind} cannot be credited here.`);
  }
  if (debit.currency !== credit.currency) throw refusal('currency_mismatch');
  return { debit, credit };
}
