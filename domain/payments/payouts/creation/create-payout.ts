/** Creates a payout of the merchant's money and holds it, or creates nothing. */
import { refusal, type AppError, type Reason } from '../../../../core/errors.ts';
import {
  claimKey,
  findKey,
  refuseReservedKey,
  releaseKey,
  type IdempotencyKey,
} from '../../../platform/idempotency.ts';
import { inTransaction, type Caller, type CallerUnit } from '../../../platform/unit.ts';
import { newCallbackId } from '../../providers/callback-address.ts';
import { findProvider } from '../../providers/index.ts';
import { endHolds } from '../end-payout.ts';
import { postHolds, recordHold } from './hold-payout.ts';
import { insertPayout, type PayoutRequest } from './insert-payout.ts';
import { Payout, type PayoutRow } from '../payout.model.ts';

export interface CreatedPayout {
  payout: PayoutRow;
  /** The same request came before. */
  replayed: boolean;
}

interface CreateOptions {
  /** Idempotency key of the request, if it has one. */
  key: string | null;
  /** Where providers reach this server, without a trailing slash. */
  server_url: string;
}

/** @throws AppError as `insertPayout`; `insufficient_funds`, `insufficient_float`, idempotency_key_reused */
export async function createPayout(
  caller: Caller,
  request: PayoutRequest,
  { key, server_url }: CreateOptions,
): Promise<CreatedPayout> {
  const { ctx, scope } = caller;
  const idempotency = key === null ? null : { key, request: ['POST /payouts', request] };
  if (idempotency) {
    refuseReservedKey(idempotency.key);
    // What was asked before is answered as then, whatever has changed since.
    const earlier = await findKey(ctx.db, scope, idempotency);
    const payout = earlier && (await Payout.query(ctx.db).findById(earlier.subject_id));
    if (payout?.held || payout?.outcome) return { payout, replayed: true };
  }
  const { payout, replayed } = await inTransaction(caller, (unit) =>
    reserve(unit, { ...request, server_url }, idempotency),
  );
  // A repeat that finds the money not held yet holds it: the first request may have died, or was refused just now.
  if (replayed && (payout.held || payout.outcome)) return { payout, replayed };
  const held = await hold(caller, payout, idempotency);
  if (held.next_attempt_at) void ctx.jobs.enqueue('process-payout', { payout_id: held.id });
  return { payout: held, replayed };
}

/** Whether the request that created the payout has either answered or died. */
export function isPayoutCreated(payout: PayoutRow): boolean {
  return payout.held || payout.outcome !== null;
}

async function reserve(
  unit: CallerUnit,
  request: PayoutRequest & { server_url: string },
  idempotency: IdempotencyKey | null,
): Promise<CreatedPayout> {
  const { trx } = unit;
  const id = newCallbackId('payout', findProvider(request.provider));
  const earlier = idempotency && (await claimKey(unit, idempotency, id));
  if (earlier) {
    const payout = await Payout.query(trx).where({ id: earlier.subject_id }).first();
    if (!payout) throw lackOf('insufficient_funds');
    return { payout, replayed: true };
  }
  const payout = await insertPayout(unit, {
    ...request,
    id,
    origin: 'merchant',
    origin_id: null,
    approved: false,
  });
  return { payout, replayed: false };
}

async function hold(
  caller: Caller,
  payout: PayoutRow,
  idempotency: IdempotencyKey | null,
): Promise<PayoutRow> {
  const shortage = await postHolds(caller, payout);
  if (shortage !== null) {
    await undo(caller, payout, idempotency);
    throw lackOf(shortage);
  }
  const recorded = await recordHold(caller, payout);
  // A job that found a slow request has ended the payout for lack of money, before this request held it.
  if (!recorded?.held) await endHolds(caller, payout, 'failed');
  if (!recorded) throw lackOf('insufficient_funds');
  return recorded;
}

/** A job that found a slow request may have ended the payout already; it is ended once. */
function undo(caller: Caller, { id }: PayoutRow, idempotency: IdempotencyKey | null): Promise<void> {
  return inTransaction(caller, async (unit) => {
    const undone = await Payout.query(unit.trx).where({ id, held: false }).whereNull('outcome').delete();
    if (undone > 0 && idempotency) await releaseKey(unit, idempotency.key);
  });
}

function lackOf(reason: Reason): AppError {
  if (reason === 'insufficient_float') return refusal(reason);
  return refusal(reason, "The merchant's available balance does not cover this payout.");
}
