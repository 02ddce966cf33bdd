/**
 * The one way in which requests become rows, transfers and results. Calls that wait together share their transactions:
 *
 *   prepare  many requests in one transaction: idempotency keys first, in key order; then what their rows need locked
 *   insert   the rows, in that transaction
 *   book     the ledger is asked, outside any transaction; transfer ids follow from the row, so asking again is a no-op
 *   record   results of many rows in one transaction, with all their effects
 *
 * Where the ledger is in the same database all are one transaction, unless a booking needs more than the ledger; each row is then
 * inserted once, as it ended. Elsewhere a process may die between any two steps: the row says what is still to do, and `resume` does
 * it. A request that cannot be carried out fails alone: the others of its batch are retried individually.
 */
import { batchCallsLatePer, batchCallsPer, withoutErrors } from '../../core/batch.ts';
import type { Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import { isConnectionFault, sqlState } from '../../db/faults.ts';
import { expectOne } from '../../db/rows.ts';
import type { TransferPoster } from '../ledger/backend.port.ts';
import type { Context } from './context.ts';
import { executeIdempotently, type IdempotentRequest, type IdempotentResult } from './idempotency.ts';
import { takeTurns, type TurnKind } from './turns.ts';
import { inTransaction, type Unit } from './unit.ts';

/** A deadlock or a failed serialization ends with other requests in the batch, too. */
const concernsOne = (error: unknown): boolean =>
  !isConnectionFault(error) || ['40P01', '40001'].includes(sqlState(error) ?? '');

interface BatchLimit {
  /** Requests, or results, that share one transaction: under its locks all of them wait. */
  max_batch: number;
}

interface Storing<Request extends IdempotentRequest, Row> extends BatchLimit {
  /** The turns that are taken. */
  turns: TurnKind;
  /**
   * Locks what the requests need, in one order everywhere, and stores a row for each that may go ahead.
   * @returns in their order, the row or why there is none; that is the answer of its own caller only
   */
  store: (unit: Unit, requests: Request[]) => Promise<(Row | Error)[]>;
}

/** @returns stores one request, together with all that wait at the same time, at most once for each idempotency key */
export function storeInBatches<Request extends IdempotentRequest, Row>({
  max_batch,
  turns,
  store,
}: Storing<Request, Row>): (ctx: Context, request: Request) => Promise<IdempotentResult<Row>> {
  return batchCallsLatePer<Context, Request, IdempotentResult<Row>>(
    (ctx, { waiting, passedOver, take }) =>
      inTransaction({ ctx }, async (unit) => {
        const hasTurn = await takeTurns(unit, {
          kind: turns,
          waiting: () => waiting().map(({ scope }) => scope),
          firstComesFirst: passedOver,
        });
        return take(
          (requests) => executeIdempotently(unit.trx, requests, (fresh) => store(unit, fresh)),
          ({ scope }) => hasTurn(scope),
        );
      }),
    { max_weight: max_batch, concernsOne },
  );
}

interface Recording<Result, Row> extends BatchLimit {
  /** @returns in their order, the row as it then stands; a result that was recorded before changes nothing */
  record: (unit: Unit, results: Result[]) => Promise<Row[]>;
}

/** @returns records one result, together with all that wait at the same time */
export function recordInBatches<Result, Row>({
  max_batch,
  record,
}: Recording<Result, Row>): (ctx: Context, result: Result) => Promise<Row> {
  return batchCallsPer<Context, Result, Row>(
    (ctx, results) => inTransaction({ ctx }, (unit) => record(unit, results)),
    { max_weight: max_batch, concernsOne },
  );
}

export interface Identified {
  id: string;
}

export interface ScopedRow<Row> {
  scope: Scope;
  row: Row;
}

/** What the ledger answered about a row. */
export interface BookedRow<Row, Booked> extends ScopedRow<Row> {
  booked: Booked;
}

/** Thrown by a ledger that is in the database when a booking needs a transaction of its own; nothing was written. */
export class RequiresSeparateTransaction extends Error {
  override readonly name = 'RequiresSeparateTransaction';
}

/** Thrown to have each request of a batch retried in a batch of its own; nothing was written. */
class RetryIndividually extends Error {
  override readonly name = 'RetryIndividually';
}

interface WritePipelineDeclaration<Request extends IdempotentRequest, Row, Booked> extends Recording<
  BookedRow<Row, Booked>,
  Row
> {
  /**
   * Locks what the requests need, in one order everywhere.
   * @returns in their order, a row that is pending and not stored yet, or why there is none; that is the answer of its own caller only
   */
  prepare: Storing<Request, Row>['store'];
  /** Stores rows: those that are to be booked, and those that are booked already, as they ended. */
  insert: (trx: Transaction, rows: Row[]) => Promise<void>;
  /** The row in its final state. Pure */
  finalize: (result: BookedRow<Row, Booked>) => Row;
  /** Applies the effects of rows that were stored in their final state. When left out, there are none. */
  applyEffects?: (unit: Unit, ended: ScopedRow<Row>[]) => Promise<void>;
  /** The row that an earlier request under the same key stored. */
  find(ctx: Context, request: Request, subject_id: string): Promise<Row>;
  /** Whether the row still waits for its booking, or for the record of it. */
  isPending(row: Row): boolean;
  /** Asks the ledger about rows that are pending. @returns what it answered, in their order */
  book: (ctx: Context, rows: ScopedRow<Row>[], ledger: TransferPoster) => Promise<Booked[]>;
  /**
   * Whether `book` uses the database for that row, or `record` locks rows that `prepare` has not locked: then each step is a
   * transaction of its own. When left out, no row is.
   */
  needsOwnTransaction?: (ctx: Context, row: Row) => boolean;
  /**
   * Whether some requests were rejected because of others of their batch, which the ledger then refused: each is then retried
   * individually. When left out, none is.
   * @param ended the others, in their final state
   */
  shouldRetryIndividually?: (rejected: Error[], ended: Row[]) => boolean;
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
  /** Stores, books and records. @throws AppError as `prepare` answers; `idempotency_key_reused` */
  submit(ctx: Context, request: Request): Promise<Submitted<Row, Booked>>;
  /** Books and records a row that is stored. */
  resume(ctx: Context, scope: Scope, row: Row): Promise<Resumed<Row, Booked>>;
}

export function writePipeline<Request extends IdempotentRequest, Row extends Identified, Booked>(
  declared: WritePipelineDeclaration<Request, Row, Booked>,
): WritePipeline<Request, Row, Booked> {
  const { max_batch } = declared;
  const store = storeInBatches({ max_batch, turns: 'ledger', store: storeAndBook });
  const record = recordInBatches({ max_batch, record: recordDistinct });

  async function storeAndBook(unit: Unit, requests: Request[]): Promise<(Resumed<Row, Booked> | Error)[]> {
    const prepared = await declared.prepare(unit, requests);
    const at_once = prepared.flatMap((row, i) =>
      row instanceof Error || declared.needsOwnTransaction?.(unit.ctx, row)
        ? []
        : [{ scope: (requests[i] as Request).scope, row }],
    );
    const answers = await bookWithin(unit, at_once);
    const ended = new Map(
      answers.map((booked, i) => {
        const { scope, row } = at_once[i] as ScopedRow<Row>;
        return [row, { scope, row: declared.finalize({ scope, row, booked }), booked }];
      }),
    );
    const rejected = prepared.filter((row) => row instanceof Error);
    const ended_rows = [...ended.values()].map(({ row }) => row);
    if (declared.shouldRetryIndividually?.(rejected, ended_rows)) throw new RetryIndividually();
    await declared.insert(
      unit.trx,
      withoutErrors(prepared).map((row) => ended.get(row)?.row ?? row),
    );
    if (ended.size > 0) await declared.applyEffects?.(unit, [...ended.values()]);
    return prepared.map((row) => (row instanceof Error ? row : (ended.get(row) ?? { row, booked: null })));
  }

  /** @returns nothing when they are to be booked after the commit */
  async function bookWithin({ ctx, trx }: Unit, rows: ScopedRow<Row>[]): Promise<Booked[]> {
    const ledger = ctx.ledger.within?.(trx);
    if (!ledger || rows.length === 0) return [];
    try {
      return await declared.book(ctx, rows, ledger);
    } catch (error) {
      if (error instanceof RequiresSeparateTransaction) return [];
      throw error;
    }
  }

  /** A request and its repeats may have come together: their row is recorded once, by the first result. */
  async function recordDistinct(unit: Unit, results: BookedRow<Row, Booked>[]): Promise<Row[]> {
    const distinct = new Map(results.toReversed().map((result) => [result.row.id, result]));
    const rows = await declared.record(unit, [...distinct.values()]);
    const recorded = new Map([...distinct.keys()].map((id, i) => [id, rows[i] as Row]));
    return results.map(({ row }) => recorded.get(row.id) as Row);
  }

  async function resume(ctx: Context, scope: Scope, row: Row): Promise<Resumed<Row, Booked>> {
    if (!declared.isPending(row)) return { row, booked: null };
    const booked = expectOne(await declared.book(ctx, [{ scope, row }], ctx.ledger));
    return { row: await record(ctx, { scope, row, booked }), booked };
  }

  return {
    resume,
    async submit(ctx, request) {
      const result = await store(ctx, request);
      if ('created' in result && result.created.booked !== null)
        return { replayed: false, ...result.created };
      const row =
        'created' in result
          ? result.created.row
          : await declared.find(ctx, request, result.existing.subject_id);
      return { replayed: 'existing' in result, ...(await resume(ctx, request.scope, row)) };
    },
  };
}
