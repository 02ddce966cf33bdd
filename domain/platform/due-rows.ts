/**
 * How much work waits: rows that are due, and since when. A job only signals that there is work, and signals merge, so that the
 * length of a queue says little; the rows say all.
 */
import { systemTimeIn } from '../../core/clock.ts';
import type { Db } from '../../db/connection.ts';

/** More rows are not counted, so that the cost does not grow with what waits. */
export const MAX_COUNTED = 10_001;

/** Where rows say that they are due. The columns need an index, in this order: those of `statuses` as a condition, `due_column`. */
export interface DueRows {
  table: string;
  /** When the row is due, in real time; null when it is not. */
  due_column: string;
  /** Rows of other statuses are not due. */
  statuses?: readonly string[];
  /** The row is due this long after the time in the column. */
  after_ms?: number;
}

export interface DueWork {
  /** At most `MAX_COUNTED`. */
  rows: number;
  /** null: no row is due. */
  oldest_due_at: Date | null;
}

export type CountDue = (db: Db) => Promise<DueWork>;

export function countDueRows({ table, due_column, statuses, after_ms = 0 }: DueRows): CountDue {
  return async (db) => {
    const due = db(table)
      .where(due_column, '<=', systemTimeIn(-after_ms))
      .where((among) => (statuses ? among.whereIn('status', statuses) : among))
      .orderBy(due_column)
      .limit(MAX_COUNTED)
      .select(`${due_column} as due_at`)
      .as('due');
    const [counted] = await db.from(due).count('* as rows').min('due_at as oldest');
    const { rows, oldest } = counted as { rows: bigint; oldest: Date | null };
    return {
      rows: Number(rows),
      oldest_due_at: oldest === null ? null : new Date(oldest.getTime() + after_ms),
    };
  };
}

/** The work of several tables as one. */
export function addDueWork(works: readonly DueWork[]): DueWork {
  const due_since = works.flatMap(({ oldest_due_at }) => (oldest_due_at === null ? [] : [oldest_due_at]));
  return {
    rows: Math.min(
      works.reduce((sum, { rows }) => sum + rows, 0),
      MAX_COUNTED,
    ),
    oldest_due_at:
      due_since.length === 0 ? null : due_since.reduce((a, b) => (a.getTime() <= b.getTime() ? a : b)),
  };
}
