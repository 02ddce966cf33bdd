/**
 * Takes a refund from its hold to its end, step by step. Each step is noted in the row before or with what follows, and
 * the ledger's transfers have ids of the refund's own, so any step may be repeated after a crash.
 */
import { realIn, realNow } from '../../../core/clock.ts';
import { notFound, refusal } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { only } from '../../../db/rows.ts';
import { transact, type AfterCommit } from '../../platform/transaction.ts';
import type { Context } from '../../platform/context.ts';
import { sweepBucket } from '../../../jobs/queue.ts';
import { addDailyTotals, type BookedTransfer } from '../../ledger/index.ts';
import { recordEvent } from '../../webhooks/index.ts';
import { endReservation } from './create-refund.ts';
import { presentRefund } from '../payment.presenter.ts';
import { nextPollDelay_s } from '../payment.rules.ts';
import { getPayment } from '../payment.ts';
import { recordPaymentEvent, type PaymentCause } from '../payment-event.ts';
import { isOutOfReach, setupOf } from '../providers/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import type { ProviderRefund } from '../providers/provider.port.ts';
import {
  getRefund,
  loadRefund,
  refundEnding,
  refundHold,
  type RefundOutcome,
  type RefundRow,
} from './refund.ts';

/** A step that was due this long ago lost its job. */
const OVERDUE_AFTER_MS = 5_000;
/** Overdue refunds that one sweep takes up. */
const MAX_OVERDUE = 1_000;
/** How long a provider may take over a refund before a person must look. */
const REFUND_EXPIRY_S = 30 * 24 * 3_600;

/** Does what is due for this refund. */
export async function processRefund(ctx: Context, refund_id: string): Promise<void> {
  const found = await loadRefund(ctx.db, refund_id);
  if (!found || found.refund.completed_at || !found.refund.next_attempt_at) return;
  const { scope } = found;
  const refund = await ensureHeld(ctx, scope, found.refund);
  if (!refund) return;
  if (refund.outcome) await conclude(ctx, scope, refund, refund.outcome, 'request');
  else if (refund.manual) await ctx.db('refunds').where({ id: refund_id }).update({ next_attempt_at: null });
  else await askProvider(ctx, scope, refund);
}

/**
 * Holds the money where the request died, or is slow, before it noted the hold.
 * @returns the refund as it then stands; null when its request has just undone it for lack of funds
 */
async function ensureHeld(ctx: Context, scope: Scope, refund: RefundRow): Promise<RefundRow | null> {
  if (refund.held || refund.outcome) return refund;
  const [outcome] = await ctx.ledger.post([[refundHold(refund)]], scope.clock.now());
  const refused = outcome?.status === 'refused';
  const [noted] = await ctx
    .db<RefundRow>('refunds')
    .where({ id: refund.id })
    .whereNull('outcome')
    .update(refused ? { outcome: 'failed', failure_code: 'insufficient_funds' } : { held: true })
    .returning('*');
  return noted ?? null;
}

async function askProvider(ctx: Context, scope: Scope, refund: RefundRow): Promise<void> {
  const attempts = refund.attempts + 1;
  const delay_s = nextPollDelay_s(attempts - 1, 0, REFUND_EXPIRY_S) as number;
  // Written before asking, so that a call that dies is followed by another one under the same refund id.
  const claimed = await ctx
    .db('refunds')
    .where({ id: refund.id, attempts: refund.attempts })
    .whereNull('outcome')
    .update({
      attempts,
      status: 'processing',
      next_attempt_at: realIn(delay_s * 1_000),
      updated_at: scope.clock.now(),
    });
  if (claimed === 0) return;
  const payment = await getPayment(ctx.db, scope, refund.payment_id);
  const provider = findProvider(payment.provider);
  try {
    const answer = await provider.refund?.(payment, refund, await setupOf(ctx, scope, provider));
    if (answer && answer.status !== 'pending') {
      await decide(ctx, scope, refund.id, answer.status, answer, 'poll');
      return;
    }
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    ctx.log.warn(
      { refund_id: refund.id, provider: payment.provider, err: error },
      'provider did not answer a refund',
    );
  }
  await ctx.jobs.enqueue('process-refund', { refund_id: refund.id }, { delay_ms: delay_s * 1_000 });
}

/** Notes what is to become of the refund, then carries it out. */
async function decide(
  ctx: Context,
  scope: Scope,
  refund_id: string,
  outcome: RefundOutcome,
  details: Partial<ProviderRefund> & { note?: string },
  cause: PaymentCause,
): Promise<RefundRow> {
  const [refund] = await ctx
    .db<RefundRow>('refunds')
    .where({ id: refund_id })
    .whereNull('outcome')
    .update({
      outcome,
      next_attempt_at: realNow(),
      ...(details.provider_refund_id ? { provider_refund_id: details.provider_refund_id } : {}),
      ...(details.failure_code ? { failure_code: details.failure_code } : {}),
      ...(details.failure_message ? { failure_message: details.failure_message } : {}),
      ...(details.note ? { note: details.note } : {}),
    })
    .returning('*');
  if (!refund) throw refusal('already_decided');
  return conclude(ctx, scope, refund, outcome, cause);
}

/** Tells the ledger, then notes the end with its webhook; repeated, it changes nothing. */
async function conclude(
  ctx: Context,
  scope: Scope,
  refund: RefundRow,
  outcome: RefundOutcome,
  cause: PaymentCause,
): Promise<RefundRow> {
  const booked = refund.held ? await endHold(ctx, scope, refund, outcome) : null;
  return transact(ctx, async (trx, after) => {
    const current = only(await trx<RefundRow>('refunds').where({ id: refund.id }).forUpdate());
    return current.completed_at ? current : noteEnd(trx, after, scope, current, outcome, cause, booked);
  });
}

async function endHold(
  ctx: Context,
  scope: Scope,
  refund: RefundRow,
  outcome: RefundOutcome,
): Promise<BookedTransfer> {
  const booked = only(await ctx.ledger.post([[refundEnding(refund, outcome)]], scope.clock.now()));
  if (booked.status === 'refused')
    throw new Error(`the hold of ${refund.id} could not be ended: ${booked.fault}`);
  return only(booked.transfers);
}

async function noteEnd(
  trx: Transaction,
  after: AfterCommit,
  scope: Scope,
  refund: RefundRow,
  outcome: RefundOutcome,
  cause: PaymentCause,
  booked: BookedTransfer | null,
): Promise<RefundRow> {
  const now = scope.clock.now();
  const ended = only(
    await trx<RefundRow>('refunds')
      .where({ id: refund.id })
      .update({ status: outcome, completed_at: now, updated_at: now, next_attempt_at: null })
      .returning('*'),
  );
  await endReservation(trx, after, scope, refund, outcome);
  if (outcome === 'succeeded' && booked) await addDailyTotals(trx, [{ ...refund, transfer: booked }]);
  await recordPaymentEvent(trx, scope, {
    payment_id: refund.payment_id,
    type: `refund.${outcome}`,
    cause,
    details: { refund_id: refund.id },
  });
  if (outcome !== 'cancelled')
    await recordEvent(trx, after, scope, `refund.${outcome}`, presentRefund(ended));
  return ended;
}

/**
 * A person says how a refund ended: the way to settle one that its provider cannot make or never answers.
 * @throws AppError `already_decided`
 */
export async function markRefund(
  ctx: Context,
  scope: Scope,
  refund_id: string,
  outcome: RefundOutcome,
  note: string | undefined,
): Promise<RefundRow> {
  const refund = await ensureHeld(ctx, scope, await getRefund(ctx.db, scope, refund_id));
  if (!refund) throw notFound('refund');
  if (refund.outcome) throw refusal('already_decided');
  return decide(ctx, scope, refund_id, outcome, note === undefined ? {} : { note }, 'person');
}

/** Enqueues the refunds whose step is overdue because its job was lost. */
export async function sweepRefunds(ctx: Context): Promise<number> {
  const overdue = await ctx
    .db('refunds')
    .where('next_attempt_at', '<', new Date(realNow().getTime() - OVERDUE_AFTER_MS))
    .orderBy('next_attempt_at')
    .limit(MAX_OVERDUE)
    .pluck('id');
  await Promise.all(
    overdue.map((refund_id: string) =>
      ctx.jobs.enqueue('process-refund', { refund_id }, { job_id: `refund-${refund_id}-${sweepBucket()}` }),
    ),
  );
  return overdue.length;
}
