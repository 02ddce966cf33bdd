/** Decides one line: claims it, carries the decision out and records the result. */
import type { Currency } from '../../../core/money.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { recordEvent } from '../../webhooks/index.ts';
import { carryOut } from './carry-out.ts';
import { claimLine } from './claim-lines.ts';
import type { RequestedDecision } from './requested-decision.ts';
import { lockOpenRun } from '../runs/decidable-run.ts';
import type { LineRow } from './line.model.ts';
import { presentLine } from './line.presenter.ts';

/**
 * The same decision again finishes an interrupted one; one that waits for a second person goes on waiting.
 * @param name the line's id, or its number in the file
 * @throws AppError NOT_FOUND, run_closed, as `claimLine`, and
 *   why a payment cannot be completed or the ledger refuses a booking
 */
export async function resolveLine(
  caller: Caller,
  { run_id, name }: { run_id: string; name: string },
  request: RequestedDecision,
): Promise<{ line: LineRow; currency: Currency }> {
  const { run, claimed } = await inTransaction(caller, async (unit) => {
    const open = await lockOpenRun(unit, run_id);
    const line = await claimLine(unit, open, name, request);
    if (line.status === 'resolved')
      await recordEvent(unit, 'reconciliation.line.resolved', () =>
        presentLine(unit.trx, line, open.currency),
      );
    return { run: open, claimed: line };
  });
  if (claimed.status !== 'resolving') return { line: claimed, currency: run.currency };
  const [result] = await carryOut(caller, run, [claimed]);
  if (result?.error) throw result.error;
  return { line: result?.line ?? claimed, currency: run.currency };
}
