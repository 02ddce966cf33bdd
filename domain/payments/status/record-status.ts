/**
 * Every change of a payment's status goes through here, with its timeline. Callbacks, polls and statements that come at the same
 * time complete a payment once, because each change is made to the row as it is then: a status on the way by compare-and-set,
 * many payments in one statement; a final status under the row's lock, in one transaction with the posting that will book the
 * payment, the changes of its link and its credit, and the webhook event.
 */
import { carriedOrigin } from '../../../core/work.ts';
import { given } from '../../../core/given.ts';
import { systemTimeIn } from '../../../core/clock.ts';
import { SYSTEM, type Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import { inTransaction, type ScopedContext, type ScopedUnit } from '../../platform/unit.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { recordEvent } from '../../webhooks/index.ts';
import { endLinkAttempt } from '../links/link-attempts.ts';
import { recordOverpayment } from '../links/overpayment.ts';
import {
  isFinal,
  isLateSuccess,
  canBecome,
  nextPollDelay_s,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from '../payment.rules.ts';
import { compareAndSetStatus, type PaymentChanges } from './compare-and-set-status.ts';
import type { PaymentCause } from '../timeline/payment-event.model.ts';
import { newPaymentEvent, recordPaymentEvent, type NewPaymentEvent } from '../timeline/payment-event.ts';
import { Payment, type PaymentRow } from '../payment.model.ts';
import { presentPayment } from '../payment.presenter.ts';
import { getPayment } from '../payment.ts';
import { Posting } from '../postings/posting.model.ts';
import { findProvider } from '../providers/index.ts';
import { findHolder, isProviderIdTaken, recordRefusedClaim } from '../providers/provider-ids.ts';
import { isPageLost } from '../providers/next-actions.ts';
import type { ProviderStatus } from '../providers/provider.port.ts';

export interface StatusEvidence extends ProviderStatus {
  /** Milliseconds until the first poll, where the provider's adapter overrides the schedule. */
  check_after_ms?: number;
  /** Nothing changes from other statuses; all when left out. */
  only_from?: readonly PaymentStatus[];
  /** The provider does not know that the payment has ended: the payer can still pay, so its status is polled as before. */
  is_payable?: boolean;
}

/** Longest id of the provider, in characters. */
const MAX_TXN_ID = 200;

/**
 * Applies what is known of a payment. An id of the provider that belongs to another payment is refused, and
 * evidence that is about this payment by that id alone completes nothing.
 * @param expected the payment as it was read a moment ago
 * @returns the payment as it now stands
 */
export async function recordStatus(
  base: ScopedContext,
  expected: PaymentRow,
  evidence: StatusEvidence,
  cause: PaymentCause,
): Promise<PaymentRow> {
  const { ctx, scope } = base;
  // Statuses only go forward: a transition that was not allowed then is not allowed now.
  if (!allows(expected.status, evidence)) return endPolling(ctx, expected, evidence);
  if (!isFinal(evidence.status)) {
    const moved = await compareAndSetStatus(ctx.db, {
      expected,
      changes: changesBy(scope, expected, evidence),
      event: newPaymentEvent(scope, transition(expected, evidence, cause)),
    });
    if (moved) return moved;
  }
  try {
    return await recordUnderLock(base, expected, evidence, cause);
  } catch (error) {
    const { provider_txn_id, ...rest } = evidence;
    if (provider_txn_id === undefined || !isProviderIdTaken(error, 'provider_txn_id')) throw error;
    await recordRefusedClaim(base, expected, {
      kind: 'provider_txn_id',
      provider_id: provider_txn_id,
      cause,
    });
    // Unless it names this payment by our id, it may be the other that has completed; and money that came by paybill was counted
    // when the other was stored. Left for a person.
    const is_named = evidence.reference === expected.id;
    if (
      evidence.status === 'completed' &&
      (!is_named || (await cameByPaybill(base, expected, provider_txn_id)))
    )
      return getPayment(ctx.db, scope, expected.id);
    return recordUnderLock(base, expected, rest, cause);
  }
}

/** Whether the payment that has this id of the provider is one that its payer sent without a prompt. */
async function cameByPaybill(
  base: ScopedContext,
  { provider }: PaymentRow,
  provider_id: string,
): Promise<boolean> {
  const holder = await findHolder(base, provider, { kind: 'provider_txn_id', provider_id });
  return holder !== null && (await getPayment(base.ctx.db, base.scope, holder)).origin === 'paybill';
}

function recordUnderLock(
  base: ScopedContext,
  { id }: PaymentRow,
  evidence: StatusEvidence,
  cause: PaymentCause,
): Promise<PaymentRow> {
  return inTransaction(base, async (unit) => {
    const current = expectOne(await Payment.query(unit.trx).where({ id }).forUpdate());
    if (!allows(current.status, evidence)) return withLatePage(unit.trx, current, evidence);
    return applyEvidence(unit, current, evidence, cause);
  });
}

function allows(from: PaymentStatus, { status, only_from = PAYMENT_STATUSES }: StatusEvidence): boolean {
  return only_from.includes(from) && canBecome(from, status);
}

/** A payment that was cancelled here has ended at its provider, too: it is not polled any more. */
async function endPolling(
  ctx: Context,
  payment: PaymentRow,
  { status }: StatusEvidence,
): Promise<PaymentRow> {
  if (!isFinal(status) || payment.next_poll_at === null) return payment;
  await Payment.query(ctx.db).where({ id: payment.id, status: payment.status }).patch({ next_poll_at: null });
  return { ...payment, next_poll_at: null };
}

/**
 * The answer to the creation names the payment page, and nothing else does: where a poll or a callback was quicker than that
 * answer, the page is kept all the same.
 */
async function withLatePage(
  trx: Transaction,
  current: PaymentRow,
  { status, next_action }: StatusEvidence,
): Promise<PaymentRow> {
  const has_none = current.next_action === null || isPageLost(current);
  if (current.status !== status || next_action?.type !== 'redirect' || !has_none) return current;
  return expectOne(await Payment.query(trx).where({ id: current.id }).patch({ next_action }).returning('*'));
}

/** Applies evidence to a payment that is locked, or that this transaction has stored. */
export async function applyEvidence(
  unit: ScopedUnit,
  current: PaymentRow,
  evidence: StatusEvidence,
  cause: PaymentCause,
): Promise<PaymentRow> {
  const { ctx, trx, scope } = unit;
  const changes = changesBy(scope, current, evidence);
  const completed = evidence.status === 'completed';
  const link = isFinal(evidence.status) ? await endLinkAttempt(unit, current, evidence.status) : null;
  const ending = {
    completed_at: changes.updated_at,
    has_posting: true,
    overpaid: link?.is_overpaid ?? false,
  };
  const changed = expectOne(
    await Payment.query(trx)
      .where({ id: current.id })
      .patch(completed ? { ...ending, ...changes } : changes)
      .returning('*'),
  );
  await recordPaymentEvent(unit, transition(current, evidence, cause));
  if (isLateSuccess(current.status, evidence.status)) {
    const details = { from: current.status, cause };
    await audit({ trx, scope, actor: SYSTEM }, 'payment.late_success', current.id, details);
  }
  if (completed) {
    await Posting.query(trx).insert({
      payment_id: current.id,
      ...scopeColumns(current),
      created_at: changes.updated_at,
      request_ids: carriedOrigin()?.request_ids ?? null,
    });
    unit.enqueue('post-payments', {});
  }
  if (isFinal(changed.status)) await recordEvent(unit, `payment.${changed.status}`, presentPayment(changed));
  if (link?.is_overpaid) await recordOverpayment(unit, changed, { is_refunded: link.is_refunded, cause });
  if (changed.credit_to && isFinal(changed.status))
    await ctx.destinations[changed.credit_to].onFinal(unit, changed);
  return changed;
}

/** What the evidence makes of the payment. */
function changesBy(scope: Scope, current: PaymentRow, evidence: StatusEvidence): PaymentChanges {
  const completed = evidence.status === 'completed';
  return {
    status: evidence.status,
    provider_txn_id: idIn(evidence) ?? current.provider_txn_id,
    next_action: isFinal(evidence.status) ? null : (evidence.next_action ?? current.next_action),
    failure_code: completed ? null : (evidence.failure_code ?? null),
    failure_message: completed ? null : (evidence.failure_message ?? null),
    updated_at: scope.clock.now(),
    next_poll_at: nextPollAt(current, evidence),
  };
}

/** A text that is longer than a statement's line may name is no id, and no index takes it: the payment completes without it. */
function idIn({ provider_txn_id = '' }: StatusEvidence): string | null {
  return provider_txn_id !== '' && provider_txn_id.length <= MAX_TXN_ID ? provider_txn_id : null;
}

function transition(current: PaymentRow, evidence: StatusEvidence, cause: PaymentCause): NewPaymentEvent {
  const { status: to, failure_code, fee } = evidence;
  return {
    payment_id: current.id,
    type: `payment.${to}`,
    from: current.status,
    to,
    cause,
    details: given({ failure_code, fee }),
  };
}

function nextPollAt(current: PaymentRow, evidence: StatusEvidence): Date | null {
  const provider = findProvider(current.provider);
  if (!provider.capabilities.status_api) return null;
  if (isFinal(evidence.status)) return evidence.is_payable ? current.next_poll_at : null;
  // An immediate one is made by whoever started the payment; the schedule stands in case that process dies.
  if (evidence.check_after_ms) return systemTimeIn(evidence.check_after_ms);
  const delay_s = nextPollDelay_s(current.polls, 0, provider.expiry_s);
  return current.next_poll_at ?? (delay_s === null ? null : systemTimeIn(delay_s * 1_000));
}
