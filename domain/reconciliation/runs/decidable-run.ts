/** The run of lines that are being decided, and what it says of those whose decision is under way. */
import { systemNow } from '../../../core/clock.ts';
import { refusal } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { ReconciliationLine } from '../resolutions/line.model.ts';
import { requireImported } from './run.ts';
import { ReconciliationRun, type RunRow } from './run.model.ts';

/** What the lines of a run need to know of it. */
export type DecidableRun = Pick<
  RunRow,
  'id' | 'project_id' | 'environment' | 'provider' | 'currency' | 'status' | 'resolving_since'
>;

const RUN_COLUMNS = [
  'id',
  'project_id',
  'environment',
  'provider',
  'currency',
  'status',
  'resolving_since',
] as const;

/**
 * The run, of which nobody else takes up lines, and which nobody closes, before the transaction ends.
 * @throws AppError NOT_FOUND, `run_closed`, `invalid_state`
 */
export async function lockOpenRun(trx: Transaction, scope: Scope, run_id: string): Promise<DecidableRun> {
  const run = await ReconciliationRun.query(trx)
    .select(...RUN_COLUMNS)
    .forNoKeyUpdate()
    .findInScope(scope, run_id);
  requireImported(run);
  if (run.status === 'closed') throw refusal('run_closed');
  return run;
}

/** From now on the sweep looks for lines of the run whose decision was interrupted. @param run locked */
export async function markResolving(trx: Transaction, run: DecidableRun): Promise<void> {
  if (run.resolving_since === null)
    await ReconciliationRun.query(trx).findById(run.id).patch({ resolving_since: systemNow() });
}

/** @param run locked: nobody takes up lines of it between this look and the end of the transaction */
export async function hasResolvingLines(
  trx: Transaction,
  { id, resolving_since }: DecidableRun,
): Promise<boolean> {
  if (resolving_since === null) return false;
  const line = await ReconciliationLine.query(trx).where({ run_id: id, status: 'resolving' }).first();
  return line !== undefined;
}
