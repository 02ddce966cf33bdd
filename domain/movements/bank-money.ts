/** Money that came into a bank account, or is to leave one: the account that a request names, and the bank's reference. */
import type { NamedAccount } from '../chart/index.ts';

/** What a request says about the bank; nothing where the money is not the bank's. */
export interface BankMoney {
  /** Code or id of the account. */
  account?: string;
  reference?: string;
}

/** The accounts as the checker reads them. */
export function describe(accounts: readonly NamedAccount[]): string {
  return accounts.map(({ code, name }) => `bank account ${code} ${name}`).join(', ');
}

/** Follows the movement in what the checker reads; nothing where the bank does not pay. */
export function inSummary(accounts: readonly NamedAccount[]): string {
  return accounts.length === 0 ? '' : ` from ${describe(accounts)}`;
}
