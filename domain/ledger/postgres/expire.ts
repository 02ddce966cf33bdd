/** The sweep that releases expired holds, in transactions of its own. */
import type pg from 'pg';
import type { ScopeChoice } from '../backend.port.ts';
import { expirePending } from '../rules/holds.rules.ts';
import { begin, lockAccounts, readPending } from './lock.ts';
import { arrayLiteral } from './rows.ts';
import { READ_EXPIRED } from './statements.ts';
import { writeBalances, writePending } from './write.ts';

/** Holds released in one transaction. */
const MAX_EXPIRIES_PER_COMMIT = 1_000;

/** Releases holds that have expired by then. @returns how many */
export async function expireHolds(pool: pg.Pool, now_ns: bigint, scopes: ScopeChoice): Promise<number> {
  const [only, except] = typeof scopes === 'number' ? [scopes, []] : [null, scopes.except];
  const client = await pool.connect();
  try {
    const due = await client.query(READ_EXPIRED, [
      now_ns,
      MAX_EXPIRIES_PER_COMMIT,
      only,
      arrayLiteral([...except]),
    ]);
    if (due.rows.length === 0) return 0;
    // No clock is needed: what is released gets no timestamp.
    await begin(client, []);
    // As everywhere: accounts are locked first and in id order, then the state is read under the locks.
    const accounts = await lockAccounts(client, [
      ...new Set(due.rows.flatMap((row) => [row.debit_account_id, row.credit_account_id])),
    ]);
    const open = (
      await readPending(
        client,
        due.rows.map((row) => row.id),
        new Map(),
      )
    ).filter((each) => each.status === 'pending');
    for (const each of open) expirePending(accounts, each);
    await writePending(client, open);
    await writeBalances(client, [...accounts.values()]);
    await client.query('commit');
    return open.length;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
