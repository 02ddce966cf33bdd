/** Creates a refund and holds the money, or creates nothing. */
import { refusal, unavailable, type AppError } from '../../../core/errors.ts';
import { money } from '../../../core/money.ts';
import { expectOne } from '../../../db/rows.ts';
import type { Context } from '../../platform/context.ts';
import { claimKey, releaseKey, refuseReservedKey, type IdempotencyKey } from '../../platform/idempotency.ts';
import {
  inTransaction,
  type Caller,
  type CallerUnit,
  type ScopedContext,
  type ScopedUnit,
} from '../../platform/unit.ts';
import type { RefundOutcome } from '../payment.rules.ts';
import { Payment, type PaymentRow } from '../payment.model.ts';
import { getPayment } from '../payment.ts';
import { recordPaymentEvent } from '../timeline/payment-event.ts';
import { Posting } from '../postings/posting.model.ts';
import { postPayment } from '../postings/post-payments.ts';
import { newCallbackId } from '../providers/callback-address.ts';
import { findProvider } from '../providers/index.ts';
import { accountTerms } from '../providers/configuration/provider-configs.ts';
import type { ProviderTerms } from '../providers/provider.port.ts';
import { insertRefund } from './insert-refund.ts';
import { Refund, type RefundRow } from './refund.model.ts';
import { resolveReservation } from './refund.sql.ts';
import { refundHold } from './refund.ts';

export interface RefundRequest {
  /** What is left of the payment, when left out. */
  amount_minor?: bigint;
  reason?: string;
  idempotency_key?: string;
}

/**
 * @throws AppError `not_refundable` unless the payment is completed, `exceeds_payment`, `insufficient_funds`,
 * `amount_not_supported`
 */
export async function createRefund(
  caller: Caller,
  payment_id: string,
  { idempotency_key, ...request }: RefundRequest,
): Promise<{ refund: RefundRow; replayed: boolean }> {
  const { ctx, scope } = caller;
  if (idempotency_key !== undefined) refuseReservedKey(idempotency_key);
  const payment = await getPayment(ctx.db, scope, payment_id);
  const idempotency =
    idempotency_key === undefined
      ? null
      : { key: idempotency_key, request: ['POST refunds', payment_id, request] };
  if (payment.status === 'completed') await requireBooked(ctx, payment_id);
  const terms = await accountTerms(ctx.db, scope, findProvider(payment.provider));
  const { refund, replayed } = await inTransaction(caller, (unit) =>
    reserve(unit, { payment, terms, request, idempotency }),
  );
  // A repeat that finds the money not held yet holds it: the first request may have died, or was refused just now.
  if (replayed && (refund.held || refund.outcome)) return { refund, replayed };
  const held = await hold(caller, refund, idempotency);
  if (!replayed) void ctx.jobs.enqueue('process-refund', { refund_id: refund.id });
  return { refund: held, replayed };
}

interface Reservation {
  /** As it was read, without its lock. */
  payment: PaymentRow;
  terms: ProviderTerms;
  request: Omit<RefundRequest, 'idempotency_key'>;
  idempotency: IdempotencyKey | null;
}

/**
 * Reserves the refund's share of the payment, under the payment's lock, so that concurrent refunds never exceed it.
 * @throws AppError `insufficient_funds` also when the same request came before and was undone just now
 */
async function reserve(
  unit: CallerUnit,
  { payment: { id: payment_id, provider: name }, terms, request, idempotency }: Reservation,
): Promise<{ refund: RefundRow; replayed: boolean }> {
  const { trx } = unit;
  const id = newCallbackId('refund', findProvider(name));
  const earlier = idempotency && (await claimKey(unit, idempotency, id));
  if (earlier) {
    const refund = await Refund.query(trx).where({ id: earlier.subject_id }).first();
    if (!refund) throw lackOfFunds();
    return { refund, replayed: true };
  }
  const payment = expectOne(await Payment.query(trx).where({ id: payment_id }).forUpdate());
  if (payment.status !== 'completed')
    throw refusal('not_refundable', 'Only a completed payment can be refunded.');
  const left = payment.amount_minor - payment.refunding_minor;
  const amount_minor = request.amount_minor ?? left;
  if (amount_minor > left || left === 0n) throw refusal('exceeds_payment');
  const reason = request.reason ?? null;
  return { refund: await insertRefund(unit, { id, payment, terms, amount_minor, reason }), replayed: false };
}

/**
 * The money must be in the merchant's balance before it can be held there.
 * @throws AppError `not_refundable` where it cannot be booked; SERVICE_UNAVAILABLE
 */
export async function requireBooked(ctx: Context, payment_id: string): Promise<void> {
  const posting = () => Posting.query(ctx.db).where({ payment_id }).first();
  if ((await posting())?.status === 'posted') return;
  await postPayment(ctx, payment_id);
  const now = await posting();
  if (now?.status === 'failed')
    throw refusal('not_refundable', 'This payment could not be booked. Retry its posting, then refund it.');
  if (now?.status !== 'posted') throw unavailable('ledger');
}

async function hold(
  base: ScopedContext,
  refund: RefundRow,
  idempotency: IdempotencyKey | null,
): Promise<RefundRow> {
  const [outcome] = await base.ctx.ledger.post([[refundHold(refund)]], base.scope.clock.now());
  if (outcome?.status === 'refused') {
    await inTransaction(base, async (unit) => {
      // A job that found a slow request may have ended the refund already; it is ended once.
      const undone = await Refund.query(unit.trx)
        .where({ id: refund.id, held: false })
        .whereNull('outcome')
        .delete();
      if (undone === 0) return;
      await endReservation(unit, refund, 'cancelled');
      if (idempotency) await releaseKey(unit, idempotency.key);
    });
    throw lackOfFunds();
  }
  const held = await recordHold(base, refund);
  if (!held) throw lackOfFunds();
  return held;
}

/**
 * Records that the money is held, and the request in the payment's timeline, once.
 * @returns the refund as it now stands; null when it has just been undone
 */
export function recordHold(base: ScopedContext, { id }: RefundRow): Promise<RefundRow | null> {
  return inTransaction(base, async (unit) => {
    const { trx } = unit;
    const held = await Refund.query(trx)
      .where({ id, held: false })
      .whereNull('outcome')
      .patch({ held: true })
      .returning('*')
      .first();
    if (!held) return (await Refund.query(trx).findById(id)) ?? null;
    const { requested_by_type: type, requested_by_id } = held;
    await recordPaymentEvent(unit, {
      payment_id: held.payment_id,
      type: 'refund.requested',
      cause: 'request',
      details: {
        refund_id: id,
        ...money('amount', held.amount_minor),
        currency: held.currency,
        ...(type ? { actor: { type, id: requested_by_id } } : {}),
      },
    });
    return held;
  });
}

function lackOfFunds(): AppError {
  return refusal('insufficient_funds', "The merchant's available balance does not cover this refund.");
}

/** The refund's share of the payment is refunded or free again, and the payment's destination is notified. */
export async function endReservation(
  unit: ScopedUnit,
  { payment_id, amount_minor }: RefundRow,
  outcome: RefundOutcome,
): Promise<void> {
  const succeeded = outcome === 'succeeded';
  const { credit_to } = expectOne(
    await resolveReservation(unit.trx, {
      payment_id,
      refunded_minor: succeeded ? amount_minor : 0n,
      released_minor: succeeded ? 0n : amount_minor,
      now: unit.scope.clock.now(),
    }),
  );
  if (credit_to) await unit.ctx.destinations[credit_to].onRefundResolved(unit, payment_id, outcome);
}
