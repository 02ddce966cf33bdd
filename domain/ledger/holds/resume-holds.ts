/** Sweeps over the rows of holds: finishes what requests that died left unfinished, and records expiry. */
import { CLOCK_SLACK_MS, systemTimeIn } from '../../../core/clock.ts';
import type { Context } from '../../platform/context.ts';
import { countPendingRows, resumePending, type PendingRows } from '../../platform/resume-pending.ts';
import { bookHold } from './create-hold.ts';
import { Hold, type HoldRow } from './hold.model.ts';
import { readExpiredRows } from './holds.sql.ts';
import { recordHoldResolutions } from './resolve-hold.ts';

/** After this long a request that still has not finished with a row has probably died. */
const ABANDONED_AFTER_MS = 5_000;
/** After this long it has died for certain; until then it may still book something. */
const DEAD_AFTER_MS = 60_000;
/** Rows that one sweep finishes. */
const MAX_ROWS = 500;

const UNFINISHED: PendingRows<Hold> = {
  model: Hold,
  statuses: ['requested'],
  due: { column: 'touched_at', after_ms: ABANDONED_AFTER_MS, retry_in_ms: 0 },
};

export const countUnfinishedHolds = countPendingRows(UNFINISHED);

/** Finishes what requests that died left unfinished. @returns how many rows */
export async function resumePendingHolds(ctx: Context): Promise<number> {
  const opened = await resumePending(ctx, {
    ...UNFINISHED,
    limit: MAX_ROWS,
    resume: bookHold,
  });
  return opened + (await finishResolutions(ctx));
}

/**
 * Records how holds were resolved whose request died before it did. For a hold that is not resolved touched_at is cleared once
 * its request cannot be alive any more, so that the row does not take the place of others in the next sweep.
 */
async function finishResolutions(ctx: Context): Promise<number> {
  const from_future = systemTimeIn(CLOCK_SLACK_MS);
  const unfinished: HoldRow[] = await Hold.query(ctx.db)
    .whereIn('status', ['pending', 'expired'])
    .where((touched) =>
      touched
        .where('touched_at', '<', systemTimeIn(-ABANDONED_AFTER_MS))
        // By a clock that was ahead.
        .orWhere('touched_at', '>', from_future),
    )
    .orderBy('touched_at')
    .limit(MAX_ROWS);
  const dead = systemTimeIn(-DEAD_AFTER_MS);
  await recordHoldResolutions(
    ctx,
    unfinished.map((row) => {
      const touched_at = row.touched_at as Date;
      return touched_at < dead || touched_at > from_future ? row : { ...row, touched_at: null };
    }),
  );
  return unfinished.length;
}

/** Records the expiry of holds, each scope by its own clock, unless the ledger says that they were resolved. */
export async function markExpiredHolds(ctx: Context): Promise<void> {
  const due = await readExpiredRows(ctx.db, { limit: MAX_ROWS });
  if (due.length === 0) return;
  const resolved = await recordHoldResolutions(ctx, due);
  await Hold.query(ctx.db)
    .whereIn(
      'id',
      due.map(({ id }) => id).filter((id) => !resolved.has(id)),
    )
    .where({ status: 'pending' })
    .whereNull('touched_at')
    .patch({ status: 'expired' });
}
