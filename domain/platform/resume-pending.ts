/**
 * Work that a process began and did not finish. Its row stays in a status that says what is to be done; a sweep resumes
 * what has been there for too long. Rows go behind all others before they are tried, so that one that cannot be finished
 * never holds up the rest.
 */
import { CLOCK_SLACK_MS, systemTimeIn } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { RowOf, ScopeColumns, TableModel, TableQuery } from '../../db/model.ts';
import type { Context } from './context.ts';
import { countDueRows, type CountDue } from './due-rows.ts';

interface PendingRow extends ScopeColumns {
  id: string;
  status: string;
}

/** None where rows have no id, scope or status. */
type StatusOf<M extends TableModel> = RowOf<M> extends PendingRow ? RowOf<M>['status'] : never;

/** Which rows are unfinished, and since when. */
export interface PendingRows<M extends TableModel> {
  model: typeof TableModel & (new () => M);
  /** The statuses of unfinished rows. */
  statuses: readonly StatusOf<M>[];
  due: {
    /** The moment by which rows are ordered, in real time. */
    column: keyof RowOf<M> & string;
    /** A row is resumed when that moment is this long ago, or further ahead than anybody sets it: by a clock that was ahead. */
    after_ms: number;
    /** What the column is set to before the row is tried: this long from now. */
    retry_in_ms: number;
  };
}

interface PendingWork<M extends TableModel> extends PendingRows<M> {
  /** Rows that one sweep resumes. */
  limit: number;
  /** Does what is still to be done; may be repeated. */
  resume: (ctx: Context, scope: Scope, row: RowOf<M>) => Promise<unknown>;
}

export function countPendingRows<M extends TableModel>({ model, statuses, due }: PendingRows<M>): CountDue {
  const { tableName: table } = model;
  return countDueRows({ table, statuses, due_column: due.column, after_ms: due.after_ms });
}

/** @returns how many were finished */
export async function resumePending<M extends TableModel>(
  ctx: Context,
  { model, statuses, due, limit, resume }: PendingWork<M>,
): Promise<number> {
  const rows = () => model.query(ctx.db) as unknown as TableQuery<TableModel & PendingRow>;
  const { tableName: table } = model;
  const abandoned = await rows()
    .where((due_now) =>
      due_now
        .where(`${table}.${due.column}`, '<', systemTimeIn(-due.after_ms))
        .orWhere(`${table}.${due.column}`, '>', systemTimeIn(due.retry_in_ms + CLOCK_SLACK_MS)),
    )
    .whereIn(`${table}.status`, statuses)
    .orderBy(`${table}.${due.column}`)
    .limit(limit)
    .withScope();
  if (abandoned.length === 0) return 0;
  await rows()
    .whereIn(
      'id',
      abandoned.map(({ row }) => row.id),
    )
    .whereIn('status', statuses)
    .patch({ [due.column]: systemTimeIn(due.retry_in_ms) });
  const done = await Promise.allSettled(
    abandoned.map(({ row, scope }) => resume(ctx, scope, row as unknown as RowOf<M>)),
  );
  const failed = done.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  // A row whose turn has not come yet is no fault.
  const faults = failed.filter((error) => !(error instanceof AppError && error.reason === 'busy'));
  if (faults.length > 0)
    ctx.log.error({ err: faults[0], table, rows: faults.length }, 'rows cannot be finished');
  return done.length - failed.length;
}
