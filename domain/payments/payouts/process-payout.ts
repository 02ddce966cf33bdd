/**
 * Takes a payout from its hold to its end, step by step. Each step is recorded in the row before or with what follows, and the ids of
 * the ledger's transfers follow from the payout's, so any step may be repeated after a crash. It is sent once: after that the provider
 * is asked, and where it does not know the payout it is sent once more under the same id, before it is unknown how it ended. What was
 * sent stays on hold until the provider or a person has said how it ended.
 */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { unavailable } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import {
  CLAIM_MS,
  longestPause_ms,
  makeAttempt,
  pauseAfter_ms,
  type AttemptEnd,
} from '../../platform/attempts.ts';
import type { Context } from '../../platform/context.ts';
import { countDueRows } from '../../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../../platform/sweep-overdue.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { POLLING } from '../payment.rules.ts';
import { isOutOfReach } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import type { ProviderPayout } from '../providers/payout.port.ts';
import { compareEnd } from './callbacks/compare-end.ts';
import { conclude } from './end-payout.ts';
import { ensureHeld } from './creation/hold-payout.ts';
import { Payout, type PayoutRow } from './payout.model.ts';
import { getPayout, orderOf } from './payout.ts';
import { wakeIfEnabled } from './payout.sql.ts';
import { applyAnswer, loadProvided, move, send, type Provided } from './send-payout.ts';
import { requirePayouts } from './settings/payout-settings.ts';
import type { PayoutCause } from './timeline/payout-event.model.ts';

/** A question comes a little after the moment from which its answer counts. */
const LATE_MS = 250;

/** What was sent may still be on its way, and what it was answered, for this many times the deadline of a call. */
const DEADLINES_TO_ARRIVE = 2;

/** Does what is due for this payout. */
export async function processPayout(ctx: Context, payout_id: string): Promise<void> {
  const found = await Payout.query(ctx.db).findWithScope(payout_id);
  if (found) await takeStep({ ctx, scope: found.scope }, found.row, 'poll');
}

/**
 * The same at once, for a person who asks; where another process is taking a step, or is about to, that is the answer.
 * @throws AppError SERVICE_UNAVAILABLE when the provider does not answer
 */
export async function syncPayout(base: ScopedContext, payout_id: string): Promise<PayoutRow> {
  const { db } = base.ctx;
  const payout = await getPayout(db, base.scope, payout_id);
  const { next_attempt_at, unanswered } = payout;
  if (next_attempt_at === null || (unanswered > 0 && isClaimed(next_attempt_at))) return payout;
  const due = await Payout.query(db)
    .where({ id: payout_id, attempts: payout.attempts, unanswered: payout.unanswered })
    .whereNotNull('next_attempt_at')
    .patch({ next_attempt_at: systemNow() })
    .returning('*')
    .first();
  const answered = due === undefined || (await takeStep(base, due, 'person'));
  if (!answered) throw unavailable('payment provider');
  return getPayout(db, base.scope, payout_id);
}

/** Whether a claim may end then: an attempt that was answered is followed by a longer pause. */
function isClaimed(next_attempt_at: Date): boolean {
  return next_attempt_at > systemNow() && next_attempt_at <= systemTimeIn(CLAIM_MS);
}

/** @returns false when the provider did not answer */
async function takeStep(base: ScopedContext, row: PayoutRow, cause: PayoutCause): Promise<boolean> {
  if (!row.next_attempt_at) return true;
  if (row.completed_at) return compareEnd(base, row).then(() => true);
  const payout = await ensureHeld(base, row);
  if (!payout || payout.completed_at) return true;
  if (payout.outcome) await conclude(base, payout);
  else if (payout.status !== 'awaiting_approval') return attempt(base, payout, cause);
  return true;
}

/** How a step ended, as far as it says when the next one is due. */
interface StepEnd {
  /** The provider did not answer. */
  out_of_reach?: true;
  /** A person must act first, or payouts be enabled, which makes the payout due. */
  waits?: 'for_person' | 'until_enabled';
  check_after_ms?: number | undefined;
  /** Until it is unknown how a payout that is being sent ended. */
  unknown_in_ms?: number | null;
}

async function attempt(base: ScopedContext, payout: PayoutRow, cause: PayoutCause): Promise<boolean> {
  const { ctx, scope } = base;
  const { id: payout_id, attempts } = payout;
  let end: StepEnd = {};
  const declared = {
    table: 'payouts',
    id: payout_id,
    attempts,
    decided_column: 'outcome',
    pauseAfter_ms: (answered: number) => pauseAfter(end, answered),
    changes: { updated_at: scope.clock.now() },
  };
  const ended = await makeAttempt(ctx.db, declared, async (): Promise<AttemptEnd> => {
    // What a callback told before the claim is part of the question.
    end = await step(base, await getPayout(ctx.db, scope, payout_id), cause);
    return { is_last: end.waits === 'for_person' };
  });
  if (
    end.waits === 'until_enabled' &&
    (await wakeIfEnabled(ctx.db, { id: payout_id, now: systemNow() })).length > 0
  )
    await ctx.jobs.enqueue('process-payout', { payout_id });
  if (ended?.next_attempt_at && !end.waits) {
    const delay_ms = ended.next_attempt_at.getTime() - systemNow().getTime();
    await ctx.jobs.enqueue('process-payout', { payout_id }, { delay_ms: Math.max(0, delay_ms) });
  }
  return !end.out_of_reach;
}

function pauseAfter({ waits, check_after_ms, unknown_in_ms = null }: StepEnd, answered: number): number {
  if (waits) return longestPause_ms(POLLING);
  const pause_ms = check_after_ms ?? pauseAfter_ms(POLLING, answered);
  return unknown_in_ms === null ? pause_ms : Math.min(pause_ms, unknown_in_ms + LATE_MS);
}

async function step(base: ScopedContext, payout: PayoutRow, cause: PayoutCause): Promise<StepEnd> {
  const end = await sendOrAsk(base, payout, cause).catch((error: unknown): StepEnd => {
    if (!isOutOfReach(error)) throw error;
    const { id, provider } = payout;
    base.ctx.log.warn({ payout_id: id, provider, err: error }, 'provider did not answer a payout');
    return { out_of_reach: true };
  });
  if (end.waits) return end;
  const unknown_in_ms = unknownIn_ms(base, await getPayout(base.ctx.db, base.scope, payout.id));
  if (unknown_in_ms === null || unknown_in_ms > 0) return { ...end, unknown_in_ms };
  await move(base, payout, { to: 'unknown', type: 'payout.unknown' });
  return end;
}

/** @returns null where it is not being sent, or ended */
function unknownIn_ms({ scope }: ScopedContext, payout: PayoutRow): number | null {
  if (payout.status !== 'sending' || payout.outcome) return null;
  const { unknown_after_s } = requirePayouts(findProvider(payout.provider));
  return unknown_after_s * 1_000 - sentSince_ms(scope, payout);
}

function sentSince_ms({ clock }: Scope, { sent_at }: PayoutRow): number {
  return clock.now().getTime() - (sent_at?.getTime() ?? 0);
}

async function sendOrAsk(base: ScopedContext, payout: PayoutRow, cause: PayoutCause): Promise<StepEnd> {
  const provided = await loadProvided(base, payout);
  const is_held = payout.status === 'held';
  const answer = is_held ? await send(base, payout, provided) : await askOrResend(base, payout, provided);
  if (!answer) return is_held ? { waits: 'until_enabled' } : {};
  await applyAnswer(base, payout, answer, cause);
  const { check_after_ms, waits_for_person } = answer;
  return waits_for_person ? { waits: 'for_person' } : { check_after_ms };
}

/** @returns null where the provider does not know it, and it is not sent again now */
async function askOrResend(
  base: ScopedContext,
  payout: PayoutRow,
  provided: Provided,
): Promise<ProviderPayout | null> {
  const answer = await provided.payouts.fetch(orderOf(payout), provided.setup);
  if (answer || payout.status !== 'sending') return answer;
  const may_arrive_for_ms = DEADLINES_TO_ARRIVE * base.ctx.provider_deadline_ms;
  return sentSince_ms(base.scope, payout) < may_arrive_for_ms ? null : send(base, payout, provided);
}

const OVERDUE: OverdueJob<'process-payout'> = {
  table: 'payouts',
  id_column: 'id',
  payload_field: 'payout_id',
  due_column: 'next_attempt_at',
  job: 'process-payout',
  longest_pause_ms: longestPause_ms(POLLING),
};

export const countDuePayouts = countDueRows(OVERDUE);

/** Enqueues the payouts whose step is overdue because its job was lost. */
export function sweepPayouts(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}
