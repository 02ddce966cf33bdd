/** The job that imports a statement: it matches and stores all lines in one transaction, or refuses the statement as a whole. */
import { AppError } from '../../../core/errors.ts';
import type { Context } from '../../platform/context.ts';
import { countDueRows } from '../../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../../platform/sweep-overdue.ts';
import { inTransaction } from '../../platform/unit.ts';
import { MAX_LIST_OF_EVENT, recordEvent } from '../../webhooks/index.ts';
import type { StatementOptions } from '../parsing/statement.rules.ts';
import { readEntries } from './read-entries.ts';
import { readRun } from '../runs/run.ts';
import { ReconciliationRun } from '../runs/run.model.ts';
import { presentRun } from '../runs/run.presenter.ts';
import { storeStatement } from './store-statement.ts';

/** An import that takes longer has lost its job. */
export const IMPORTED_WITHIN_MS = 30_000;

/** Imports the statement of a run; does nothing when it is imported already. */
export async function importRun(ctx: Context, run_id: string): Promise<void> {
  const found = await ReconciliationRun.query(ctx.db).findWithScope(run_id);
  if (!found || found.row.statement === null) return;
  const { row: run, scope } = found;
  try {
    const entries = readEntries(run.statement as string, run.options as StatementOptions);
    await inTransaction({ ctx, scope }, async (unit) => {
      const { trx } = unit;
      const importing = await ReconciliationRun.query(trx)
        .where({ id: run_id, status: 'importing' })
        .forUpdate()
        .select('id');
      if (importing.length === 0) return;
      await storeStatement(unit, run, entries);
      const data = async () => {
        const run = await presentRun(trx, await readRun(trx, scope, run_id));
        // The first of them; missing_on_statement_count says how many there are.
        return { ...run, missing_on_statement: run.missing_on_statement?.slice(0, MAX_LIST_OF_EVENT) };
      };
      await recordEvent(unit, 'reconciliation.completed', data);
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
    await refuseRun(ctx, run_id, error);
  }
}

async function refuseRun(
  ctx: Context,
  run_id: string,
  { code, message, reason, details, details_omitted }: AppError,
): Promise<void> {
  await ReconciliationRun.query(ctx.db)
    .where({ id: run_id, status: 'importing' })
    .patch({
      status: 'failed',
      statement: null,
      due_at: null,
      error: {
        code,
        message,
        ...(reason ? { reason } : {}),
        ...(details ? { details, details_omitted } : {}),
      },
    });
}

const OVERDUE: OverdueJob<'import-statement'> = {
  table: 'reconciliation_runs',
  id_column: 'id',
  payload_field: 'run_id',
  due_column: 'due_at',
  job: 'import-statement',
  longest_pause_ms: IMPORTED_WITHIN_MS,
};

export const countDueImports = countDueRows(OVERDUE);

/** Enqueues the imports whose job was lost. */
export function sweepImports(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}
