/** Money that came into a bank account, or is to leave one: the account that a request names, and the bank's reference. */
import type { Queryable } from '../../db/connection.ts';
import type { Scope } from '../../core/scope.ts';
import { findBank } from '../chart/index.ts';
import type { SettingsRow } from '../cooperative/index.ts';
import type { EntryRow } from './entries/entry.model.ts';

/** What a request says about the bank; nothing where the money is not the bank's. */
export interface BankMoney {
  /** Code or id of the account. */
  account?: string;
  reference?: string;
}

/**
 * The columns of the entry for money of that source.
 * @throws AppError `account_not_found`, `account_refused`, `currency_mismatch`
 */
export async function columnsOf(
  { db, scope }: { db: Queryable; scope: Scope },
  { currency }: Pick<SettingsRow, 'currency'>,
  { account, reference }: BankMoney,
): Promise<Partial<Pick<EntryRow, 'bank_account_id' | 'reference'>>> {
  if (account === undefined) return {};
  const { id } = await findBank(db, scope, { name: account, currency });
  return { bank_account_id: id, reference: reference ?? null };
}

/** Follows the movement in what the checker reads; nothing where the bank does not pay. */
export function inSummary({ account }: BankMoney): string {
  return account === undefined ? '' : ` from bank account ${account}`;
}
