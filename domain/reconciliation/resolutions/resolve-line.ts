/** Decides about one line: taken up, carried out, recorded. */
import type { Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/unit.ts';
import { recordEvent } from '../../webhooks/index.ts';
import { carryOut } from './carry-out.ts';
import { claimLine, type Decision } from './claim-lines.ts';
import { lockOpenRun } from '../runs/decidable-run.ts';
import type { LineRow } from './line.model.ts';
import { presentLine } from './line.presenter.ts';

/**
 * The same decision again finishes what was interrupted.
 * @param name the line's id, or its number in the file
 * @throws AppError NOT_FOUND, run_closed, line_already_resolved, line_resolving, action_not_applicable, already_booked, and
 *   why a payment cannot be settled or the ledger refuses a booking
 */
export async function resolveLine(
  ctx: Context,
  scope: Scope,
  run_id: string,
  name: string,
  decision: Decision,
): Promise<{ line: LineRow; currency: Currency }> {
  const { run, claimed } = await inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const open = await lockOpenRun(trx, scope, run_id);
    const line = await claimLine(trx, scope, open, name, decision);
    if (line.status === 'resolved') {
      const data = () => presentLine(trx, line, open.currency);
      await recordEvent({ trx, enqueue: enqueueAfterCommit, scope }, 'reconciliation.line.resolved', data);
    }
    return { run: open, claimed: line };
  });
  if (claimed.status === 'resolved') return { line: claimed, currency: run.currency };
  const [result] = await carryOut(ctx, scope, run, [claimed]);
  if (result?.error) throw result.error;
  return { line: result?.line ?? claimed, currency: run.currency };
}
