/** Which accounts the generic transfer and hold endpoints may debit and credit. */
import { invalidField, refusal, type AppError } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import type { Unit } from '../../platform/unit.ts';
import type { AccountRow } from './accounts.ts';
import { ACCOUNT_KINDS } from '../rules/kinds.rules.ts';

/** From which account to which. */
interface Direction {
  debit_account_id: string;
  credit_account_id: string;
}

export type Accounts = ReadonlyMap<string, AccountRow>;

/** Accounts remembered at once, for each database: some 20 MB. */
const MAX_KNOWN = 50_000;

/** Accounts never change: each is looked up once. */
const knownBy = new WeakMap<Db, Map<string, AccountRow>>();

/** The accounts that these would move money between, of any scope. */
export async function readAccounts(
  { ctx: { db }, trx }: Pick<Unit, 'ctx' | 'trx'>,
  directions: readonly Direction[],
): Promise<Accounts> {
  const known = knownBy.get(db) ?? new Map<string, AccountRow>();
  knownBy.set(db, known);
  const ids = new Set(directions.flatMap((each) => [each.debit_account_id, each.credit_account_id]));
  const unknown = [...ids].filter((id) => !known.has(id));
  const read =
    unknown.length === 0
      ? []
      : await trx<AccountRow>('ledger_accounts').whereRaw('id = any(?::uuid[])', [unknown]);
  const found = new Map(read.map((row) => [row.id, row]));
  for (const id of ids) {
    const account = known.get(id);
    if (account) found.set(id, account);
  }
  if (known.size + read.length > MAX_KNOWN) known.clear();
  for (const row of read) known.set(row.id, row);
  return found;
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

function inScope(account: AccountRow | undefined, { project_id, environment }: Scope): AccountRow | null {
  return account?.project_id === project_id && account.environment === environment ? account : null;
}
