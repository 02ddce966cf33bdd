/**
 * Transfers that clients request, alone or as a batch that is booked whole or not at all: the request is stored, the ledger
 * books it as one chain, its rows record the outcome. Transfer ids are stored with the request, so that a repeat, or the job
 * that finishes what a crash left unfinished, books the same transfers. Each request is written to the audit log once.
 */
import { newSeriesUuid, newUuid } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import { expectOne } from '../../../db/rows.ts';
import type { Context } from '../../platform/context.ts';
import { refuseReservedKey } from '../../platform/idempotency.ts';
import { countPendingRows, resumePending, type PendingRows } from '../../platform/resume-pending.ts';
import type { Caller } from '../../platform/unit.ts';
import type { BookedTransfer } from '../backend.port.ts';
import {
  chainOf,
  findTransfers,
  pipelines,
  type TransferDetails,
  type TransfersToRequest,
} from './manual-transfer-pipeline.ts';
import { ManualTransfer } from './manual-transfer.model.ts';
import { postChains } from './post-chains.ts';
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
  caller: Caller,
  { idempotency_key, ...details }: ManualTransferRequest,
): Promise<MadeTransfer & { replayed: boolean }> {
  const { made, replayed } = await submit(caller, {
    idempotency: { key: idempotency_key, request: ['POST /ledger/transfers', details] },
    transfers: [details],
    is_batch: false,
  });
  return { replayed, ...expectOne(made) };
}

/**
 * All transfers, or none.
 * @throws AppError as createManualTransfer, with the place of the transfer at fault in `details`
 */
export function createTransferBatch(
  caller: Caller,
  { idempotency_key, transfers }: TransferBatchRequest,
): Promise<{ made: MadeTransfer[]; replayed: boolean }> {
  return submit(caller, {
    idempotency: { key: idempotency_key, request: ['POST /ledger/transfer-batches', transfers] },
    transfers,
    is_batch: true,
  });
}

async function submit(
  { ctx, scope, actor }: Caller,
  request: Pick<TransfersToRequest, 'idempotency' | 'transfers' | 'is_batch'>,
): Promise<{ made: MadeTransfer[]; replayed: boolean }> {
  refuseReservedKey(request.idempotency.key);
  const [pipeline, subject_id] = request.is_batch
    ? [pipelines.batch, newSeriesUuid()]
    : [pipelines.single, newUuid()];
  const { row, booked } = await pipeline.submit(ctx, { scope, actor, subject_id, ...request });
  // Transfers that are recorded as posted are read from the ledger by asking it for the same again.
  const outcome = booked ?? expectOne(await postChains(ctx.ledger, [chainOf({ scope, row })]));
  if (outcome.status === 'refused') {
    const refused = refusalOf(outcome.error);
    throw request.is_batch ? atPlace(refused, outcome.index) : refused;
  }
  const made = row.transfers.map(({ currency }, i) => ({
    transfer: outcome.transfers[i] as BookedTransfer,
    currency,
  }));
  return { made, replayed: outcome.status === 'replayed' };
}

const UNFINISHED: PendingRows<ManualTransfer> = {
  model: ManualTransfer,
  statuses: ['pending'],
  due: { column: 'touched_at', after_ms: ABANDONED_AFTER_MS, retry_in_ms: 0 },
};

export const countUnfinishedTransfers = countPendingRows(UNFINISHED);

/** Finishes the requests whose process died before the outcome was recorded. @returns how many */
export function resumePendingTransfers(ctx: Context): Promise<number> {
  return resumePending(ctx, {
    ...UNFINISHED,
    limit: MAX_ABANDONED,
    async resume(_ctx, scope, { id, batch_id }) {
      const pipeline = batch_id === null ? pipelines.single : pipelines.batch;
      await pipeline.resume(ctx, scope, await findTransfers(ctx.db, scope, id));
    },
  });
}
