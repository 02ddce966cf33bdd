/** The context of a fill, and requests that an earlier, interrupted fill may have made already. */
import pLimit from 'p-limit';
import { AppError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Context } from '../platform/context.ts';
import { approvals } from '../movements/index.ts';
import type { Caller } from '../platform/unit.ts';
import { projectScope, readProject, type ProjectRow } from '../staff/index.ts';
import type { DemoFillRow } from './demo.model.ts';

/** A running fill. */
export interface Filling {
  ctx: Context;
  project: ProjectRow;
  /** The test environment at its current time. */
  scope: Scope;
  /** The maker, who requests the movements. */
  caller: Caller;
  /** Decides on the requests. */
  checker: Caller;
  /** When the year began, in the time of the test environment. */
  begins_at: Date;
}

export async function openFilling(ctx: Context, demo: DemoFillRow): Promise<Filling> {
  const { user_id, checker_id, begins_at } = demo;
  if (!user_id || !checker_id || !begins_at)
    throw new Error(`the fill of ${demo.id} has no people or no begin`);
  const project = await readProject(ctx.db, demo.id);
  const scope = projectScope(project, 'test');
  return {
    ctx,
    project,
    scope,
    caller: { ctx, scope, actor: { type: 'user', id: user_id } },
    checker: { ctx, scope, actor: { type: 'user', id: checker_id } },
    begins_at,
  };
}

/** Concurrent requests: they share commits. */
const AT_ONCE = 32;

/** Calls `work` for each item, several concurrently. */
export async function forEach<T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
  return pLimit(AT_ONCE).map(all, work);
}

/**
 * A request that may be refused: because an interrupted fill made it before, or because the rules do not allow it.
 * @returns null where it was refused
 */
export async function attempt<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'UNPROCESSABLE'))
      return null;
    throw error;
  }
}

export async function approveAs({ checker }: Filling, approval_id: string | null): Promise<void> {
  if (approval_id !== null) await attempt(() => approvals.approve(checker, approval_id, null));
}

export async function rejectAs(
  { checker }: Filling,
  approval_id: string | null,
  note: string,
): Promise<void> {
  if (approval_id !== null) await attempt(() => approvals.reject(checker, approval_id, note));
}

/** Whole units of the currency as minor units. */
export function units(whole: number): bigint {
  return BigInt(whole) * 100n;
}
