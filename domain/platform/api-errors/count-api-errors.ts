/**
 * How often the API has refused requests of a project, by code and hour. Requests add to counts of their process, which it adds to
 * those of all processes every few seconds and when it ends. What a process has counted since is lost when it is killed, or when the
 * database does not take it: nothing is counted twice.
 */
import { systemNow } from '../../../core/clock.ts';
import type { ErrorCode } from '../../../core/errors.ts';
import { HOUR_MS } from '../../../core/local-date.ts';
import { runAs } from '../../../core/work.ts';
import type { Logger } from '../../../core/log.ts';
import { columnsOf } from '../../../db/columns-of.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { ScopeColumns } from '../../../db/model.ts';
import { keptSince, pruneInBatches } from '../prune.ts';
import { addCounts, deleteCountsBefore } from './api-errors.sql.ts';

export interface ApiErrorCounts {
  add(of: ScopeColumns, code: ErrorCode): void;
  /** Stores what was counted until now. */
  store(): Promise<void>;
}

interface Count extends ScopeColumns {
  hour: Date;
  code: ErrorCode;
  errors: number;
  last_at: Date;
}

const STORED_EVERY_MS = 5_000;
const KEPT_DAYS = 7;

export function countApiErrors(
  { db, log }: { db: Queryable; log: Logger },
  stored_every_ms = STORED_EVERY_MS,
): ApiErrorCounts {
  let counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let storing = Promise.resolve();
  /** The hour in which old counts were last deleted. */
  let pruned_hour_ms = 0;

  async function storeCounted(): Promise<void> {
    const counted = [...counts.values()];
    counts = new Map();
    if (counted.length === 0) return;
    await addCounts(db, columnsOf(counted, 'project_id', 'environment', 'hour', 'code', 'errors', 'last_at'));
    const hour_ms = hourAt_ms(systemNow());
    if (hour_ms === pruned_hour_ms) return;
    pruned_hour_ms = hour_ms;
    const before = keptSince(KEPT_DAYS);
    await pruneInBatches((limit) => deleteCountsBefore(db, { before, limit }));
  }

  const store = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    storing = storing
      .then(storeCounted)
      .catch((err: unknown) => log.debug({ err }, 'counts of errors are lost'));
    return storing;
  };

  return {
    add({ project_id, environment }, code) {
      const at = systemNow();
      const hour_ms = hourAt_ms(at);
      const key = `${project_id} ${environment} ${code} ${hour_ms}`;
      const count = counts.get(key);
      if (count) {
        count.errors += 1;
        count.last_at = at;
      } else
        counts.set(key, {
          project_id,
          environment,
          hour: new Date(hour_ms),
          code,
          errors: 1,
          last_at: at,
        });
      // It is no part of the request's work.
      timer ??= runAs(undefined, () => setTimeout(() => void store(), stored_every_ms).unref());
    },
    store,
  };
}

/** When the hour began in which an instant is, in milliseconds since the epoch. */
export function hourAt_ms(at: Date): number {
  return Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
}
