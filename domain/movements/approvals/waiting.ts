/** The requests that wait for a second person, counted by age. */
import { systemNow } from '../../../core/clock.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { countWaitingByAge } from './waiting.sql.ts';

/** The fewest whole days of each class. */
const FROM_DAYS = [0, 1, 3, 7];

export interface WaitingApprovals {
  waiting: number;
  oldest_requested_at: Date | null;
  /** By rising age, also those of which none waits. */
  ages: { from_days: number; waiting: number }[];
}

/** Those of the environment and those of the project. */
export async function countWaiting(db: Queryable, scope: Scope): Promise<WaitingApprovals> {
  const now = scope.clock.now();
  const rows = await countWaitingByAge(db, {
    ...scopeColumns(scope),
    now,
    real_now: systemNow(),
    from_days: FROM_DAYS,
  });
  const counts = new Map(rows.map(({ age_no, waiting }) => [age_no, Number(waiting)]));
  const oldest = rows.map(({ oldest_at }) => oldest_at).toSorted((a, b) => a.getTime() - b.getTime());
  return {
    waiting: [...counts.values()].reduce((sum, count) => sum + count, 0),
    oldest_requested_at: oldest[0] ?? null,
    ages: FROM_DAYS.map((from_days, i) => ({ from_days, waiting: counts.get(i + 1) ?? 0 })),
  };
}
