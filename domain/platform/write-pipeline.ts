/**
 * The one way in which requests become rows, transfers and results. Calls that wait together share their transactions:
 *
 *   store    rows of many requests in one transaction: idempotency keys first, in key order; then what the rows need locked
 *   book     the ledger is asked, outside any transaction; transfer ids follow from the row, so asking again is a no-op
 *   record   results of many rows in one transaction, with everything that becomes true through them
 *
 * A process may die between any two steps: the row says what is still to do, and `resume` does it. A request that cannot be
 * carried out fails alone: the others of its batch are tried again one by one.
 */
import { batchCallsPer, retryIndividually } from '../../core/batch.ts';
import type { Scope } from '../../core/scope.ts';
import { isConnectionFault, type Queryable, type Transaction } from '../../db/connection.ts';
import { expectOne } from '../../db/rows.ts';
import type { Context } from './context.ts';
import { executeIdempotently, type IdempotentRequest, type IdempotentResult } from './idempotency.ts';
import { inTransaction, type EnqueueAfterCommit } from './transaction.ts';

interface BatchLimit {
  /** Requests, or results, that share one transaction: under its locks all of them wait. */
  max_batch: number;
}

interface Storing<Request extends IdempotentRequest, Row> extends BatchLimit {
  /**
   * Locks what the requests need, in one order everywhere, and stores a row for each that may go ahead.
   * @returns in their order, the row or why there is none; that is the answer of its own caller only
   */
  store: (trx: Transaction, requests: Request[], ctx: Context) => Promise<(Row | Error)[]>;
}

/** @returns stores one request, together with all that wait at the same time, at most once for each idempotency key */
export function storeInBatches<Request extends IdempotentRequest, Row>({
  max_batch,
  store,
}: Storing<Request, Row>): (ctx: Context, request: Request) => Promise<IdempotentResult<Row>> {
  return batchCallsPer<Context, Request, IdempotentResult<Row>>(
    (ctx, batch) =>
      retryIndividually(
        (requests: Request[]) =>
          ctx.db.transaction((trx) => executeIdempotently(trx, requests, (fresh) => store(trx, fresh, ctx))),
        isConnectionFault,
      )(batch),
    { max_weight: max_batch },
  );
}

interface Recording<Result, Row> extends BatchLimit {
  /** @returns in their order, the row as it then stands; a result that was recorded before changes nothing */
  record: (
    trx: Transaction,
    enqueueAfterCommit: EnqueueAfterCommit,
    results: Result[],
    ctx: Context,
  ) => Promise<Row[]>;
}

/** @returns records one result, together with all that wait at the same time */
export function recordInBatches<Result, Row>({
  max_batch,
  record,
}: Recording<Result, Row>): (ctx: Context, result: Result) => Promise<Row> {
  return batchCallsPer<Context, Result, Row>(
    (ctx, batch) =>
      retryIndividually(
        (results: Result[]) =>
          inTransaction(ctx, (trx, enqueueAfterCommit) => record(trx, enqueueAfterCommit, results, ctx)),
        isConnectionFault,
      )(batch),
    { max_weight: max_batch },
  );
}

export interface ScopedRow<Row> {
  scope: Scope;
  row: Row;
}

/** What the ledger answered about a row. */
export interface BookedRow<Row, Booked> extends ScopedRow<Row> {
  booked: Booked;
}

interface WritePipelineDeclaration<Request extends IdempotentRequest, Row, Booked>
  extends Storing<Request, Row>, Recording<BookedRow<Row, Booked>, Row> {
  /** The row that an earlier request under the same key stored. */
  find(db: Queryable, request: Request, subject_id: string): Promise<Row>;
  /** Whether the row still waits for its booking, or for the record of it. */
  isPending(row: Row): boolean;
  /** Asks the ledger about rows that are pending. @returns what it answered, in their order */
  book: (ctx: Context, rows: ScopedRow<Row>[]) => Promise<Booked[]>;
}

export interface Resumed<Row, Booked> {
  /** As it now stands. */
  row: Row;
  /** null where the row was no longer pending. */
  booked: Booked | null;
}

export interface Submitted<Row, Booked> extends Resumed<Row, Booked> {
  /** The same request came before. */
  replayed: boolean;
}

export interface WritePipeline<Request, Row, Booked> {
  /** Stores, books and records. @throws AppError as `store` answers; `idempotency_key_reused` */
  submit(ctx: Context, request: Request): Promise<Submitted<Row, Booked>>;
  /** Books and records a row that is stored. */
  resume(ctx: Context, scope: Scope, row: Row): Promise<Resumed<Row, Booked>>;
}

export function writePipeline<Request extends IdempotentRequest, Row, Booked>(
  declared: WritePipelineDeclaration<Request, Row, Booked>,
): WritePipeline<Request, Row, Booked> {
  const store = storeInBatches(declared);
  const record = recordInBatches(declared);

  async function resume(ctx: Context, scope: Scope, row: Row): Promise<Resumed<Row, Booked>> {
    if (!declared.isPending(row)) return { row, booked: null };
    const booked = expectOne(await declared.book(ctx, [{ scope, row }]));
    return { row: await record(ctx, { scope, row, booked }), booked };
  }

  return {
    resume,
    async submit(ctx, request) {
      const result = await store(ctx, request);
      const replayed = 'existing' in result;
      const row = replayed
        ? await declared.find(ctx.db, request, result.existing.subject_id)
        : result.created;
      return { ...(await resume(ctx, request.scope, row)), replayed };
    },
  };
}
