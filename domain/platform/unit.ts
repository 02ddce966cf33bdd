/**
 * Units of work: what a function that takes part in a transaction is given, as its first parameter. The jobs that a unit
 * enqueues are added once its transaction has committed, and only then.
 */
import type { Actor, Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import type { EnqueueOptions } from '../../jobs/queue.ts';
import type { JobName, JobPayloads } from '../../jobs/registry.ts';
import type { Context } from './context.ts';

/** Enqueues a job after the commit. */
export type EnqueueAfterCommit = <Name extends JobName>(
  name: Name,
  payload: JobPayloads[Name],
  options?: EnqueueOptions,
) => void;

/** A use case of one project and environment, before it opens a transaction. */
export interface ScopedContext {
  ctx: Context;
  scope: Scope;
}

/** The same on behalf of somebody. */
export interface Caller extends ScopedContext {
  actor: Actor;
}

/** One transaction. */
export interface Unit {
  ctx: Context;
  trx: Transaction;
  enqueue: EnqueueAfterCommit;
}

/** One transaction of one project and environment. */
export interface ScopedUnit extends Unit {
  scope: Scope;
}

/** The same on behalf of somebody. */
export interface CallerUnit extends ScopedUnit {
  actor: Actor;
}

/**
 * Opens a unit, which has what `base` has. Everything is in rows once this returns; a crash before the jobs are enqueued delays
 * them until the next sweep.
 */
export async function inTransaction<Base extends { ctx: Context }, Result>(
  base: Base,
  work: (unit: Base & Unit) => Promise<Result>,
): Promise<Result> {
  const { db, jobs } = base.ctx;
  const enqueued: (() => Promise<void>)[] = [];
  const result = await db.transaction((trx) =>
    work({
      ...base,
      trx,
      enqueue: (...job) => {
        enqueued.push(() => jobs.enqueue(...job));
      },
    }),
  );
  for (const enqueue of enqueued) void enqueue();
  return result;
}
