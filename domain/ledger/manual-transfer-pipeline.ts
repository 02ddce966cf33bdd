/** The way of manual transfers through the write pipeline: those that are requested at the same time share each step. */
import { systemNow } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { encodeId, newUuid } from '../../core/ids.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import { insertAll } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import { expectOne } from '../../db/rows.ts';
import { auditScopes, type AuditRecord } from '../platform/audit.ts';
import type { Context } from '../platform/context.ts';
import type { Unit } from '../platform/unit.ts';
import type { IdempotencyKey, IdempotentRequest } from '../platform/idempotency.ts';
import { writePipeline, type BookedRow, type ScopedRow } from '../platform/write-pipeline.ts';
import type { ChainOutcome, TransferPoster } from './backend.port.ts';
import { movableAccounts, readAccounts, type Accounts } from './generic-accounts.ts';
import { ManualTransfer, type ManualTransferRow } from './manual-transfer.model.ts';
import { postChains } from './post-chains.ts';
import { atPlace } from './refusals.ts';
import { requestedTransfer } from './requested-transfer.ts';

export interface TransferDetails {
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  memo: string | null;
}

interface TransfersToRequest extends IdempotentRequest {
  /** Of the first transfer. */
  subject_id: string;
  idempotency: IdempotencyKey;
  actor: Actor;
  transfers: TransferDetails[];
  is_batch: boolean;
}

/** The rows of one request, in its order. */
type Rows = ManualTransferRow[];

/** Requests that share one transaction: a batch may have a thousand transfers. */
const MAX_SINGLE = 500;
const MAX_BATCHES = 8;

export const pipelines = { single: pipelineOf(MAX_SINGLE), batch: pipelineOf(MAX_BATCHES) };

function pipelineOf(max_batch: number) {
  return writePipeline<TransfersToRequest, Rows, ChainOutcome>({
    max_batch,
    prepare: prepareRows,
    insert: (trx, requests) => insertAll(trx, ManualTransfer.tableName, requests.flat()),
    finalize: endedRows,
    applyEffects: ({ trx }, ended) => auditPosted(trx, ended),
    find: (db, { scope }, subject_id) => findRows(db, scope, subject_id),
    // Of what the ledger refused it is asked again: a repeat is told the same.
    isPending: ([first]) => first?.status !== 'posted',
    book: bookAll,
    record: recordOutcomes,
  });
}

// ── prepare ────────────────────────────────────────────────────────────────────────────────────────────────────────────

async function prepareRows({ ctx, trx }: Unit, requests: TransfersToRequest[]): Promise<(Rows | Error)[]> {
  const accounts = await readAccounts(
    ctx.db,
    trx,
    requests.flatMap(({ transfers }) => transfers),
  );
  return requests.map((request) => rowsOf(request, accounts));
}

function rowsOf(request: TransfersToRequest, accounts: Accounts): Rows | AppError {
  const { scope, subject_id, idempotency, actor, transfers, is_batch } = request;
  const [created_at, touched_at] = [scope.clock.now(), systemNow()];
  const rows: Rows = [];
  for (const [place, details] of transfers.entries()) {
    const movable = movableAccounts(accounts, scope, details);
    if (movable instanceof AppError) return is_batch ? atPlace(movable, place) : movable;
    rows.push({
      id: place === 0 ? subject_id : newUuid(),
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
  return rows;
}

/** The rows of a request. @param subject_id of its first transfer */
export async function findRows(db: Queryable, scope: Scope, subject_id: string): Promise<Rows> {
  return ManualTransfer.query(db)
    .inScope(scope)
    .where((of_request) => of_request.where({ id: subject_id }).orWhere({ batch_id: subject_id }))
    .orderBy('place');
}

// ── book ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Books the transfers of one request, or finds them booked. */
export async function bookRows(ctx: Context, scope: Scope, rows: Rows): Promise<ChainOutcome> {
  return expectOne(await bookAll(ctx, [{ scope, row: rows }], ctx.ledger));
}

function bookAll(
  _ctx: Context,
  requests: ScopedRow<Rows>[],
  ledger: TransferPoster,
): Promise<ChainOutcome[]> {
  return postChains(
    ledger,
    requests.map(({ scope, row: rows }) => ({ scope, chain: rows.map(requestedTransfer) })),
  );
}

// ── record ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function endedRows({ row, booked }: BookedRow<Rows, ChainOutcome>): Rows {
  const status = booked.status === 'refused' ? 'refused' : 'posted';
  return row.map((each) => ({ ...each, status }));
}

async function recordOutcomes({ trx }: Unit, booked: BookedRow<Rows, ChainOutcome>[]): Promise<Rows[]> {
  const ended = booked.map((each) => ({ scope: each.scope, row: endedRows(each) }));
  const rows = ended.flatMap(({ row }) => row);
  const ids = rows.map(({ id }) => id) as never;
  const { rows: changed } = await trx.raw<{ rows: { id: string }[] }>(RECORD_OUTCOMES, [
    ids,
    rows.map(({ status }) => status) as never,
    ids,
  ]);
  // Where another process was quicker, it has written the audit entry.
  const fresh = new Set(changed.map(({ id }) => id));
  await auditPosted(
    trx,
    ended.filter(({ row: [first] }) => first && fresh.delete(first.id)),
  );
  return ended.map(({ row }) => row);
}

async function auditPosted(trx: Transaction, ended: ScopedRow<Rows>[]): Promise<void> {
  const posted = ended.filter(({ row: [first] }) => first?.status === 'posted');
  await auditScopes(
    trx,
    posted.map(({ scope, row }) => ({ scope, record: auditRecord(row) })),
  );
}

function auditRecord(rows: Rows): AuditRecord {
  const first = rows[0] as ManualTransferRow;
  const is_batch = first.batch_id !== null;
  return {
    actor: { type: first.actor_type, id: first.actor_id },
    action: is_batch ? 'ledger.transfer_batch' : 'ledger.transfer',
    subject: encodeId('transfer', first.id),
    details: {
      idempotency_key: first.reference,
      ...(is_batch
        ? { transfers: rows.map((row) => ({ id: encodeId('transfer', row.id), ...transferDetails(row) })) }
        : transferDetails(first)),
    },
  };
}

function transferDetails(row: ManualTransferRow): Record<string, unknown> {
  return {
    debit_account_id: encodeId('account', row.debit_account_id),
    credit_account_id: encodeId('account', row.credit_account_id),
    amount_minor: row.amount_minor,
    currency: row.currency,
    memo: row.memo,
  };
}

// Rows are locked in id order, which avoids deadlocks between a request and the sweep that record the same outcome.
const RECORD_OUTCOMES = `
  with locked as materialized (
    select id from ledger_manual_transfers where id = any(?::uuid[]) and status <> 'posted' order by id for no key update
  )
  update ledger_manual_transfers t set status = v.status
  from unnest(?::text[], ?::uuid[]) as v(status, id) join locked using (id) where t.id = v.id returning t.id`;
