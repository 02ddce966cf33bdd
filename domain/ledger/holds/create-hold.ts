/**
 * Opens holds: those that are requested at the same time share each step. The request is stored, the ledger books the pending
 * transfer under the row's id, and the row records the outcome. The sweep (resume-holds.ts) finishes requests that died.
 */
import { systemNow } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { newUuid } from '../../../core/ids.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import { insertAll } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Context } from '../../platform/context.ts';
import type { Caller, Unit } from '../../platform/unit.ts';
import {
  refuseReservedKey,
  type IdempotencyKey,
  type IdempotentRequest,
} from '../../platform/idempotency.ts';
import { writePipeline, type BookedRow } from '../../platform/write-pipeline.ts';
import type { BookedTransfer, ChainOutcome, Transfer } from '../backend.port.ts';
import { movableAccounts, readAccounts } from '../accounts/generic-accounts.ts';
import type { Accounts } from '../accounts/known-accounts.ts';
import { withExpiry } from './hold.ts';
import { auditOpened } from './hold-audit.ts';
import { Hold, type HoldRow } from './hold.model.ts';
import { recordOpenedRows } from './holds.sql.ts';
import { postChains } from '../transfers/post-chains.ts';
import { refusalOf } from '../transfers/refusals.ts';
import { requestedTransfer } from '../transfers/requested-transfer.ts';

export interface HoldRequest {
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  idempotency_key: string;
  memo: string | null;
  /** 0: never expires. */
  timeout_s: number;
}

interface HoldToOpen extends IdempotentRequest {
  idempotency: IdempotencyKey;
  actor: Actor;
  details: Omit<HoldRequest, 'idempotency_key'>;
}

/** Holds that share one transaction. */
const MAX_BATCH = 500;

const pipeline = writePipeline<HoldToOpen, HoldRow, ChainOutcome>({
  max_batch: MAX_BATCH,
  prepare: prepareRows,
  insert: (trx, rows) => insertAll(trx, Hold.tableName, rows, { prepared: true }),
  finalize,
  find: ({ db }, { scope }, id) => Hold.query(db).findInScope(scope, id),
  // The ledger is asked again about what it refused, so that a repeat gets the same answer.
  isPending: ({ status }) => status === 'requested' || status === 'refused',
  book: (_ctx, holds, ledger) =>
    postChains(
      ledger,
      holds.map(({ scope, row }) => ({ scope, chain: [pendingTransfer(row)] })),
    ),
  applyEffects: auditOpened,
  record: recordOutcomes,
});

/** @throws AppError account_not_found, account_refused, currency_mismatch, exceeds_credits, id_already_failed, … */
export async function createHold(
  { ctx, scope, actor }: Caller,
  { idempotency_key, ...details }: HoldRequest,
): Promise<{ hold: HoldRow; replayed: boolean }> {
  refuseReservedKey(idempotency_key);
  const { row, booked } = await pipeline.submit(ctx, {
    scope,
    idempotency: { key: idempotency_key, request: ['POST /ledger/holds', details] },
    subject_id: newUuid(),
    actor,
    details,
  });
  if (booked?.status === 'refused') throw refusalOf(booked.error);
  return { hold: withExpiry(row, scope), replayed: booked?.status !== 'created' };
}

/** Books the pending transfer, or finds it booked, and records the outcome in the row. Repeating it is safe. */
export async function bookHold(ctx: Context, scope: Scope, row: HoldRow): Promise<void> {
  await pipeline.resume(ctx, scope, row);
}

async function prepareRows(unit: Unit, requests: HoldToOpen[]): Promise<(HoldRow | Error)[]> {
  const accounts = await readAccounts(
    unit,
    requests.map(({ details }) => details),
  );
  return requests.map((request) => rowOf(request, accounts));
}

function rowOf(
  { scope, subject_id, idempotency, actor, details }: HoldToOpen,
  accounts: Accounts,
): HoldRow | AppError {
  const movable = movableAccounts(accounts, scope, details);
  if (movable instanceof AppError) return movable;
  return {
    id: subject_id,
    ...scopeColumns(scope),
    ...details,
    captured_minor: 0n,
    currency: movable.debit.currency,
    reference: idempotency.key,
    actor_type: actor.type,
    actor_id: actor.id,
    resolver_type: null,
    resolver_id: null,
    status: 'requested',
    created_at: scope.clock.now(),
    expires_at: null,
    touched_at: systemNow(),
  };
}

function pendingTransfer(row: HoldRow): Transfer {
  return { ...requestedTransfer(row), timeout_s: row.timeout_s, phase: 'pending' };
}

async function recordOutcomes(unit: Unit, booked: BookedRow<HoldRow, ChainOutcome>[]): Promise<HoldRow[]> {
  const ended = booked.map((each) => ({ scope: each.scope, row: finalize(each) }));
  const ids = ended.map(({ row }) => row.id);
  const rows = await recordOpenedRows(unit.trx, {
    ids,
    statuses: ended.map(({ row }) => row.status),
    expiries: ended.map(({ row }) => row.expires_at),
  });
  const recorded = new Set(rows.map(({ id }) => id));
  // Where another process was quicker, it has written the audit entry, and the hold may have been resolved since.
  await auditOpened(
    unit,
    ended.filter(({ row }) => recorded.has(row.id)),
  );
  const others = recorded.size === ended.length ? [] : await Hold.query(unit.trx).findByIds(ids);
  const current = new Map(others.map((row) => [row.id, row]));
  return ended.map(({ row }) => (recorded.has(row.id) ? row : (current.get(row.id) as HoldRow)));
}

function finalize({ row, booked: outcome }: BookedRow<HoldRow, ChainOutcome>): HoldRow {
  if (outcome.status === 'refused') return { ...row, status: 'refused', touched_at: null };
  const expires_at = row.timeout_s > 0 ? expiryOf(outcome.transfers[0] as BookedTransfer) : null;
  return { ...row, status: 'pending', expires_at, touched_at: null };
}

/** A millisecond later than the one it began in, so that no row says expired before the ledger does. */
function expiryOf({ created_at, timeout_s }: BookedTransfer): Date {
  return new Date(created_at.getTime() + 1 + timeout_s * 1_000);
}
