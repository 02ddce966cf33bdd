/**
 * Transfers that clients request: the request is stored, the ledger books it, the row records the outcome. The transfer's id
 * is stored with the request, so that a repeat, or the job that finishes what a crash left unfinished, books the same transfer.
 * Each is written to the audit log once.
 */
import { encodeId, newUuid } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import { expectOne } from '../../db/rows.ts';
import { audit } from '../platform/audit.ts';
import type { Context } from '../platform/context.ts';
import { claimKey, refuseReservedKey } from '../platform/idempotency.ts';
import { resumePending } from '../platform/resume-pending.ts';
import type { BookedTransfer, ChainOutcome } from './backend.port.ts';
import { movableAccounts } from './generic-accounts.ts';
import { ManualTransfer, type ManualTransferRow } from './manual-transfer.model.ts';
import { refusalOf } from './refusals.ts';
import { requestedTransfer } from './requested-transfer.ts';

export interface ManualTransferRequest {
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  idempotency_key: string;
  memo: string | null;
}

/** A request that is still pending after this long has died. */
const ABANDONED_AFTER_MS = 5_000;
/** Abandoned requests that one sweep finishes. */
const MAX_ABANDONED = 500;

/** @throws AppError account_not_found, account_refused, currency_mismatch, exceeds_credits, id_already_failed, … */
export async function createManualTransfer(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  request: ManualTransferRequest,
): Promise<{ transfer: BookedTransfer; currency: Currency; replayed: boolean }> {
  refuseReservedKey(request.idempotency_key);
  const { debit } = await movableAccounts(ctx.db, scope, request.debit_account_id, request.credit_account_id);
  const row = await storeRequest(ctx, scope, actor, request, debit.currency);
  const outcome = await bookTransfer(ctx, scope, row);
  if (outcome.status === 'refused') throw refusalOf(outcome.error);
  return {
    transfer: outcome.transfers[0] as BookedTransfer,
    currency: row.currency,
    replayed: outcome.status === 'replayed',
  };
}

async function storeRequest(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  { idempotency_key, ...request }: ManualTransferRequest,
  currency: Currency,
): Promise<ManualTransferRow> {
  const row: ManualTransferRow = {
    id: newUuid(),
    project_id: scope.project_id,
    environment: scope.environment,
    ...request,
    currency,
    reference: idempotency_key,
    actor_type: actor.type,
    actor_id: actor.id,
    status: 'pending',
  };
  const idempotency = { key: idempotency_key, request: ['POST /ledger/transfers', request] };
  return ctx.db.transaction(async (trx) => {
    const earlier = await claimKey(trx, scope, idempotency, row.id);
    if (earlier) {
      return expectOne(
        await trx<ManualTransferRow>('ledger_manual_transfers').where({ id: earlier.subject_id }),
      );
    }
    await trx('ledger_manual_transfers').insert({ ...row, created_at: scope.clock.now() });
    return row;
  });
}

/** Books the transfer, or finds it booked, and records the outcome with its audit entry. */
async function bookTransfer(ctx: Context, scope: Scope, row: ManualTransferRow): Promise<ChainOutcome> {
  const [outcome] = (await ctx.ledger.post([[requestedTransfer(row)]], scope.clock.now())) as [ChainOutcome];
  if (row.status !== 'posted') await recordOutcome(ctx, scope, row, outcome);
  return outcome;
}

async function recordOutcome(
  ctx: Context,
  scope: Scope,
  row: ManualTransferRow,
  outcome: ChainOutcome,
): Promise<void> {
  const status = outcome.status === 'refused' ? 'refused' : 'posted';
  await ctx.db.transaction(async (trx) => {
    const changed = await trx('ledger_manual_transfers')
      .where({ id: row.id })
      .whereNot({ status: 'posted' })
      .update({ status });
    if (changed === 0 || status === 'refused') return;
    await audit(
      trx,
      scope,
      { type: row.actor_type, id: row.actor_id },
      'ledger.transfer',
      encodeId('transfer', row.id),
      {
        debit_account_id: encodeId('account', row.debit_account_id),
        credit_account_id: encodeId('account', row.credit_account_id),
        amount_minor: row.amount_minor,
        currency: row.currency,
        idempotency_key: row.reference,
        memo: row.memo,
      },
    );
  });
}

/** Finishes the requests whose process died before the outcome was recorded. @returns how many */
export function resumePendingTransfers(ctx: Context): Promise<number> {
  return resumePending(ctx, {
    model: ManualTransfer,
    statuses: ['pending'],
    due: { column: 'touched_at', after_ms: ABANDONED_AFTER_MS, retry_in_ms: 0 },
    limit: MAX_ABANDONED,
    resume: bookTransfer,
  });
}
