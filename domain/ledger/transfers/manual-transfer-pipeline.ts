/** Manual transfers in the write pipeline: those that are requested at the same time share each step. */
import { systemNow } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { consecutiveUuid } from '../../../core/ids.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { insertAll } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import { auditScopes } from '../../platform/audit/audit.ts';
import type { Unit } from '../../platform/unit.ts';
import type { IdempotencyKey, IdempotentRequest } from '../../platform/idempotency.ts';
import { writePipeline, type BookedRow, type ScopedRow } from '../../platform/write-pipeline.ts';
import type { ChainOutcome } from '../backend.port.ts';
import { movableAccounts, readAccounts } from '../accounts/generic-accounts.ts';
import type { Accounts } from '../accounts/known-accounts.ts';
import { ManualTransfer, type ManualTransferRow } from './manual-transfer.model.ts';
import { recordTransferRows } from './manual-transfers.sql.ts';
import { postChains, type ScopedChain } from './post-chains.ts';
import { atPlace } from './refusals.ts';
import { requestedTransfer } from './requested-transfer.ts';
import { auditRecordOf } from './transfer-audit.ts';

export interface TransferDetails {
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  memo: string | null;
}

export interface TransfersToRequest extends IdempotentRequest {
  /** Of the first transfer; those of a batch are consecutive. */
  subject_id: string;
  idempotency: IdempotencyKey;
  actor: Actor;
  transfers: TransferDetails[];
  is_batch: boolean;
}

/** The rows of one request. */
export interface RequestedTransfers {
  /** Of the first transfer. */
  id: string;
  /** In the order of the request. */
  transfers: ManualTransferRow[];
}

/** Requests that share one transaction: a batch may have a thousand transfers. */
const MAX_SINGLE = 500;
const MAX_BATCHES = 2;

export const pipelines = { single: pipelineOf(MAX_SINGLE), batch: pipelineOf(MAX_BATCHES) };

function pipelineOf(max_batch: number) {
  return writePipeline<TransfersToRequest, RequestedTransfers, ChainOutcome>({
    max_batch,
    prepare: prepareRows,
    insert: insertUnlessPosted,
    finalize,
    applyEffects: auditPosted,
    find: findRequested,
    // The ledger is asked again about what it refused, so that a repeat gets the same answer.
    isPending: ({ transfers: [first] }) => first?.status !== 'posted',
    book: (_ctx, requests, ledger) => postChains(ledger, requests.map(chainOf)),
    record: recordOutcomes,
  });
}

// ── prepare ────────────────────────────────────────────────────────────────────────────────────────────────────────────

async function prepareRows(
  unit: Unit,
  requests: TransfersToRequest[],
): Promise<(RequestedTransfers | Error)[]> {
  const accounts = await readAccounts(
    unit,
    requests.flatMap(({ transfers }) => transfers),
  );
  return requests.map((request) => rowsOf(request, accounts));
}

function rowsOf(request: TransfersToRequest, accounts: Accounts): RequestedTransfers | AppError {
  const { scope, subject_id, idempotency, actor, transfers, is_batch } = request;
  const [created_at, touched_at] = [scope.clock.now(), systemNow()];
  const rows: ManualTransferRow[] = [];
  for (const [place, details] of transfers.entries()) {
    const movable = movableAccounts(accounts, scope, details);
    if (movable instanceof AppError) return is_batch ? atPlace(movable, place) : movable;
    rows.push({
      id: consecutiveUuid(subject_id, place),
      ...scopeColumns(scope),
      ...details,
      currency: movable.debit.currency,
      reference: idempotency.key,
      actor_type: actor.type,
      actor_id: actor.id,
      status: 'pending',
      batch_id: is_batch ? subject_id : null,
      place: is_batch ? place : null,
      created_at,
      touched_at: place === 0 ? touched_at : null,
    });
  }
  return { id: subject_id, transfers: rows };
}

/**
 * A row is there unless it is certain that the ledger has booked the transfer, as in the same transaction: then the transfer, the
 * key and the audit entry say everything. What the ledger refused may be accepted later, and is audited then.
 */
async function insertUnlessPosted(trx: Transaction, requests: RequestedTransfers[]): Promise<void> {
  const rows = requests.flatMap(({ transfers }) => transfers.filter(({ status }) => status !== 'posted'));
  if (rows.length > 0) await insertAll(trx, ManualTransfer.tableName, rows);
}

/** What an earlier request under the same key stored, or else would have: it was the same request. */
async function findRequested(
  ctx: Context,
  request: TransfersToRequest,
  id: string,
): Promise<RequestedTransfers> {
  const stored = await findTransfers(ctx.db, request.scope, id);
  if (stored.transfers.length > 0) return stored;
  const accounts = await readAccounts({ ctx }, request.transfers);
  const rows = rowsOf({ ...request, subject_id: id }, accounts);
  if (rows instanceof AppError) throw rows;
  return { ...rows, transfers: rows.transfers.map((row) => ({ ...row, status: 'posted' })) };
}

/** @param id of the first transfer of the request */
export async function findTransfers(db: Queryable, scope: Scope, id: string): Promise<RequestedTransfers> {
  const transfers = await ManualTransfer.query(db)
    .inScope(scope)
    .where((of_request) => of_request.where({ id }).orWhere({ batch_id: id }))
    .orderBy('place');
  return { id, transfers };
}

// ── book ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The transfers of one request, which are booked all or none. */
export function chainOf({ scope, row }: ScopedRow<RequestedTransfers>): ScopedChain {
  return { scope, chain: row.transfers.map(requestedTransfer) };
}

// ── record ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function finalize({ row, booked }: BookedRow<RequestedTransfers, ChainOutcome>): RequestedTransfers {
  const status = booked.status === 'refused' ? 'refused' : 'posted';
  return { ...row, transfers: row.transfers.map((each) => ({ ...each, status })) };
}

async function recordOutcomes(
  unit: Unit,
  booked: BookedRow<RequestedTransfers, ChainOutcome>[],
): Promise<RequestedTransfers[]> {
  const ended = booked.map((each) => ({ scope: each.scope, row: finalize(each) }));
  const transfers = ended.flatMap(({ row }) => row.transfers);
  const rows = await recordTransferRows(unit.trx, {
    ids: transfers.map(({ id }) => id),
    statuses: transfers.map(({ status }) => status),
  });
  const recorded = new Set(rows.map(({ id }) => id));
  // Where another process was quicker, it has written the audit entry.
  await auditPosted(
    unit,
    ended.filter(({ row }) => recorded.has(row.id)),
  );
  return ended.map(({ row }) => row);
}

async function auditPosted({ ctx, trx }: Unit, ended: ScopedRow<RequestedTransfers>[]): Promise<void> {
  const posted = ended.filter(({ row }) => row.transfers[0]?.status === 'posted');
  await auditScopes(
    trx,
    posted.map(({ scope, row }) => ({
      scope,
      record: auditRecordOf(row.transfers, ctx.ledger.within !== null),
    })),
  );
}
