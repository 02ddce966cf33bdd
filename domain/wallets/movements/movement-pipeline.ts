/** Every movement of wallets is reserved under their limits, booked and recorded. */
import { AppError } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import { columnsOf } from '../../../db/columns-of.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import type { IdempotentRequest } from '../../platform/idempotency.ts';
import { countPendingRows, resumePending, type PendingRows } from '../../platform/resume-pending.ts';
import type { Unit } from '../../platform/unit.ts';
import {
  writePipeline,
  type BookedRow,
  type Resumed,
  type Submitted,
} from '../../platform/write-pipeline.ts';
import { postChains, type ChainOutcome } from '../../ledger/index.ts';
import { changeBounds, releaseDailyUsage } from './limit-usage.ts';
import { WalletMovement, type MovementRow } from './movement.model.ts';
import { movementTransfer, refusalReason } from './movement.rules.ts';
import { recordResults } from './movement-pipeline.sql.ts';
import { insertMovements, prepareMovements, type MovementRequest } from './reserve-movements.ts';
import { endTopupMovement, isOfTopup } from '../topups/topup-movement.ts';
import { lockTopups } from '../topups/topup.ts';

/** Movements that share one transaction: under its locks the wallets of all of them wait. */
const MAX_BATCH = 200;
/** A movement that is still pending after this long was abandoned: its process has died. */
const ABANDONED_AFTER_MS = 5_000;
/** Abandoned movements that one sweep resumes. */
const MAX_ABANDONED = 500;

type IdempotentMovement = IdempotentRequest & MovementRequest;

const pipeline = writePipeline<IdempotentMovement, MovementRow, ChainOutcome>({
  max_batch: MAX_BATCH,
  prepare: ({ trx }, requests) => prepareMovements(trx, requests),
  insert: insertMovements,
  // Without effects: movements of top-ups, which have some, are reserved by the transaction that credits or reverses one.
  finalize: endedMovement,
  find: ({ db }, { scope }, id) => WalletMovement.query(db).findInScope(scope, id),
  isPending: ({ status }) => status === 'pending',
  book: (_ctx, movements, ledger) =>
    postChains(
      ledger,
      movements.map(({ scope, row }) => ({ scope, chain: [movementTransfer(row)] })),
    ),
  record,
  // A movement that is refused for lack of money uses up no limit.
  shouldRetryIndividually: (rejected, ended) =>
    rejected.some((error) => error instanceof AppError && error.reason === 'limit_exceeded') &&
    ended.some(({ status }) => status === 'refused'),
});

/** Reserves, books and records. @throws AppError as `prepareMovements`; `idempotency_key_reused` */
export function submitMovement(
  ctx: Context,
  request: IdempotentMovement,
): Promise<Submitted<MovementRow, ChainOutcome>> {
  return pipeline.submit(ctx, request);
}

/** Books a movement that is reserved, or finds it booked, and records the result. */
export function bookMovement(
  ctx: Context,
  scope: Scope,
  movement: MovementRow,
): Promise<Resumed<MovementRow, ChainOutcome>> {
  return pipeline.resume(ctx, scope, movement);
}

function endedMovement({ row, booked }: BookedRow<MovementRow, ChainOutcome>): MovementRow {
  const refusal = booked.status === 'refused' ? refusalReason(booked.error) : null;
  return { ...row, status: refusal ? 'refused' : 'posted', refusal };
}

/** Top-ups are locked before wallets, here as everywhere. */
async function record(unit: Unit, booked: BookedRow<MovementRow, ChainOutcome>[]): Promise<MovementRow[]> {
  const { trx } = unit;
  const ended = booked.map((each) => ({ scope: each.scope, row: endedMovement(each) }));
  const movements = ended.map(({ row }) => row);
  const ofTopups = ended.filter(({ row }) => isOfTopup(row));
  const topups = await lockTopups(
    trx,
    ofTopups.map(({ row }) => row.reference),
  );
  const recorded = await storeResults(trx, movements);
  for (const { scope, row } of ofTopups) {
    const topup = topups.get(row.reference);
    if (topup && recorded.delete(row.id)) await endTopupMovement({ ...unit, scope }, topup, row);
  }
  return movements;
}

/**
 * Records how stored movements ended, and releases what the refused ones had reserved; repeated, it changes nothing.
 * @returns ids of those that had not been recorded before
 */
async function storeResults(trx: Transaction, ended: MovementRow[]): Promise<Set<string>> {
  // A request and its repeat may be in one batch, with the same answer of the ledger.
  const distinct = [...new Map(ended.map((each) => [each.id, each])).values()];
  const rows = await recordResults(trx, columnsOf(distinct, 'id', 'refusal'));
  const recorded = new Set(rows.map(({ id }) => id));
  const mine = distinct.filter(({ id }) => recorded.has(id));
  await changeBounds(
    trx,
    mine.map((movement) => ({ movement, status: movement.status })),
  );
  await releaseDailyUsage(
    trx,
    mine.filter(({ status }) => status === 'refused'),
  );
  return recorded;
}

const UNFINISHED: PendingRows<WalletMovement> = {
  model: WalletMovement,
  statuses: ['pending'],
  due: { column: 'touched_at', after_ms: ABANDONED_AFTER_MS, retry_in_ms: 0 },
};

export const countUnfinishedMovements = countPendingRows(UNFINISHED);

/** Finishes abandoned movements. @returns how many */
export function resumePendingMovements(ctx: Context): Promise<number> {
  return resumePending(ctx, {
    ...UNFINISHED,
    limit: MAX_ABANDONED,
    resume: bookMovement,
  });
}
