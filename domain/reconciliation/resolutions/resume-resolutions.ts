/** Finishes decisions whose process died before it recorded the result. */
import pLimit from 'p-limit';
import { CLOCK_SLACK_MS } from '../../../core/clock.ts';
import type { Context } from '../../platform/context.ts';
import { countPendingRows, resumePending, type PendingRows } from '../../platform/resume-pending.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import { carryOut } from './carry-out.ts';
import { hasResolvingLines, type DecidableRun } from '../runs/decidable-run.ts';
import { ReconciliationLine, type LineRow } from './line.model.ts';
import { ReconciliationRun } from '../runs/run.model.ts';

/** The process of a decision that takes longer has died. */
const ABANDONED_AFTER_MS = 60_000;
/** Runs that one sweep checks. */
const MAX_RUNS = 20;
/** Lines of a run that are carried out concurrently: each on its own, so that one that fails does not block the others. */
const LINES_AT_ONCE = 8;

const UNFINISHED: PendingRows<ReconciliationRun> = {
  model: ReconciliationRun,
  statuses: ['open'],
  due: { column: 'resolving_since', after_ms: ABANDONED_AFTER_MS, retry_in_ms: 0 },
};

export const countUnfinishedResolutions = countPendingRows(UNFINISHED);

/** @returns how many runs have no such line left */
export function resumeResolutions(ctx: Context): Promise<number> {
  return resumePending(ctx, {
    ...UNFINISHED,
    limit: MAX_RUNS,
    resume: (context, scope, run) => resumeRun({ ctx: context, scope }, run),
  });
}

async function resumeRun(base: ScopedContext, run: DecidableRun): Promise<void> {
  const inTurn = pLimit(LINES_AT_ONCE);
  const lines = await abandonedLines(base, run);
  const done = await Promise.allSettled(
    lines.map((line) =>
      inTurn(async () => {
        const [result] = await carryOut(base, run, [line]);
        if (result?.error?.code === 'SERVICE_UNAVAILABLE') throw result.error;
      }),
    ),
  );
  const failed = done.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  await unmarkResolving(base, run);
}

/** Lines whose process has died, by the environment's clock, which may have been set back. */
async function abandonedLines({ ctx, scope }: ScopedContext, { id }: DecidableRun): Promise<LineRow[]> {
  const now_ms = scope.clock.now().getTime();
  return ReconciliationLine.query(ctx.db)
    .where({ run_id: id, status: 'resolving' })
    .whereNotBetween('decided_at', [new Date(now_ms - ABANDONED_AFTER_MS), new Date(now_ms + CLOCK_SLACK_MS)])
    .orderBy('line_no');
}

/** Removes the run from the sweep, unless lines are still resolving. */
async function unmarkResolving(base: ScopedContext, { id }: DecidableRun): Promise<void> {
  await inTransaction(base, async ({ trx }) => {
    const run = await ReconciliationRun.query(trx).forNoKeyUpdate().findById(id);
    if (run && !(await hasResolvingLines(trx, run)))
      await ReconciliationRun.query(trx).findById(id).patch({ resolving_since: null });
  });
}
