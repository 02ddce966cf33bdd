/** Closes a run, which is then read-only. Lines without a decision stay as they are. */
import { refusal } from '../../../core/errors.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import { hasAwaitingLines, hasResolvingLines } from './decidable-run.ts';
import { readRun, requireImported, type RunView } from './run.ts';
import { ReconciliationRun } from './run.model.ts';

/** Closing it again changes nothing. @throws AppError NOT_FOUND, `invalid_state`, `line_resolving` */
export async function closeRun(base: ScopedContext, run_id: string): Promise<RunView> {
  await inTransaction(base, async ({ trx, scope }) => {
    // Decisions hold this lock while they claim lines: none is claimed between the check and the close.
    const run = await ReconciliationRun.query(trx).forUpdate().findInScope(scope, run_id);
    requireImported(run);
    if (run.status === 'closed') return;
    if (await hasResolvingLines(trx, run)) throw refusal('line_resolving');
    if (await hasAwaitingLines(trx, run))
      throw refusal('line_resolving', 'A decision about lines of this run waits for a second person.');
    await ReconciliationRun.query(trx)
      .findById(run_id)
      .patch({ status: 'closed', closed_at: scope.clock.now(), resolving_since: null });
  });
  return readRun(base.ctx.db, base.scope, run_id);
}
