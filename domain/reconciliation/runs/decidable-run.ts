/** The run of lines that are being decided, and its mark while decisions are being carried out. */
import { systemNow } from '../../../core/clock.ts';
import { refusal } from '../../../core/errors.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { ScopedContext, ScopedUnit } from '../../platform/unit.ts';
import { ReconciliationLine } from '../resolutions/line.model.ts';
import { requireImported } from './run.ts';
import { ReconciliationRun, type RunRow } from './run.model.ts';

/** The columns of a run that decisions need. */
const RUN_COLUMNS = [
  'id',
  'project_id',
  'environment',
  'provider',
  'currency',
  'status',
  'resolving_since',
] as const;
export type DecidableRun = Pick<RunRow, (typeof RUN_COLUMNS)[number]>;

/**
 * Locks the run: until the transaction ends nobody else claims lines of it or closes it.
 * @throws AppError NOT_FOUND, `run_closed`, `invalid_state`
 */
export async function lockOpenRun({ trx, scope }: ScopedUnit, run_id: string): Promise<DecidableRun> {
  const run = await ReconciliationRun.query(trx)
    .select(...RUN_COLUMNS)
    .forNoKeyUpdate()
    .findInScope(scope, run_id);
  requireImported(run);
  if (run.status === 'closed') throw refusal('run_closed');
  return run;
}

/** The same, not locked. @throws AppError NOT_FOUND */
export function readDecidableRun({ ctx, scope }: ScopedContext, run_id: string): Promise<DecidableRun> {
  return ReconciliationRun.query(ctx.db)
    .select(...RUN_COLUMNS)
    .findInScope(scope, run_id);
}

/** Adds the run to the sweep for interrupted decisions. @param run locked */
export async function markResolving(trx: Transaction, run: DecidableRun): Promise<void> {
  if (run.resolving_since === null)
    await ReconciliationRun.query(trx).findById(run.id).patch({ resolving_since: systemNow() });
}

/** Whether lines of it wait for a second person. @param run locked */
export async function hasAwaitingLines(trx: Transaction, { id }: DecidableRun): Promise<boolean> {
  const waiting = { run_id: id, status: 'awaiting_approval' as const };
  return (await ReconciliationLine.query(trx).where(waiting).first()) !== undefined;
}

/** @param run locked: nobody claims lines of it before the transaction ends */
export async function hasResolvingLines(
  trx: Transaction,
  { id, resolving_since }: DecidableRun,
): Promise<boolean> {
  if (resolving_since === null) return false;
  const line = await ReconciliationLine.query(trx).where({ run_id: id, status: 'resolving' }).first();
  return line !== undefined;
}
