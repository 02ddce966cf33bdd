/** Applies an action to all lines of a run that it fits, batch by batch. A line that fails does not block the others. */
import type { AppError } from '../../../core/errors.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { carryOut, type Resolved } from './carry-out.ts';
import { claimNextLines } from './claim-lines.ts';
import { decisionOf, type RequestedDecision } from './requested-decision.ts';
import { lockOpenRun } from '../runs/decidable-run.ts';
import type { CarriedOutAction } from './resolution.rules.ts';

/** Lines that are carried out together: the ledger is near its maximum throughput, and a batch stays well under a second. */
const BATCH = 2_000;
/** Concurrent batches: while one waits for the database, the next is claimed. */
const BATCHES_AT_ONCE = 3;

/**
 * Also finishes interrupted decisions of the same action.
 * @returns in the order of the file
 * @throws AppError NOT_FOUND, run_closed, invalid_state; SERVICE_UNAVAILABLE when the ledger does not answer
 */
export async function resolveAll(
  caller: Caller,
  run_id: string,
  request: RequestedDecision<CarriedOutAction>,
): Promise<Resolved[]> {
  const results: Resolved[] = [];
  const faults: unknown[] = [];
  const under_way: Promise<void>[] = [];
  for (let after_line_no = 0; faults.length === 0;) {
    const range = { after_line_no, limit: BATCH };
    const { run, claims } = await inTransaction(caller, async (unit) => {
      const open = await lockOpenRun(unit, run_id);
      const decision = await decisionOf(unit, open, request);
      return { run: open, claims: await claimNextLines(unit, open, range, decision) };
    });
    if (claims.length === 0) break;
    after_line_no = claims.at(-1)?.line.line_no as number;
    results.push(...claims.flatMap(({ line, refused }) => (refused ? [{ line, error: refused }] : [])));
    const claimed = claims.flatMap(({ line, refused }) => (refused ? [] : [line]));
    const lines = claimed.filter(({ status }) => status === 'resolving');
    // The others wait for a second person.
    results.push(...claimed.filter((line) => !lines.includes(line)).map((line) => ({ line, error: null })));
    under_way.push(
      carryOut(caller, run, lines).then(
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
