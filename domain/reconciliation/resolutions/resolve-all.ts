/** Decides about all lines of a run that an action fits, batch by batch. What cannot be carried out keeps nothing else back. */
import type { AppError } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { carryOut, type Resolved } from './carry-out.ts';
import { claimNextLines, type Decision } from './claim-lines.ts';
import { lockOpenRun } from '../runs/decidable-run.ts';
import type { CarriedOutAction } from './resolution.rules.ts';

/** Lines that are carried out together: the ledger is near its best from here on, and a batch stays well under a second. */
const BATCH = 2_000;
/** Batches under way at a time: while one waits for the database, the next is taken up. */
const BATCHES_AT_ONCE = 3;

/**
 * Also finishes interrupted decisions of the same action.
 * @returns in the order of the file
 * @throws AppError NOT_FOUND, run_closed, invalid_state; SERVICE_UNAVAILABLE when the ledger does not answer
 */
export async function resolveAll(
  ctx: Context,
  scope: Scope,
  run_id: string,
  decision: Decision<CarriedOutAction>,
): Promise<Resolved[]> {
  const results: Resolved[] = [];
  const faults: unknown[] = [];
  const under_way: Promise<void>[] = [];
  for (let after_line_no = 0; faults.length === 0;) {
    const { run, claims } = await ctx.db.transaction(async (trx) => {
      const open = await lockOpenRun(trx, scope, run_id);
      return { run: open, claims: await claimNextLines(trx, scope, open, after_line_no, BATCH, decision) };
    });
    if (claims.length === 0) break;
    after_line_no = claims.at(-1)?.line.line_no as number;
    results.push(...claims.flatMap(({ line, refused }) => (refused ? [{ line, error: refused }] : [])));
    const lines = claims.flatMap(({ line, refused }) => (refused ? [] : [line]));
    under_way.push(
      carryOut(ctx, scope, run, lines).then(
        (done) => void results.push(...done),
        (fault: unknown) => void faults.push(fault),
      ),
    );
    if (under_way.length >= BATCHES_AT_ONCE) await under_way.shift();
  }
  await Promise.all(under_way);
  if (faults.length > 0) throw faults[0] as AppError;
  return results.toSorted((a, b) => a.line.line_no - b.line.line_no);
}
