/** What an operator of payments sees first: the last 24 hours by provider, and what of the project's own work waits or has failed. */
import { systemNow } from '../../../core/clock.ts';
import { DAY_MS } from '../../../core/local-date.ts';
import { scopeName } from '../../../core/scope.ts';
import { shortCache } from '../../../core/short-cache.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import type { RowOfQuery } from '../../../db/statement.ts';
import { readApiErrors, type ApiErrors } from '../../platform/api-errors/read-api-errors.ts';
import { MAX_COUNTED } from '../../platform/due-rows.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { countWaitingWork, sumByProvider } from './payments-home.sql.ts';

/** How old the payments by provider may be: all of a day are read. */
const KEEP_MS = 15_000;
const MAX_KEPT = 1_000;

export interface ProviderDay {
  provider: string;
  payments: number;
  completed: number;
  failed: number;
  cancelled: number;
  /** The time that 95 of 100 completed payments took at most; null where none is completed. */
  p95_ms: number | null;
}

/** Rows of a project whose work is not done. */
export interface WaitingQueue {
  queue: 'ledger-postings' | 'webhook-deliveries';
  /** At most `MAX_COUNTED`, as all counts here. */
  waiting: number;
  /** How long the oldest one has been due. */
  oldest_due_s: number;
}

export interface PaymentsHome {
  since: Date;
  providers: ProviderDay[];
  queues: WaitingQueue[];
  postings_failed: number;
  /** Deliveries of webhooks that were refused and are tried again, and those that are given up. */
  deliveries_retried: number;
  deliveries_failed: number;
  topups_blocked: number;
  api_errors: ApiErrors;
}

const providersOf = shortCache<{ since: Date; providers: ProviderDay[] }>({
  keep_ms: KEEP_MS,
  max_kept: MAX_KEPT,
});

export async function readPaymentsHome({ ctx, scope }: ScopedContext): Promise<PaymentsHome> {
  const now = scope.clock.now();
  const [day, rows, api_errors] = await Promise.all([
    // Where the test clock is moved, everything is read again.
    providersOf(ctx.db, `${scopeName(scope)} ${scope.clock.offset_ms}`, async () => {
      const since = new Date(now.getTime() - DAY_MS);
      const providers = await sumByProvider(ctx.db, { ...scopeColumns(scope), since });
      return { since, providers: providers.map(dayOf) };
    }),
    countWaitingWork(ctx.db, { ...scopeColumns(scope), most: MAX_COUNTED }),
    readApiErrors(ctx.db, scope),
  ]);
  const work = expectOne(rows);
  return {
    ...day,
    queues: [
      {
        queue: 'ledger-postings',
        waiting: Number(work.postings_waiting),
        oldest_due_s: secondsSince(work.postings_due_since),
      },
      {
        queue: 'webhook-deliveries',
        waiting: Number(work.deliveries_waiting),
        oldest_due_s: secondsSince(work.deliveries_due_since),
      },
    ],
    postings_failed: Number(work.postings_failed),
    deliveries_retried: Number(work.deliveries_retried),
    deliveries_failed: Number(work.deliveries_failed),
    topups_blocked: Number(work.topups_blocked),
    api_errors,
  };
}

function dayOf(row: RowOfQuery<typeof sumByProvider>): ProviderDay {
  return {
    provider: row.provider,
    payments: Number(row.payments),
    completed: Number(row.completed),
    failed: Number(row.failed),
    cancelled: Number(row.cancelled),
    p95_ms: row.p95_ms === null ? null : Number(row.p95_ms),
  };
}

/** Both columns are in real time. */
function secondsSince(due_at: Date | null): number {
  if (due_at === null) return 0;
  return Math.max(0, Math.round((systemNow().getTime() - due_at.getTime()) / 1_000));
}
