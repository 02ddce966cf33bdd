/** Closes a run: from then on it is only read. Lines that nobody decided stay as they are. */
import { refusal } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { hasResolvingLines } from './decidable-run.ts';
import { readRun, requireImported, type RunView } from './run.ts';
import { ReconciliationRun } from './run.model.ts';

/** Closing it again changes nothing. @throws AppError NOT_FOUND, `invalid_state`, `line_resolving` */
export async function closeRun(ctx: Context, scope: Scope, run_id: string): Promise<RunView> {
  await ctx.db.transaction(async (trx) => {
    // Decisions take this lock while they take up lines: none is taken up between the look and the close.
    const run = await ReconciliationRun.query(trx).forUpdate().findInScope(scope, run_id);
    requireImported(run);
    if (run.status === 'closed') return;
    if (await hasResolvingLines(trx, run)) throw refusal('line_resolving');
    await ReconciliationRun.query(trx)
      .findById(run_id)
      .patch({ status: 'closed', closed_at: scope.clock.now(), resolving_since: null });
  });
  return readRun(ctx.db, scope, run_id);
}
