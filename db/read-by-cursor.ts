/** Long results, read some rows at a time, so that they are never in memory as a whole. */
import { limitConcurrency } from '../core/concurrency.ts';
import { AppError } from '../core/errors.ts';
import type { Db, Transaction } from './connection.ts';
import type { Params, Query } from './statement.ts';

/** Rows per fetch: the round trip costs little in relation to them, and they need little memory. */
const ROWS_PER_FETCH = 500;
/** A reader that pauses for longer loses its connection to others. */
const MAX_PAUSE_MS = 30_000;

/** Connections that slow readers may hold; further readers wait for one of them. */
const MAX_AT_ONCE = 4;
const MAX_WAITING = 100;
const RETRY_AFTER_S = 5;

const atMost = limitConcurrency(
  MAX_AT_ONCE,
  MAX_WAITING,
  () =>
    new AppError('SERVICE_UNAVAILABLE', 'Too many reports are being read at the same time.', {
      retry_after_s: RETRY_AFTER_S,
    }),
);

/** Waits for a free connection. @returns the function that releases it */
function takeTurn(): Promise<() => void> {
  return new Promise((begin, fail) => {
    atMost(() => new Promise<void>((end) => begin(end))).catch(fail);
  });
}

/**
 * Reads a long result in one snapshot of the database, on a separate connection until the last row is consumed.
 * @param read yields the rows; everything that it reads is from the same snapshot
 * @throws AppError SERVICE_UNAVAILABLE when too many readers wait; a fault when rows are consumed too slowly (`MAX_PAUSE_MS`)
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
      // Nothing was changed; if the connection is lost, `read` throws that error.
      await snapshot.rollback().catch(() => undefined);
    }
  } finally {
    end();
  }
}

/** The rows of a query, in order. Only one cursor at a time in a transaction. */
export async function* readByCursor<Given extends Params, Row>(
  snapshot: Transaction,
  query: Query<Given, Row>,
  given: Given,
): AsyncGenerator<Row, void, undefined> {
  const { sql, bindings } = query.compile(given);
  // Optimise for the whole result, not for its first rows.
  await snapshot.raw('set local cursor_tuple_fraction = 1');
  await snapshot.raw(`declare long_result no scroll cursor for ${sql}`, bindings as never);
  for (;;) {
    const { rows } = await snapshot.raw<{ rows: Row[] }>(`fetch ${ROWS_PER_FETCH} from long_result`);
    yield* rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await snapshot.raw('close long_result');
}
