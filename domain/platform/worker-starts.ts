/**
 * Workers that have not become ready. A process that hangs cannot report that itself, so each is listed in the database before it
 * starts, and until it is ready; others, and `npm run verify`, name it. Once a worker of the same machine and queues is ready, its
 * earlier starts are forgotten.
 */
import { hostname } from 'node:os';
import type { Queryable } from '../../db/connection.ts';
import type { Context } from './context.ts';
import { deleteStart, findLateStarts, insertStart } from './worker-starts.sql.ts';

const LATE_AFTER_S = 60;

export interface LateWorker {
  machine: string;
  /** Separated by spaces. */
  queues: string;
  process_id: number;
  since: Date;
}

/** Lists the worker while `start` runs, and afterwards if that fails. */
export async function listedUntilReady<Started>(
  { db }: Context,
  queues: readonly string[],
  start: () => Promise<Started>,
): Promise<Started> {
  const worker = { machine: hostname(), queues: queues.join(' ') };
  await insertStart(db, { ...worker, process_id: process.pid });
  const started = await start();
  await deleteStart(db, worker);
  return started;
}

/** Those that have not become ready within a minute. */
export function lateWorkers(db: Queryable): Promise<LateWorker[]> {
  return findLateStarts(db, { late_after_s: LATE_AFTER_S });
}

/** Logs the workers that have not become ready within a minute. @returns how many */
export async function nameLateWorkers({ db, log }: Context): Promise<number> {
  const late = await lateWorkers(db);
  for (const worker of late) log.error(worker, 'a worker has not become ready within a minute');
  return late.length;
}
