/**
 * Takes a refund from its hold to its end, step by step. Each step is recorded in the row before or with what follows, and the
 * ids of the ledger's transfers follow from the refund's, so any step may be repeated after a crash.
 */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { AppError, notFound, refusal } from '../../../core/errors.ts';
import { given } from '../../../core/given.ts';
import { toJson } from '../../../core/json.ts';
import { expectOne } from '../../../db/rows.ts';
import { inTransaction, type Caller, type ScopedContext, type ScopedUnit } from '../../platform/unit.ts';
import { longestPause_ms, makeAttempt, pauseAfter_ms, type AttemptEnd } from '../../platform/attempts.ts';
import type { Context } from '../../platform/context.ts';
import { countDueRows } from '../../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../../platform/sweep-overdue.ts';
import { addDailyTotals, type BookedTransfer } from '../../ledger/index.ts';
import { recordEvent } from '../../webhooks/index.ts';
import { endReservation, recordHold, requireBooked } from './create-refund.ts';
import { presentRefund } from './refund.presenter.ts';
import { POLLING, type RefundOutcome } from '../payment.rules.ts';
import { Payment, type PaymentRow } from '../payment.model.ts';
import { getPayment } from '../payment.ts';
import type { PaymentCause } from '../timeline/payment-event.model.ts';
import { recordPaymentEvent } from '../timeline/payment-event.ts';
import { isOutOfReach, loadProviderSetup } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import { isProviderIdTaken, recordRefusedClaim } from '../providers/provider-ids.ts';
import type { ProviderRefund, RefundSetup } from '../providers/provider.port.ts';
import { createSetupOf } from '../creation/submit-payment.ts';
import { Refund, type RefundRow } from './refund.model.ts';
import { claimRefundCall, releaseRefundCall, saveRefundAnswer } from './refund.sql.ts';
import { getRefund, refundEnding, refundHold } from './refund.ts';

/** Does what is due for this refund. */
export async function processRefund(ctx: Context, refund_id: string): Promise<void> {
  const found = await Refund.query(ctx.db).findWithScope(refund_id);
  if (!found || found.row.completed_at || !found.row.next_attempt_at) return;
  const base = { ctx, scope: found.scope };
  const refund = await ensureHeld(base, found.row).catch((error: unknown) => {
    // A person has to retry the posting first.
    if (!(error instanceof AppError && error.reason === 'not_refundable')) throw error;
    return putOff(ctx, found.row);
  });
  if (!refund) return;
  if (refund.outcome) await conclude(base, refund, { outcome: refund.outcome, cause: 'request' });
  else if (refund.manual)
    // A person may have decided meanwhile; the next run carries that out.
    await Refund.query(ctx.db).where({ id: refund_id }).whereNull('outcome').patch({ next_attempt_at: null });
  else await requestRefund(base, refund);
}

/**
 * Holds the money where the request died, or is slow, before it recorded the hold, and where no request began the refund.
 * @returns the refund as it now stands; null when its request has just undone it for lack of funds
 * @throws AppError as `requireBooked`
 */
async function ensureHeld(base: ScopedContext, refund: RefundRow): Promise<RefundRow | null> {
  if (refund.held || refund.outcome) return refund;
  const { ctx, scope } = base;
  await requireBooked(ctx, refund.payment_id);
  const [outcome] = await ctx.ledger.post([[refundHold(refund)]], scope.clock.now());
  if (outcome?.status !== 'refused') return recordHold(base, refund);
  const failed = await Refund.query(ctx.db)
    .where({ id: refund.id })
    .whereNull('outcome')
    .patch({ outcome: 'failed', failure_code: 'insufficient_funds' })
    .returning('*')
    .first();
  return failed ?? null;
}

async function requestRefund(base: ScopedContext, refund: RefundRow): Promise<void> {
  const { ctx, scope } = base;
  const payment = await getPayment(ctx.db, scope, refund.payment_id);
  const provider = findProvider(payment.provider);
  if (provider.refund_needs_txn_id && payment.provider_txn_id === null) return awaitTxnId(ctx, refund);
  const attempt = {
    table: 'refunds',
    id: refund.id,
    attempts: refund.attempts,
    decided_column: 'outcome',
    pauseAfter_ms: (answered: number) => pauseAfter_ms(POLLING, answered),
    changes: { updated_at: scope.clock.now() },
  };
  const ended = await makeAttempt(ctx.db, attempt, async () => {
    // What a callback told before the claim is part of the question.
    const { provider_data } = await getRefund(ctx.db, scope, refund.id);
    return askProvider(base, payment, { ...refund, provider_data });
  });
  if (!ended?.next_attempt_at) return;
  const delay_ms = ended.next_attempt_at.getTime() - systemNow().getTime();
  await ctx.jobs.enqueue('process-refund', { refund_id: refund.id }, { delay_ms: Math.max(0, delay_ms) });
}

/**
 * The attempt before may have died while its call was still on its way. So every adapter uses one id for a refund, looks it up before
 * it asks again, or asks once.
 */
async function askProvider(base: ScopedContext, payment: PaymentRow, refund: RefundRow): Promise<AttemptEnd> {
  const { ctx } = base;
  const provider = findProvider(payment.provider);
  try {
    const setup = createSetupOf(ctx, payment, await loadProviderSetup(base, provider));
    const said = await provider.refund?.(payment, refund, { ...setup, ...claimsOf(ctx, refund) });
    const answer = said && (await saveAnswer(base, { payment, refund }, said));
    if (answer && answer.status !== 'pending') {
      const { status: outcome, provider_refund_id, failure_code, failure_message } = answer;
      const details = given({ provider_refund_id, failure_code, failure_message });
      const decided = await decide(ctx, refund.id, { outcome, ...details });
      // Otherwise somebody else has decided meanwhile, and concludes it.
      if (decided) await conclude(base, decided, { outcome, cause: 'poll' });
      return {};
    }
    if (answer?.waits_for_person) return { changes: { status: 'pending' } };
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    ctx.log.warn(
      { refund_id: refund.id, provider: payment.provider, err: error },
      'provider did not answer a refund',
    );
  }
  return { changes: { status: 'processing' } };
}

async function putOff(ctx: Context, { id }: RefundRow): Promise<null> {
  const next_attempt_at = systemTimeIn(pauseAfter_ms(POLLING, Infinity));
  await Refund.query(ctx.db).where({ id }).whereNull('outcome').patch({ next_attempt_at });
  return null;
}

/** Schedules another look, in case the process that records the id dies before it enqueues the refund. */
async function awaitTxnId(ctx: Context, { id, payment_id }: RefundRow): Promise<void> {
  const unknown = Payment.query(ctx.db).where({ id: payment_id }).whereNull('provider_txn_id');
  await Refund.query(ctx.db)
    .where({ id })
    .whereNull('outcome')
    .whereExists(unknown)
    .patch({ next_attempt_at: systemTimeIn(pauseAfter_ms(POLLING, Infinity)) });
}

function claimsOf({ db }: Context, { id }: RefundRow): Pick<RefundSetup, 'claimOnce' | 'releaseClaim'> {
  return {
    async claimOnce(name) {
      return (await claimRefundCall(db, { id, name, now: systemNow().toISOString() })) > 0;
    },
    async releaseClaim(name) {
      await releaseRefundCall(db, { id, name });
    },
  };
}

/**
 * Saves what is needed to ask again about a refund that is under way.
 * @returns the answer, without an id that belongs to another refund; null when it is about that one: left for a person
 */
async function saveAnswer(
  base: ScopedContext,
  { payment, refund }: { payment: PaymentRow; refund: RefundRow },
  answer: ProviderRefund,
): Promise<ProviderRefund | null> {
  const { provider_refund_id = '', ...rest } = answer;
  const { provider } = payment;
  try {
    await saveRefundAnswer(base.ctx.db, {
      id: refund.id,
      provider,
      added: toJson(answer.remember ?? {}),
      provider_refund_id: provider_refund_id || null,
    });
    return answer;
  } catch (error) {
    if (!isProviderIdTaken(error, 'provider_refund_id')) throw error;
    const claim = { kind: 'provider_refund_id', provider_id: provider_refund_id } as const;
    await recordRefusedClaim(base, payment, { ...claim, cause: 'poll', refund });
    if (findProvider(provider).refund_known_by_its_id) return null;
    return saveAnswer(base, { payment, refund }, rest);
  }
}

/** Records how the refund is to end, before it is concluded. @returns null when that was decided before */
async function decide(
  ctx: Context,
  refund_id: string,
  decision: Partial<RefundRow> & { outcome: RefundOutcome },
): Promise<RefundRow | null> {
  const refund = await Refund.query(ctx.db)
    .where({ id: refund_id })
    .whereNull('outcome')
    .patch({ next_attempt_at: systemNow(), ...decision })
    .returning('*')
    .first();
  return refund ?? null;
}

interface RefundEnd {
  outcome: RefundOutcome;
  cause: PaymentCause;
}

/** Ends the hold, then records the end with its webhook event; repeated, it changes nothing. */
async function conclude(base: ScopedContext, refund: RefundRow, end: RefundEnd): Promise<RefundRow> {
  const booked = refund.held ? await endHold(base, refund, end.outcome) : null;
  return inTransaction(base, async (unit) => {
    const current = expectOne(await Refund.query(unit.trx).where({ id: refund.id }).forUpdate());
    return current.completed_at ? current : completeRefund(unit, current, { ...end, booked });
  });
}

async function endHold(
  { ctx, scope }: ScopedContext,
  refund: RefundRow,
  outcome: RefundOutcome,
): Promise<BookedTransfer> {
  const booked = expectOne(await ctx.ledger.post([[refundEnding(refund, outcome)]], scope.clock.now()));
  if (booked.status === 'refused')
    throw new Error(`the hold of ${refund.id} could not be ended: ${booked.error}`);
  return expectOne(booked.transfers);
}

/** @param booked the transfer that ended the hold; null where there was none */
async function completeRefund(
  unit: ScopedUnit,
  refund: RefundRow,
  { outcome, cause, booked }: RefundEnd & { booked: BookedTransfer | null },
): Promise<RefundRow> {
  const { trx, scope } = unit;
  const now = scope.clock.now();
  const { marked_by_type: type, marked_by_id: id } = refund;
  const ended = expectOne(
    await Refund.query(trx)
      .where({ id: refund.id })
      .patch({ status: outcome, completed_at: now, updated_at: now, next_attempt_at: null })
      .returning('*'),
  );
  await endReservation(unit, refund, outcome);
  if (outcome === 'succeeded' && booked) await addDailyTotals(trx, [{ ...refund, transfer: booked }]);
  await recordPaymentEvent(unit, {
    payment_id: refund.payment_id,
    type: `refund.${outcome}`,
    cause,
    details: { refund_id: refund.id, ...(type ? { actor: { type, id } } : {}) },
  });
  if (outcome !== 'cancelled') await recordEvent(unit, `refund.${outcome}`, () => presentRefund(trx, ended));
  return ended;
}

/**
 * A person says how a refund ended that its provider cannot make or never answers.
 * @throws AppError `already_decided`
 */
export async function markRefund(
  caller: Caller,
  refund_id: string,
  { status: outcome, note }: { status: RefundOutcome; note?: string },
): Promise<RefundRow> {
  const { ctx, scope, actor } = caller;
  const refund = await ensureHeld(caller, await getRefund(ctx.db, scope, refund_id));
  if (!refund) throw notFound('refund');
  if (refund.outcome) throw refusal('already_decided');
  const decided = await decide(ctx, refund_id, {
    outcome,
    marked_by_type: actor.type,
    marked_by_id: actor.id,
    ...given({ note }),
  });
  if (!decided) throw refusal('already_decided');
  return conclude(caller, decided, { outcome, cause: 'person' });
}

const OVERDUE: OverdueJob<'process-refund'> = {
  table: 'refunds',
  id_column: 'id',
  payload_field: 'refund_id',
  due_column: 'next_attempt_at',
  job: 'process-refund',
  longest_pause_ms: longestPause_ms(POLLING),
};

export const countDueRefunds = countDueRows(OVERDUE);

/** Enqueues the refunds whose step is overdue because its job was lost. */
export function sweepRefunds(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}
