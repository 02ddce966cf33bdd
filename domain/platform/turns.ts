/**
 * Turns of projects and environments: of all processes, one at a time stores what the requests of one scope ask for. A process
 * takes its batch once it has the turn, so that everything that came while it waited goes along; without turns, it would wait
 * for the locks of the ledger's clock and the audit log with a batch that can grow no more. Correctness never depends on them.
 */
import { scopeName, type Scope } from '../../core/scope.ts';
import { takeFreeTurns, waitForTurn } from './turns.sql.ts';
import type { Unit } from './unit.ts';

/** Any constant: with a hash of the scope it names "the turn of a scope" among the database's advisory locks. */
const TURN_LOCK = 7_225_003;

/**
 * Takes the turns of those of the scopes whose turn is free, until the transaction ends; waits for one where none is.
 * @param waiting the scopes that wait at that moment, one at least
 * @returns whether a scope's turn was taken
 */
export async function takeTurns(
  { trx }: Unit,
  waiting: () => readonly Scope[],
): Promise<(scope: Scope) => boolean> {
  const wanted = () => ({ lock: TURN_LOCK, names: [...new Set(waiting().map(scopeName))] });
  let taken = await takeFreeTurns(trx, wanted());
  if (taken.length === 0) {
    await waitForTurn(trx, wanted());
    // Requests of other scopes have come meanwhile. A turn that is taken is taken again.
    taken = await takeFreeTurns(trx, wanted());
  }
  const mine = new Set(taken.map(({ name }) => name));
  return (scope) => mine.has(scopeName(scope));
}
