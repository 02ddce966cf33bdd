/** Changes of the schema while the service runs: they wait for their locks for a moment only, because others wait behind them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Db, Transaction } from './connection.ts';
import { sqlState } from './faults.ts';

/** Longer than PostgreSQL's deadlock_timeout (a second), after which autovacuum gives way. */
const LOCK_TIMEOUT_MS = 1_500;
const PAUSE_MS = 1_000;
/** SQLSTATE of a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03';

interface Turn {
  /** The advisory lock under which only one process makes such changes; it is waited for as long as a statement may take. */
  lock: number;
  attempts: number;
}

/**
 * Runs the work in a transaction of its own, again if it does not get its locks.
 * @throws DatabaseError when it did not get them that many times
 */
export async function lockingBriefly<Result>(
  db: Db,
  { lock, attempts }: Turn,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (trx) => {
        await trx.raw('select pg_advisory_xact_lock(?)', [lock]);
        await trx.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
        return work(trx);
      });
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || attempt === attempts) throw error;
      await pause(PAUSE_MS);
    }
  }
}
