/** Starts a refund: the money is held at once, or nothing is created. */
import { systemNow } from '../../../core/clock.ts';
import { refusal, unavailable, type AppError } from '../../../core/errors.ts';
import { money } from '../../../core/money.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import { inTransaction, type EnqueueAfterCommit } from '../../platform/unit.ts';
import type { Context } from '../../platform/context.ts';
import { claimKey, releaseKey, refuseReservedKey, type IdempotencyKey } from '../../platform/idempotency.ts';
import type { RefundOutcome } from '../payment.rules.ts';
import { Payment, type PaymentRow } from '../payment.model.ts';
import { getPayment } from '../payment.ts';
import { recordPaymentEvent } from '../payment-event.ts';
import { Posting } from '../postings/posting.model.ts';
import { postPayment } from '../postings/post-payments.ts';
import { newCallbackId } from '../providers/callback-address.ts';
import { findProvider } from '../providers/index.ts';
import { accountTerms } from '../providers/provider-configs.ts';
import type { ProviderTerms } from '../providers/provider.port.ts';
import { requireStep } from '../providers/terms.rules.ts';
import { Refund, type RefundRow } from './refund.model.ts';
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
  ctx: Context,
  scope: Scope,
  actor: Actor,
  payment_id: string,
  { idempotency_key, ...request }: RefundRequest,
): Promise<{ refund: RefundRow; replayed: boolean }> {
  if (idempotency_key !== undefined) refuseReservedKey(idempotency_key);
  const payment = await getPayment(ctx.db, scope, payment_id);
  const idempotency =
    idempotency_key === undefined
      ? null
      : { key: idempotency_key, request: ['POST refunds', payment_id, request] };
  if (payment.status === 'completed') await requireBooked(ctx, payment_id);
  const terms = await accountTerms(ctx, scope, findProvider(payment.provider));
  const { refund, replayed } = await ctx.db.transaction((trx) =>
    reserve(ctx, trx, scope, { actor, payment, terms, request, idempotency }),
  );
  // A repetition that finds the money not yet held does so itself: the first request may be dead, or refused just now.
  if (replayed && (refund.held || refund.outcome)) return { refund, replayed };
  const held = await hold(ctx, scope, refund, idempotency);
  if (replayed) return { refund: held, replayed };
  void ctx.jobs.enqueue('process-refund', { refund_id: refund.id });
  return { refund: held, replayed: false };
}

interface Reservation {
  actor: Actor;
  /** As it was read, without its lock. */
  payment: PaymentRow;
  terms: ProviderTerms;
  request: Omit<RefundRequest, 'idempotency_key'>;
  idempotency: IdempotencyKey | null;
}

/**
 * Takes up the refund's share of the payment, under the payment's lock, so that concurrent refunds never exceed it.
 * @throws AppError `insufficient_funds` also when the same request came before and was undone this moment
 */
async function reserve(
  ctx: Context,
  trx: Transaction,
  scope: Scope,
  { actor, payment: { id: payment_id, provider: name }, terms, request, idempotency }: Reservation,
): Promise<{ refund: RefundRow; replayed: boolean }> {
  const { capabilities, amount_step_minor } = terms;
  const provider = findProvider(name);
  const id = newCallbackId('refund', provider);
  const earlier = idempotency && (await claimKey({ trx, scope }, idempotency, id));
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
  const by_provider =
    capabilities.refunds && (capabilities.partial_refunds || amount_minor === payment.amount_minor);
  if (by_provider) requireStep(provider.title, amount_step_minor, amount_minor, payment.currency);
  if (payment.credit_to)
    await ctx.destinations[payment.credit_to].onRefundRequested(trx, scope, payment, amount_minor);
  const now = scope.clock.now();
  await Payment.query(trx)
    .where({ id: payment_id })
    .patch({ refunding_minor: payment.refunding_minor + amount_minor });
  const refund = await Refund.query(trx)
    .insert({
      id,
      payment_id,
      ...scopeColumns(payment),
      amount_minor,
      currency: payment.currency,
      reason: request.reason ?? null,
      requested_by_type: actor.type,
      requested_by_id: actor.id,
      manual: !by_provider,
      created_at: now,
      updated_at: now,
      next_attempt_at: systemNow(),
    })
    .returning('*');
  return { refund, replayed: false };
}

/** The money must be in the merchant's balance before it can be held there. */
async function requireBooked(ctx: Context, payment_id: string): Promise<void> {
  const posting = () => Posting.query(ctx.db).where({ payment_id }).first();
  if ((await posting())?.status === 'posted') return;
  await postPayment(ctx, payment_id);
  const now = await posting();
  if (now?.status === 'failed')
    throw refusal('not_refundable', 'This payment could not be booked. Retry its posting, then refund it.');
  if (now?.status !== 'posted') throw unavailable('ledger');
}

async function hold(
  ctx: Context,
  scope: Scope,
  refund: RefundRow,
  idempotency: IdempotencyKey | null,
): Promise<RefundRow> {
  const [outcome] = await ctx.ledger.post([[refundHold(refund)]], scope.clock.now());
  if (outcome?.status === 'refused') {
    await inTransaction({ ctx }, async (unit) => {
      const { trx, enqueue: enqueueAfterCommit } = unit;
      // A job that came upon a slow request may have ended the refund already; it is ended once.
      const undone = await Refund.query(trx)
        .where({ id: refund.id, held: false })
        .whereNull('outcome')
        .delete();
      if (undone === 0) return;
      await endReservation(ctx, trx, enqueueAfterCommit, scope, refund, 'cancelled');
      if (idempotency) await releaseKey({ trx, scope }, idempotency.key);
    });
    throw lackOfFunds();
  }
  const held = await recordHold(ctx, scope, refund);
  if (!held) throw lackOfFunds();
  return held;
}

/**
 * Records that the money is held, and the request in the payment's timeline, once.
 * @returns the refund as it then stands; null when it has just been undone
 */
export async function recordHold(ctx: Context, scope: Scope, { id }: RefundRow): Promise<RefundRow | null> {
  return ctx.db.transaction(async (trx) => {
    const held = await Refund.query(trx)
      .where({ id, held: false })
      .whereNull('outcome')
      .patch({ held: true })
      .returning('*')
      .first();
    if (!held) return (await Refund.query(trx).findById(id)) ?? null;
    const { requested_by_type: type, requested_by_id } = held;
    await recordPaymentEvent(trx, scope, {
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

/** What the refund took up of the payment is refunded or free again, and whoever was to be credited learns of it. */
export async function endReservation(
  ctx: Context,
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  scope: Scope,
  { payment_id, amount_minor }: RefundRow,
  outcome: RefundOutcome,
): Promise<void> {
  const column = outcome === 'succeeded' ? 'refunded_minor' : 'refunding_minor';
  const change = outcome === 'succeeded' ? amount_minor : -amount_minor;
  const { credit_to } = expectOne(
    await Payment.query(trx)
      .where({ id: payment_id })
      .patch({ [column]: trx.raw('?? + ?', [column, change as never]), updated_at: scope.clock.now() })
      .returning('credit_to'),
  );
  if (!credit_to) return;
  const destination = ctx.destinations[credit_to];
  await destination.onRefundResolved(trx, scope, payment_id, outcome);
  if (outcome !== 'succeeded') enqueueAfterCommit(destination.job, { payment_id });
}
