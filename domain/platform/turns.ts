/**
 * Turns of projects and environments: of all processes, one at a time stores what the requests of one scope ask for. A process
 * takes its batch once it has the turn, so that everything that came while it waited goes along; without turns, it would wait
 * for locks, such as those of the ledger's clock and the audit log, with a batch that can grow no more. Correctness never depends
 * on them. Each kind of request has turns of its own, so that none waits for locks that it does not need.
 */
import { scopeName, type Scope } from '../../core/scope.ts';
import { takeFreeTurns, waitForTurn } from './turns.sql.ts';
import type { Unit } from './unit.ts';

/** What requests of one scope take turns for: to move money in the ledger, to create payments, to join as members. */
const KINDS = ['ledger', 'payments', 'members'] as const;

export type TurnKind = (typeof KINDS)[number];

/** With the place of the kind, and a hash of the scope, it names "the turn of a scope" among the database's advisory locks. */
const FIRST_TURN_LOCK = 7_225_010;

interface Turns {
  kind: TurnKind;
  /** The scopes that wait at that moment in their order, one at least. */
  waiting: () => readonly Scope[];
  /** Whether the first of them has been left out before: its turn is waited for, although others may be free. */
  firstComesFirst: () => boolean;
}

/**
 * Takes the turns of those of the scopes whose turn is free, until the transaction ends; waits for one where none is.
 * @returns whether a scope's turn was taken
 */
export async function takeTurns(
  { trx }: Unit,
  { kind, waiting, firstComesFirst }: Turns,
): Promise<(scope: Scope) => boolean> {
  const lock = FIRST_TURN_LOCK + KINDS.indexOf(kind);
  const wanted = () => ({ lock, names: [...new Set(waiting().map(scopeName))] });
  let taken = firstComesFirst() ? [] : await takeFreeTurns(trx, wanted());
  if (taken.length === 0) {
    await waitForTurn(trx, wanted());
    // Requests of other scopes have come meanwhile. A turn that is taken is taken again.
    taken = await takeFreeTurns(trx, wanted());
  }
  const mine = new Set(taken.map(({ name }) => name));
  return (scope) => mine.has(scopeName(scope));
}
