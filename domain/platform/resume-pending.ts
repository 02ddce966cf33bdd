/**
 * Work that a process began and did not finish. Its row stays in a status that says what is to be done; a sweep takes up
 * what has been there for too long. Rows go behind all others before they are tried, so that one that cannot be finished
 * never holds up the rest.
 */
import { systemTimeIn } from '../../core/clock.ts';
import type { Scope } from '../../core/scope.ts';
import type { Context } from './context.ts';
import { findAllWithScope } from './find-with-scope.ts';

interface PendingWork<Row> {
  /** Whose rows have an id, a status, a project_id and an environment. */
  table: string;
  /** The statuses of unfinished rows. */
  statuses: readonly string[];
  due: {
    /** The moment by which rows are ordered, in real time. */
    column: string;
    /** A row is taken up when that moment is this long ago. */
    after_ms: number;
    /** What the column is set to before the row is tried: this long from now. */
    retry_in_ms: number;
  };
  /** Rows that one sweep takes up. */
  limit: number;
  /** Does what is still to be done; may be repeated. */
  resume: (ctx: Context, scope: Scope, row: Row) => Promise<unknown>;
}

/** @returns how many were finished */
export async function resumePending<Row extends { id: string } & Pick<Scope, 'project_id' | 'environment'>>(
  ctx: Context,
  { table, statuses, due, limit, resume }: PendingWork<Row>,
): Promise<number> {
  const abandoned = await findAllWithScope<Row>(ctx.db, table, (rows) =>
    rows
      .where(`t.${due.column}`, '<', systemTimeIn(-due.after_ms))
      .whereIn('t.status', statuses)
      .orderBy(`t.${due.column}`)
      .limit(limit),
  );
  if (abandoned.length === 0) return 0;
  await ctx
    .db(table)
    .whereIn(
      'id',
      abandoned.map(({ row }) => row.id),
    )
    .whereIn('status', statuses)
    .update({ [due.column]: systemTimeIn(due.retry_in_ms) });
  const done = await Promise.allSettled(abandoned.map(({ row, scope }) => resume(ctx, scope, row)));
  const faults = done.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  if (faults.length > 0)
    ctx.log.error({ err: faults[0], table, rows: faults.length }, 'rows cannot be finished');
  return done.length - faults.length;
}
