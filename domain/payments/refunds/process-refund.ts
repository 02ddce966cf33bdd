/**
 * Takes a refund from its hold to its end, step by step. Each step is noted in the row before or with what follows, and
 * the ledger's transfers have ids of the refund's own, so any step may be repeated after a crash.
 */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { notFound, refusal } from '../../../core/errors.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { raw } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import { inTransaction, type EnqueueAfterCommit } from '../../platform/unit.ts';
import { claimAttempt, pauseAfter_ms } from '../../platform/attempts.ts';
import type { Context } from '../../platform/context.ts';
import { sweepOverdue } from '../../platform/sweep-overdue.ts';
import { addDailyTotals, type BookedTransfer } from '../../ledger/index.ts';
import { recordEvent } from '../../webhooks/index.ts';
import { endReservation, recordHold } from './create-refund.ts';
import { presentRefund } from './refund.presenter.ts';
import { POLLING, type RefundOutcome } from '../payment.rules.ts';
import { Payment } from '../payment.model.ts';
import { getPayment } from '../payment.ts';
import type { PaymentCause } from '../payment-event.model.ts';
import { recordPaymentEvent } from '../payment-event.ts';
import { isOutOfReach, setupOf } from '../providers/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import type { ProviderRefund, RefundSetup } from '../providers/provider.port.ts';
import { createSetupOf } from '../submit-payment.ts';
import { Refund, type RefundRow } from './refund.model.ts';
import { getRefund, refundEnding, refundHold } from './refund.ts';

/** Calls that one attempt makes of a provider at most: an access token, a look-up, the request, another look-up. */
const MAX_CALLS_OF_ATTEMPT = 4;

/** Does what is due for this refund. */
export async function processRefund(ctx: Context, refund_id: string): Promise<void> {
  const found = await Refund.query(ctx.db).findWithScope(refund_id);
  if (!found || found.row.completed_at || !found.row.next_attempt_at) return;
  const { scope } = found;
  const refund = await ensureHeld(ctx, scope, found.row);
  if (!refund) return;
  if (refund.outcome) await conclude(ctx, scope, refund, refund.outcome, 'request');
  else if (refund.manual)
    // A person may have decided meanwhile, which is carried out.
    await Refund.query(ctx.db).where({ id: refund_id }).whereNull('outcome').patch({ next_attempt_at: null });
  else await requestRefund(ctx, scope, refund);
}

/**
 * Holds the money where the request died, or is slow, before it noted the hold.
 * @returns the refund as it then stands; null when its request has just undone it for lack of funds
 */
async function ensureHeld(ctx: Context, scope: Scope, refund: RefundRow): Promise<RefundRow | null> {
  if (refund.held || refund.outcome) return refund;
  const [outcome] = await ctx.ledger.post([[refundHold(refund)]], scope.clock.now());
  const refused = outcome?.status === 'refused';
  if (!refused) return recordHold(ctx, scope, refund);
  const noted = await Refund.query(ctx.db)
    .where({ id: refund.id })
    .whereNull('outcome')
    .patch({ outcome: 'failed', failure_code: 'insufficient_funds' })
    .returning('*')
    .first();
  return noted ?? null;
}

async function requestRefund(ctx: Context, scope: Scope, refund: RefundRow): Promise<void> {
  const payment = await getPayment(ctx.db, scope, refund.payment_id);
  const provider = findProvider(payment.provider);
  if (provider.refund_needs_txn_id && payment.provider_txn_id === null) return awaitTxnId(ctx, refund);
  const pause_ms = pauseAfter_ms(POLLING, refund.attempts + 1);
  const longest_attempt_ms = MAX_CALLS_OF_ATTEMPT * ctx.provider_deadline_ms;
  const claimed = await claimAttempt(ctx.db, {
    table: 'refunds',
    id: refund.id,
    attempts: refund.attempts,
    decided_column: 'outcome',
    // The next attempt must not find a call of this one under way: it might take what is not there yet for never made.
    pause_ms: Math.max(pause_ms, longest_attempt_ms),
    changes: { updated_at: scope.clock.now() },
  });
  if (!claimed) return;
  let status: RefundRow['status'] = 'processing';
  try {
    const setup = createSetupOf(ctx, provider, payment, await setupOf(ctx, scope, provider));
    const answer = await provider.refund?.(payment, refund, { ...setup, ...claimsOf(ctx, refund) });
    if (answer) await rememberAnswer(ctx, refund, answer);
    if (answer && answer.status !== 'pending') {
      const decided = await decide(ctx, refund.id, answer.status, answer);
      // Otherwise somebody else has decided meanwhile, and carries it out.
      if (decided) await conclude(ctx, scope, decided, answer.status, 'poll');
      return;
    }
    if (answer?.waits_for_person) status = 'pending';
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    ctx.log.warn(
      { refund_id: refund.id, provider: payment.provider, err: error },
      'provider did not answer a refund',
    );
  }
  await endAttempt(ctx, { id: refund.id, attempts: claimed.attempts, status }, pause_ms);
}

/** An attempt is over: the next one waits no longer than it must, and not at all where a callback asked for it. */
async function endAttempt(
  ctx: Context,
  { id, attempts, status }: Pick<RefundRow, 'id' | 'attempts' | 'status'>,
  pause_ms: number,
): Promise<void> {
  await Refund.query(ctx.db)
    .where({ id, attempts })
    .whereNull('outcome')
    .patch({ status, next_attempt_at: raw('least(next_attempt_at, ?)', [systemTimeIn(pause_ms)]) as never });
  await ctx.jobs.enqueue('process-refund', { refund_id: id }, { delay_ms: pause_ms });
}

/** Looks again later, in case that whoever brings the id dies before it says so. */
async function awaitTxnId(ctx: Context, { id, payment_id }: RefundRow): Promise<void> {
  const unknown = Payment.query(ctx.db).where({ id: payment_id }).whereNull('provider_txn_id');
  await Refund.query(ctx.db)
    .where({ id })
    .whereNull('outcome')
    .whereExists(unknown)
    .patch({ next_attempt_at: systemTimeIn(pauseAfter_ms(POLLING, Infinity)) });
}

function claimsOf(ctx: Context, { id }: RefundRow): Pick<RefundSetup, 'claimOnce' | 'releaseClaim'> {
  return {
    async claimOnce(name) {
      const claimed = await Refund.query(ctx.db)
        .where({ id })
        .whereRaw('not jsonb_exists(provider_data, ?)', [name])
        .patch({
          provider_data: raw('provider_data || jsonb_build_object(?::text, ?::text)', [
            name,
            systemNow().toISOString(),
          ]) as never,
        });
      return claimed > 0;
    },
    async releaseClaim(name) {
      await Refund.query(ctx.db)
        .where({ id })
        .patch({ provider_data: raw('provider_data - ?::text', [name]) as never });
    },
  };
}

/** What is needed to ask again about a refund that is under way. */
async function rememberAnswer(
  ctx: Context,
  { id }: RefundRow,
  { provider_refund_id, remember = {} }: ProviderRefund,
): Promise<void> {
  await Refund.query(ctx.db)
    .where({ id })
    .patch({
      provider_data: raw('provider_data || ?::jsonb', [JSON.stringify(remember)]) as never,
      ...(provider_refund_id ? { provider_refund_id } : {}),
    });
}

/** Records what is to become of the refund, before it is carried out. @returns null when that was decided before */
async function decide(
  ctx: Context,
  refund_id: string,
  outcome: RefundOutcome,
  details: Partial<ProviderRefund> & { note?: string; actor?: Actor },
): Promise<RefundRow | null> {
  const refund = await Refund.query(ctx.db)
    .where({ id: refund_id })
    .whereNull('outcome')
    .patch({
      outcome,
      next_attempt_at: systemNow(),
      ...(details.provider_refund_id ? { provider_refund_id: details.provider_refund_id } : {}),
      ...(details.failure_code ? { failure_code: details.failure_code } : {}),
      ...(details.failure_message ? { failure_message: details.failure_message } : {}),
      ...(details.note ? { note: details.note } : {}),
      ...(details.actor ? { marked_by_type: details.actor.type, marked_by_id: details.actor.id } : {}),
    })
    .returning('*')
    .first();
  return refund ?? null;
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
  return inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const current = expectOne(await Refund.query(trx).where({ id: refund.id }).forUpdate());
    return current.completed_at
      ? current
      : completeRefund(ctx, trx, enqueueAfterCommit, scope, current, { outcome, cause, booked });
  });
}

async function endHold(
  ctx: Context,
  scope: Scope,
  refund: RefundRow,
  outcome: RefundOutcome,
): Promise<BookedTransfer> {
  const booked = expectOne(await ctx.ledger.post([[refundEnding(refund, outcome)]], scope.clock.now()));
  if (booked.status === 'refused')
    throw new Error(`the hold of ${refund.id} could not be ended: ${booked.error}`);
  return expectOne(booked.transfers);
}

interface RefundEnd {
  outcome: RefundOutcome;
  cause: PaymentCause;
  /** What the hold became; null where there was none. */
  booked: BookedTransfer | null;
}

async function completeRefund(
  ctx: Context,
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  scope: Scope,
  refund: RefundRow,
  { outcome, cause, booked }: RefundEnd,
): Promise<RefundRow> {
  const now = scope.clock.now();
  const { marked_by_type: type, marked_by_id: id } = refund;
  const ended = expectOne(
    await Refund.query(trx)
      .where({ id: refund.id })
      .patch({ status: outcome, completed_at: now, updated_at: now, next_attempt_at: null })
      .returning('*'),
  );
  await endReservation(ctx, trx, enqueueAfterCommit, scope, refund, outcome);
  if (outcome === 'succeeded' && booked) await addDailyTotals(trx, [{ ...refund, transfer: booked }]);
  await recordPaymentEvent(trx, scope, {
    payment_id: refund.payment_id,
    type: `refund.${outcome}`,
    cause,
    details: {
      refund_id: refund.id,
      ...(type ? { actor: { type, id } } : {}),
    },
  });
  if (outcome !== 'cancelled')
    await recordEvent({ trx, enqueue: enqueueAfterCommit, scope }, `refund.${outcome}`, () =>
      presentRefund(trx, ended),
    );
  return ended;
}

/**
 * A person says how a refund ended: the way to settle one that its provider cannot make or never answers.
 * @throws AppError `already_decided`
 */
export async function markRefund(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  refund_id: string,
  { status: outcome, note }: { status: RefundOutcome; note?: string },
): Promise<RefundRow> {
  const refund = await ensureHeld(ctx, scope, await getRefund(ctx.db, scope, refund_id));
  if (!refund) throw notFound('refund');
  if (refund.outcome) throw refusal('already_decided');
  const decided = await decide(ctx, refund_id, outcome, {
    actor,
    ...(note === undefined ? {} : { note }),
  });
  if (!decided) throw refusal('already_decided');
  return conclude(ctx, scope, decided, outcome, 'person');
}

/** Enqueues the refunds whose step is overdue because its job was lost. */
export function sweepRefunds(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, {
    table: 'refunds',
    id_column: 'id',
    payload_field: 'refund_id',
    due_column: 'next_attempt_at',
    job: 'process-refund',
  });
}
