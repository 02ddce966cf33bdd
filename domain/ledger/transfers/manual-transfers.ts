/**
 * Transfers that clients request, alone or as a batch that is booked whole or not at all: the request is stored, the ledger
 * books it as one chain, its rows record the outcome. Transfer ids are stored with the request, so that a repeat, or the job
 * that finishes what a crash left unfinished, books the same transfers. Each request is written to the audit log once.
 */
import { newUuid } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { refuseReservedKey } from '../../platform/idempotency.ts';
import { resumePending } from '../../platform/resume-pending.ts';
import type { BookedTransfer, ChainOutcome } from '../backend.port.ts';
import {
  bookTransfers,
  findTransfers,
  pipelines,
  type RequestedTransfers,
  type TransferDetails,
} from './manual-transfer-pipeline.ts';
import { ManualTransfer } from './manual-transfer.model.ts';
import { atPlace, refusalOf } from './refusals.ts';

export type ManualTransferRequest = TransferDetails & { idempotency_key: string };

export interface TransferBatchRequest {
  idempotency_key: string;
  transfers: TransferDetails[];
}

interface MadeTransfer {
  transfer: BookedTransfer;
  currency: Currency;
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
  { idempotency_key, ...details }: ManualTransferRequest,
): Promise<MadeTransfer & { replayed: boolean }> {
  refuseReservedKey(idempotency_key);
  const subject_id = newUuid();
  const { row, booked } = await pipelines.single.submit(ctx, {
    scope,
    idempotency: { key: idempotency_key, request: ['POST /ledger/transfers', details] },
    subject_id,
    actor,
    transfers: [details],
    is_batch: false,
  });
  const { made, replayed } = await madeBy(ctx, scope, row, booked);
  return { replayed, ...(made[0] as MadeTransfer) };
}

/**
 * All transfers, or none.
 * @throws AppError as createManualTransfer, with the place of the transfer at fault in `details`
 */
export async function createTransferBatch(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  { idempotency_key, transfers }: TransferBatchRequest,
): Promise<{ made: MadeTransfer[]; replayed: boolean }> {
  refuseReservedKey(idempotency_key);
  const { row, booked } = await pipelines.batch.submit(ctx, {
    scope,
    idempotency: { key: idempotency_key, request: ['POST /ledger/transfer-batches', transfers] },
    subject_id: newUuid(),
    actor,
    transfers,
    is_batch: true,
  });
  return madeBy(ctx, scope, row, booked);
}

/** @throws AppError why the ledger refuses the transfers */
async function madeBy(
  ctx: Context,
  scope: Scope,
  row: RequestedTransfers,
  booked: ChainOutcome | null,
): Promise<{ made: MadeTransfer[]; replayed: boolean }> {
  // What is recorded as posted was not asked for again.
  const outcome = booked ?? (await bookTransfers(ctx, scope, row));
  if (outcome.status === 'refused') {
    const refused = refusalOf(outcome.error);
    throw row.transfers[0]?.batch_id === null ? refused : atPlace(refused, outcome.index);
  }
  const made = row.transfers.map(({ currency }, i) => ({
    transfer: outcome.transfers[i] as BookedTransfer,
    currency,
  }));
  return { made, replayed: outcome.status === 'replayed' };
}

/** Finishes the requests whose process died before the outcome was recorded. @returns how many */
export function resumePendingTransfers(ctx: Context): Promise<number> {
  return resumePending(ctx, {
    model: ManualTransfer,
    statuses: ['pending'],
    due: { column: 'touched_at', after_ms: ABANDONED_AFTER_MS, retry_in_ms: 0 },
    limit: MAX_ABANDONED,
    async resume(_ctx, scope, { id, batch_id }) {
      const { single, batch } = pipelines;
      await (batch_id === null ? single : batch).resume(ctx, scope, await findTransfers(ctx.db, scope, id));
    },
  });
}
