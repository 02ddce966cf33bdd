/** Finishes decisions about lines whose process died before it recorded the result. */
import { CLOCK_SLACK_MS } from '../../../core/clock.ts';
import { limitConcurrency } from '../../../core/concurrency.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { resumePending } from '../../platform/resume-pending.ts';
import { carryOut } from './carry-out.ts';
import { hasResolvingLines, type DecidableRun } from '../runs/decidable-run.ts';
import { ReconciliationLine, type LineRow } from './line.model.ts';
import { ReconciliationRun } from '../runs/run.model.ts';

/** A decision that is still under way after this long has lost its process. */
const ABANDONED_AFTER_MS = 60_000;
/** Runs that one sweep looks through. */
const MAX_RUNS = 20;
/** Lines of a run that are carried out at a time: each by itself, so that one that cannot be keeps no other back. */
const LINES_AT_ONCE = 8;

/** @returns how many runs have no such line left */
export function resumeResolutions(ctx: Context): Promise<number> {
  return resumePending(ctx, {
    model: ReconciliationRun,
    statuses: ['open'],
    due: { column: 'resolving_since', after_ms: ABANDONED_AFTER_MS, retry_in_ms: 0 },
    limit: MAX_RUNS,
    resume: resumeRun,
  });
}

async function resumeRun(ctx: Context, scope: Scope, run: DecidableRun): Promise<void> {
  const inTurn = limitConcurrency(LINES_AT_ONCE);
  const lines = await abandonedLines(ctx, scope, run);
  const done = await Promise.allSettled(
    lines.map((line) =>
      inTurn(async () => {
        const [result] = await carryOut(ctx, scope, run, [line]);
        if (result?.error?.code === 'SERVICE_UNAVAILABLE') throw result.error;
      }),
    ),
  );
  const failed = done.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  await unmarkResolving(ctx, run);
}

/** Those that nobody is carrying out any more, by the clock of their decision: it may have been set back. */
async function abandonedLines(ctx: Context, scope: Scope, { id }: DecidableRun): Promise<LineRow[]> {
  const now_ms = scope.clock.now().getTime();
  return ReconciliationLine.query(ctx.db)
    .where({ run_id: id, status: 'resolving' })
    .whereNotBetween('decided_at', [new Date(now_ms - ABANDONED_AFTER_MS), new Date(now_ms + CLOCK_SLACK_MS)])
    .orderBy('line_no');
}

/** Unless lines are resolving, the sweep need not look at the run again. */
async function unmarkResolving(ctx: Context, { id }: DecidableRun): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const run = await ReconciliationRun.query(trx).forNoKeyUpdate().findById(id);
    if (run && !(await hasResolvingLines(trx, run)))
      await ReconciliationRun.query(trx).findById(id).patch({ resolving_since: null });
  });
}
