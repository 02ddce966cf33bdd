/** Which accounts the generic transfer and hold endpoints may debit and credit. */
import { invalidField, refusal, type AppError } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { Unit } from '../../platform/unit.ts';
import type { AccountRow } from './accounts.ts';
import { inScope, readKnownAccounts, type Accounts } from './known-accounts.ts';
import { ACCOUNT_KINDS } from '../rules/kinds.rules.ts';

/** From which account to which. */
interface Direction {
  debit_account_id: string;
  credit_account_id: string;
}

/** The accounts that these would move money between, of any scope. */
export function readAccounts(
  { ctx: { db }, trx = db }: Pick<Unit, 'ctx'> & { trx?: Queryable },
  directions: readonly Direction[],
): Promise<Accounts> {
  const ids = directions.flatMap((each) => [each.debit_account_id, each.credit_account_id]);
  return readKnownAccounts(db, ids, trx);
}

/**
 * Both accounts, or why nothing may be moved between them: account_not_found (also for those of other scopes), those that only
 * the service itself may debit or credit, currency_mismatch.
 */
export function movableAccounts(
  accounts: Accounts,
  scope: Scope,
  { debit_account_id, credit_account_id }: Direction,
): { debit: AccountRow; credit: AccountRow } | AppError {
  const debit = inScope(accounts.get(debit_account_id), scope);
  const credit = inScope(accounts.get(credit_account_id), scope);
  if (!debit || !credit) return refusal('account_not_found');
  if (debit === credit) return invalidField('credit_account_id', 'The two accounts must be different.');
  if (ACCOUNT_KINDS[debit.kind].generic !== 'both')
    return refusal('account_refused', `An account of kind ${debit.kind} cannot be debited here.`);
  if (ACCOUNT_KINDS[credit.kind].generic === 'none')
    return refusal('account_refused', `An account of kind ${credit.kind} cannot be credited here.`);
  if (debit.currency !== credit.currency) return refusal('currency_mismatch');
  return { debit, credit };
}
