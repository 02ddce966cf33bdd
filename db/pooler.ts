/** A pooler between the service and PostgreSQL: what goes through it must not depend on a session. */
import type pg from 'pg';
import { UsageError } from '../core/shutdown.ts';
import { expectOne } from './rows.ts';
import type { Db } from './connection.ts';

const FACTS = "select pg_backend_pid() as pid, current_setting('statement_timeout') as statement_timeout";

/**
 * @param pooled whether the configuration says that there is one
 * @throws UsageError if there is one that the configuration does not know of, or if nothing limits statements behind it
 */
export async function checkPooler(db: Db, pooled: boolean): Promise<void> {
  const client: pg.Client & { processID?: number } = await db.client.acquireConnection();
  try {
    const { rows } = await client.query<{ pid: number; statement_timeout: string }>(FACTS);
    const { pid, statement_timeout } = expectOne(rows);
    // A pooler announces a number of its own.
    if (!pooled && pid !== client.processID)
      throw new UsageError(
        'DATABASE_URL leads to a pooler, but the queues listen and the ledger prepares statements in sessions of their own. Set DATABASE_DIRECT_URL to PostgreSQL itself; what can go through the pooler then does.',
      );
    if (pooled && statement_timeout === '0')
      throw new UsageError(
        "Nothing limits how long a statement takes behind the pooler of DATABASE_URL. On the database, run: alter role <role> set statement_timeout = '20s'; then RECONNECT on the pooler's console.",
      );
  } finally {
    await db.client.releaseConnection(client);
  }
}
