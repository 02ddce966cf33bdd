/**
 * Rows that were due some time ago and are still there: their job was lost, or failed. A sweep enqueues it again, and puts
 * the rows behind all others that are overdue, so that those whose jobs never succeed do not keep the rest from their turn.
 * A row that is due later than any pause of its kind allows was written while a clock was ahead, and is overdue as well.
 */
import { CLOCK_SLACK_MS, systemTimeIn } from '../../core/clock.ts';
import type { JobName, JobPayloads } from '../../jobs/registry.ts';
import type { Context } from './context.ts';
import type { DueRows } from './due-rows.ts';

/** A job that is enqueued when its row becomes due has run long before this. */
const OVERDUE_AFTER_MS = 5_000;
/** Overdue rows that one statement takes up; the next sweep takes the rest. */
const MAX_OVERDUE = 1_000;

/** Jobs with a payload: the id of one row. */
type JobOfOneRow = {
  [Name in JobName]: string extends keyof JobPayloads[Name] ? never : Name;
}[JobName];

export interface OverdueJob<Name extends JobOfOneRow> extends DueRows {
  /** The column that names the row, and its name in the job's payload. */
  id_column: string;
  payload_field: keyof JobPayloads[Name] & string;
  job: Name;
  overdue_after_ms?: number;
  /** The largest pause, in milliseconds, after which any row of the kind is due. */
  longest_pause_ms: number;
}

/** @returns how many jobs were enqueued */
export async function sweepOverdue<Name extends JobOfOneRow>(
  ctx: Context,
  {
    table,
    id_column,
    payload_field,
    due_column,
    statuses,
    job,
    overdue_after_ms = OVERDUE_AFTER_MS,
    longest_pause_ms,
  }: OverdueJob<Name>,
): Promise<number> {
  const take = (operator: '<' | '>', than: Date): Promise<Record<string, string>[]> => {
    const overdue = ctx
      .db(table)
      .where(due_column, operator, than)
      .where((among) => (statuses ? among.whereIn('status', statuses) : among))
      .orderBy(due_column)
      .limit(MAX_OVERDUE)
      .forUpdate()
      .skipLocked()
      .select(id_column);
    return ctx
      .db(table)
      .whereIn(id_column, overdue)
      .update({ [due_column]: systemTimeIn(0) })
      .returning(id_column);
  };
  // Two statements, so that each reads one end of an index.
  const rows = [
    ...(await take('<', systemTimeIn(-overdue_after_ms))),
    ...(await take('>', systemTimeIn(longest_pause_ms + CLOCK_SLACK_MS))),
  ];
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
