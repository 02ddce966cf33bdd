/** A transaction, and the jobs that it leaves behind: they are enqueued once it has committed, and only then. */
import type { Db, Transaction } from '../../db/connection.ts';
import type { EnqueueOptions, JobQueue } from '../../jobs/queue.ts';
import type { JobName, JobPayloads } from '../../jobs/registry.ts';

/** Notes a job for after the commit. */
export type EnqueueAfterCommit = <Name extends JobName>(
  name: Name,
  payload: JobPayloads[Name],
  options?: EnqueueOptions,
) => void;

/** Everything is in rows once this returns; a crash before the jobs are enqueued delays them until the next sweep. */
export async function inTransaction<Result>(
  ctx: { db: Db; jobs: JobQueue },
  work: (trx: Transaction, enqueueAfterCommit: EnqueueAfterCommit) => Promise<Result>,
): Promise<Result> {
  const enqueue: (() => Promise<void>)[] = [];
  const result = await ctx.db.transaction((trx) =>
    work(trx, (...job) => {
      enqueue.push(() => ctx.jobs.enqueue(...job));
    }),
  );
  for (const each of enqueue) void each();
  return result;
}
