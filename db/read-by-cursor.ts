/** Long results, read some rows at a time: what a statement answers never is in memory as a whole. */
import { limitConcurrency } from '../core/concurrency.ts';
import { AppError } from '../core/errors.ts';
import type { Db, Transaction } from './connection.ts';
import type { Params, Query } from './statement.ts';

/** Rows of one fetch: a round trip for each is little beside their work, and so many are no burden. */
const ROWS_PER_FETCH = 500;
/** Whoever takes rows more slowly than that loses the connection, and others get it. */
const MAX_PAUSE_MS = 30_000;

/** Slow readers keep no more connections than these from everybody else; a few more wait for one of them. */
const MAX_AT_ONCE = 4;
const MAX_WAITING = 100;
const RETRY_AFTER_S = 5;

const atMost = limitConcurrency(
  MAX_AT_ONCE,
  MAX_WAITING,
  () =>
    new AppError('SERVICE_UNAVAILABLE', 'Too many reports are being read at once.', {
      retry_after_s: RETRY_AFTER_S,
    }),
);

/** Waits for its turn. @returns what ends it */
function takeTurn(): Promise<() => void> {
  return new Promise((begin, fail) => {
    atMost(() => new Promise<void>((end) => begin(end))).catch(fail);
  });
}

/**
 * Reads a long result in one snapshot of the database, on a connection of its own until the last row is taken.
 * @param read what gives the rows; all that it reads is of the same moment
 * @throws AppError SERVICE_UNAVAILABLE when too many are read at once; a fault where rows are taken too slowly (`MAX_PAUSE_MS`)
 */
export async function* inSnapshot<Row>(
  db: Db,
  read: (snapshot: Transaction) => AsyncIterable<Row>,
): AsyncGenerator<Row, void, undefined> {
  const end = await takeTurn();
  try {
    const snapshot = await db.transaction({ isolationLevel: 'repeatable read', readOnly: true });
    try {
      await snapshot.raw(`set local idle_in_transaction_session_timeout = ${MAX_PAUSE_MS}`);
      yield* read(snapshot);
    } finally {
      // It has changed nothing; where the connection is gone, the error that says so is on its way.
      await snapshot.rollback().catch(() => undefined);
    }
  } finally {
    end();
  }
}

/** The rows of a query in its order. One at a time in a transaction. */
export async function* readByCursor<Given extends Params, Row>(
  snapshot: Transaction,
  query: Query<Given, Row>,
  given: Given,
): AsyncGenerator<Row, void, undefined> {
  const { sql, bindings } = query.compile(given);
  // All rows are wanted, and not the first ones soon.
  await snapshot.raw('set local cursor_tuple_fraction = 1');
  await snapshot.raw(`declare long_result no scroll cursor for ${sql}`, bindings as never);
  for (;;) {
    const { rows } = await snapshot.raw<{ rows: Row[] }>(`fetch ${ROWS_PER_FETCH} from long_result`);
    yield* rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await snapshot.raw('close long_result');
}
