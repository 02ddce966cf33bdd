/**
 * Counting what is in a till: under the lock of its session, once every movement there is booked, so that what is expected is what
 * the books say. Nothing moves at the till until the transaction ends.
 */
import { notFound, unavailable } from '../../../core/errors.ts';
import { bookEntry, entries, SaccoEntry, type EntryRow } from '../../movements/index.ts';
import { inTransaction, type Caller, type CallerUnit } from '../../platform/unit.ts';
import { countedIn } from './denominations.rules.ts';
import { sumSessions } from './session-sums.ts';
import { TillSession, type Pieces, type TillSessionRow } from './session.model.ts';
import { totalsOf } from './session.rules.ts';

/** How often movements that are being booked are waited for: each time there are only those that came meanwhile. */
const MAX_ATTEMPTS = 10;

/** What was counted: pieces by denomination, or their sum in minor units. */
export type Counted = { count: Pieces } | { counted_minor: bigint };

export interface CountedCash {
  in_minor: bigint;
  out_minor: bigint;
  expected_minor: bigint;
  counted_minor: bigint;
  count: Pieces | null;
}

/** Rolls the transaction back; nothing was written. */
class MovementsUnderWay extends Error {
  readonly moving: readonly EntryRow[];
  constructor(moving: readonly EntryRow[]) {
    super('movements of the session are being booked');
    this.moving = moving;
  }
}

/** @throws AppError SERVICE_UNAVAILABLE while movements of the session cannot be booked */
export async function onceBooked<Result>(
  caller: Caller,
  work: (unit: CallerUnit) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      return await inTransaction(caller, work);
    } catch (error) {
      if (!(error instanceof MovementsUnderWay)) throw error;
      await Promise.all(error.moving.map((entry) => bookEntry(caller, entry)));
    }
  }
  throw unavailable('end of the movements at this till');
}

export interface SessionPath {
  till_id: string;
  session_id: string;
}

/** The session, in which nothing moves until the transaction ends. @throws AppError NOT_FOUND */
export async function lockSession({ trx, scope }: CallerUnit, path: SessionPath): Promise<TillSessionRow> {
  const session = await TillSession.query(trx).forUpdate().findInScope(scope, path.session_id);
  if (session.till_id !== path.till_id) throw notFound('session');
  return session;
}

/**
 * Compares what was counted with what a session must have now.
 * @param session locked
 * @throws AppError VALIDATION_ERROR for pieces that the currency does not have
 */
export async function compareCount(
  { ctx, trx }: CallerUnit,
  session: TillSessionRow,
  counted: Counted,
): Promise<CountedCash> {
  const moving = await SaccoEntry.query(trx)
    .whereIn('status', [...entries.IN_FLIGHT])
    .where((of) => of.where({ session_id: session.id }).orWhere({ other_session_id: session.id }));
  if (moving.length > 0) throw new MovementsUnderWay(moving);
  const sums = await sumSessions(ctx, trx, [session]);
  const { in_minor, out_minor } = totalsOf(sums.get(session.id) ?? []);
  const count = 'count' in counted ? counted.count : null;
  return {
    in_minor,
    out_minor,
    expected_minor: session.opening_minor + in_minor - out_minor,
    counted_minor:
      'count' in counted ? countedIn(session.currency, counted.count, 'count') : counted.counted_minor,
    count,
  };
}
