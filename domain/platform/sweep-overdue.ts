/**
 * Rows that were due some time ago and are still there: their job was lost, or failed. A sweep enqueues it again, and puts
 * the rows behind all others that are overdue, so that those whose jobs never succeed do not keep the rest from their turn.
 */
import { CLOCK_SLACK_MS, systemTimeIn } from '../../core/clock.ts';
import type { JobName, JobPayloads } from '../../jobs/registry.ts';
import type { Context } from './context.ts';

/** A job that is enqueued when its row becomes due has run long before this. */
const OVERDUE_AFTER_MS = 5_000;
/** No schedule pauses longer. A row that is due later was written while the system's clock was ahead: its turn is now. */
const LONGEST_PAUSE_MS = 3_600_000;
/** Overdue rows that one sweep takes up; the next takes the rest. */
const MAX_OVERDUE = 1_000;

/** Jobs with a payload: the id of one row. */
type JobOfOneRow = {
  [Name in JobName]: string extends keyof JobPayloads[Name] ? never : Name;
}[JobName];

interface OverdueJob<Name extends JobOfOneRow> {
  table: string;
  /** The column that names the row, and its name in the job's payload. */
  id_column: string;
  payload_field: keyof JobPayloads[Name] & string;
  /** When the row is due, in real time; null when it is not. */
  due_column: string;
  /** Rows of other statuses are not due. */
  status?: string;
  job: Name;
  overdue_after_ms?: number;
}

/** @returns how many jobs were enqueued */
export async function sweepOverdue<Name extends JobOfOneRow>(
  ctx: Context,
  {
    table,
    id_column,
    payload_field,
    due_column,
    status,
    job,
    overdue_after_ms = OVERDUE_AFTER_MS,
  }: OverdueJob<Name>,
): Promise<number> {
  const overdue = ctx
    .db(table)
    .where((due) =>
      due
        .where(due_column, '<', systemTimeIn(-overdue_after_ms))
        .orWhere(due_column, '>', systemTimeIn(LONGEST_PAUSE_MS + CLOCK_SLACK_MS)),
    )
    .orderBy(due_column)
    .limit(MAX_OVERDUE)
    .forUpdate()
    .skipLocked()
    .select(id_column);
  if (status !== undefined) void overdue.where({ status });
  const rows: Record<string, string>[] = await ctx
    .db(table)
    .whereIn(id_column, overdue)
    .update({ [due_column]: systemTimeIn(0) })
    .returning(id_column);
  await Promise.all(
    rows.map((row) => {
      const id = row[id_column] as string;
      return ctx.jobs.enqueue(job, { [payload_field]: id } as JobPayloads[Name], {
        single_id: `sweep-${job}-${id}`,
      });
    }),
  );
  return rows.length;
}
