/** Which scope (project and environment) an account belongs to, which never changes: each account is looked up once. */
import type pg from 'pg';
import type { Transfer } from '../backend.port.ts';
import { arrayLiteral } from './rows.ts';
import { READ_SCOPES } from './statements.ts';

/** Accounts remembered at once: some 20 MB. */
const MAX_KNOWN = 200_000;

export class AccountScopes {
  private readonly known = new Map<string, number>();

  /**
   * The numbers of the scopes of these transfers' accounts, in order. Accounts that do not exist have none.
   * @param committed of a transaction under way: a clock that it starts is there only then
   */
  async of(
    client: pg.Pool | pg.ClientBase,
    chains: Iterable<Transfer[]>,
    committed?: Promise<unknown>,
  ): Promise<number[]> {
    const ids = new Set<string>();
    for (const chain of chains)
      for (const { debit_account_id, credit_account_id } of chain)
        ids.add(debit_account_id).add(credit_account_id);
    const unknown = [...ids].filter((id) => !this.known.has(id));
    const found = unknown.length > 0 ? await read(client, unknown) : new Map<string, number>();
    const numbers = new Set<number>();
    for (const id of ids) {
      const number = this.known.get(id) ?? found.get(id);
      if (number !== undefined) numbers.add(number);
    }
    if (committed)
      committed.then(
        () => this.remember(found),
        () => undefined,
      );
    else this.remember(found);
    return [...numbers].toSorted((a, b) => a - b);
  }

  private remember(found: Map<string, number>): void {
    if (this.known.size + found.size > MAX_KNOWN) this.known.clear();
    for (const [id, number] of found) this.known.set(id, number);
  }
}

async function read(client: pg.Pool | pg.ClientBase, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await (client as pg.Pool).query<{ account_id: string; scope_number: number }>({
    name: 'ledger-scopes',
    text: READ_SCOPES,
    values: [arrayLiteral(ids)],
  });
  return new Map(rows.map(({ account_id, scope_number }) => [account_id, scope_number]));
}
