/**
 * Publishes stored events to the sink in their order. One process does at a time: it claims the lease, publishes for one turn, and
 * deletes the rows of what the sink has. If it dies before that, the next one publishes them again, and the sink recognises them.
 */
import { CLOCK_SLACK_MS, systemNow, systemTimeIn } from '../../../core/clock.ts';
import type { EventSink, SinkEvent } from '../../../core/event-sink.ts';
import type { Db } from '../../../db/connection.ts';
import { expectOne } from '../../../db/rows.ts';
import {
  CLAIM_MS,
  longestPause_ms,
  pauseAfter_ms,
  whileRenewed,
  type AttemptSchedule,
} from '../../platform/attempts.ts';
import type { Context } from '../../platform/context.ts';
import { MAX_COUNTED, type DueWork } from '../../platform/due-rows.ts';
import {
  claimExports,
  countExports,
  deleteExports,
  findExports,
  releaseExports,
  renewExports,
} from './exports.sql.ts';

/** Events that are under way to the sink at the same time; each may be 20 kB. */
const MAX_BATCH = 250;
/** The job ends after this, and is enqueued again if there is more. */
const TURN_MS = 5_000;
/** Between attempts at a sink that takes nothing. */
const PAUSES: AttemptSchedule = { first_s: [1, 2, 5, 10], then_s: 30 };

interface Lease {
  leased_until: Date;
  /** Attempts in a row that published nothing. */
  failures: number;
}

/** Publishes what waits, for one turn. @returns how many events */
export async function exportEvents(ctx: Context): Promise<number> {
  const { db, event_sink } = ctx;
  if (event_sink === null) return 0;
  const lease = await claim(db);
  if (!lease) return 0;
  const turn = { exported: 0, failed: true };
  try {
    await whileRenewed(
      () => renew(db, lease),
      () => exportForOneTurn(ctx, event_sink, turn),
    );
  } finally {
    const failures = turn.failed ? lease.failures + 1 : 0;
    const pause_ms = turn.failed ? pauseAfter_ms(PAUSES, failures) : 0;
    const { leased_until } = lease;
    await releaseExports(db, { leased_until, failures, next_attempt_at: systemTimeIn(pause_ms) });
    await planNextTurn(ctx, pause_ms);
  }
  return turn.exported;
}

async function claim(db: Db): Promise<Lease | null> {
  const leased_until = systemTimeIn(CLAIM_MS);
  const [claimed] = await claimExports(db, {
    leased_until,
    now: systemNow(),
    latest: systemTimeIn(CLAIM_MS + CLOCK_SLACK_MS),
    latest_attempt: systemTimeIn(longestPause_ms(PAUSES) + CLOCK_SLACK_MS),
  });
  return claimed ? { leased_until, failures: claimed.failures } : null;
}

async function renew(db: Db, lease: Lease): Promise<boolean> {
  const { leased_until } = lease;
  const renewed_until = systemTimeIn(CLAIM_MS);
  const renewed = await renewExports(db, { leased_until, renewed_until });
  if (renewed > 0) lease.leased_until = renewed_until;
  return renewed > 0;
}

/** @param turn what the turn has done so far: it has failed if its last batch published nothing */
async function exportForOneTurn(
  { db, closing, log }: Context,
  sink: EventSink,
  turn: { exported: number; failed: boolean },
): Promise<void> {
  const ends_at_ms = performance.now() + TURN_MS;
  let found: Awaited<ReturnType<typeof findExports>>;
  do {
    turn.failed = true;
    found = await findExports(db, { limit: MAX_BATCH });
    const events = found.filter((row): row is typeof row & SinkEvent => row.payload !== null);
    const lost = found.filter(({ payload }) => payload === null);
    if (lost.length > 0)
      log.warn({ event_ids: lost.map(({ id }) => id) }, 'events were deleted before they were exported');
    const { stored, error } = await sink.publish(events);
    const done = [...lost, ...events.filter((_event, i) => stored[i])];
    await deleteExports(db, { positions: done.map(({ position }) => String(position)) });
    turn.exported += done.length - lost.length;
    turn.failed = error !== null && done.length === 0;
    if (turn.failed) log.warn({ err: error }, 'the events sink takes no events');
  } while (
    found.length === MAX_BATCH &&
    !turn.failed &&
    closing?.aborted !== true &&
    performance.now() < ends_at_ms
  );
}

/** Enqueues the job that publishes what is left, after the pause. */
async function planNextTurn({ db, jobs }: Context, pause_ms: number): Promise<void> {
  const { rows } = expectOne(await countExports(db, { limit: 1 }));
  if (rows === 0) return;
  const options = pause_ms === 0 ? {} : { delay_ms: pause_ms, job_id: `export-${systemNow().getTime()}` };
  await jobs.enqueue('export-events', {}, options);
}

export async function countDueExports(db: Db): Promise<DueWork> {
  return expectOne(await countExports(db, { limit: MAX_COUNTED }));
}
