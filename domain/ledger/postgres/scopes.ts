/** Which scope (project and environment) an account belongs to, which never changes: each account is looked up once. */
import type pg from 'pg';
import type { Transfer } from '../backend.port.ts';
import { arrayLiteral } from './rows.ts';
import { READ_SCOPES } from './statements.ts';

/** Accounts remembered at once: some 20 MB. */
const MAX_KNOWN = 200_000;

export class AccountScopes {
  private readonly known = new Map<string, number>();

  /** The numbers of the scopes of these transfers' accounts, in order. Accounts that do not exist have none. */
  async of(pool: pg.Pool, chains: Iterable<Transfer[]>): Promise<number[]> {
    const ids = new Set<string>();
    for (const chain of chains)
      for (const { debit_account_id, credit_account_id } of chain)
        ids.add(debit_account_id).add(credit_account_id);
    const unknown = [...ids].filter((id) => !this.known.has(id));
    if (unknown.length > 0) await this.load(pool, unknown);
    const numbers = new Set<number>();
    for (const id of ids) {
      const number = this.known.get(id);
      if (number !== undefined) numbers.add(number);
    }
    return [...numbers].toSorted((a, b) => a - b);
  }

  private async load(pool: pg.Pool, ids: string[]): Promise<void> {
    const { rows } = await pool.query<{ account_id: string; scope_number: number }>({
      name: 'ledger-scopes',
      text: READ_SCOPES,
      values: [arrayLiteral(ids)],
    });
    if (this.known.size + rows.length > MAX_KNOWN) this.known.clear();
    for (const { account_id, scope_number } of rows) this.known.set(account_id, scope_number);
  }
}
