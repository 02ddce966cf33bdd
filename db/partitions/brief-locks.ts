/** Changes of the schema while the service runs: they wait for their locks for a moment only, because others wait behind them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Db, Transaction } from '../connection.ts';
import { isTimeout } from '../faults.ts';

/** Longer than PostgreSQL's deadlock_timeout (a second), after which autovacuum gives way. */
const LOCK_TIMEOUT_MS = 1_500;
const PAUSE_MS = 1_000;
/** An arbitrary constant that identifies the advisory lock under which partitions change. */
const PARTITIONS_LOCK = 7_225_003;

/**
 * Runs the work in a transaction of its own, again if it does not get its locks.
 * @throws DatabaseError when it did not get them that many times
 */
export async function lockingBriefly<Result>(
  db: Db,
  attempts: number,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (trx) => {
        await trx.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
        await trx.raw('select pg_advisory_xact_lock(?)', [PARTITIONS_LOCK]);
        return work(trx);
      });
    } catch (error) {
      if (!isTimeout(error) || attempt === attempts) throw error;
      await pause(PAUSE_MS);
    }
  }
}
