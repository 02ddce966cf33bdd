/**
 * Payments for members. A payment's money is credited once it has been booked, exactly once, and a refund takes it back
 * before that or not at all.
 */
import { realIn, realNow } from '../../../core/clock.ts';
import { invalidField, refusal, type AppError } from '../../../core/errors.ts';
import { uuidOf } from '../../../core/ids.ts';
import { SYSTEM, type Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { sweepBucket } from '../../../jobs/queue.ts';
import { transact, type AfterCommit } from '../../platform/transaction.ts';
import type { Context } from '../../platform/context.ts';
import { load } from '../../platform/find-with-scope.ts';
import type { CreditRoom, PaymentRow } from '../../payments/index.ts';
import { bookEntry, followAll } from '../entries/book-entries.ts';
import { newEntry, type EntryRow } from '../entries/entry.ts';
import { lockMember } from '../members/member.ts';
import { allows } from '../members/member.rules.ts';
import { lockCredit, PURPOSES, setCredit, type CreditRow, type Purpose } from './payment-credit.ts';
import { insertEntries, obstacleTo } from '../entries/request-entry.ts';
import { getSettings, holdSettings } from '../settings.ts';

/** The job that is enqueued when the payment is booked comes long before this; otherwise the sweep does. */
const OVERDUE_AFTER_MS = 5_000;
/** Credits that one sweep takes up. */
const MAX_OVERDUE = 1_000;

/** What the metadata of a payment says about whom to credit. @throws AppError VALIDATION_ERROR, `member_unknown` */
function destinationOf(metadata: Record<string, unknown>): { member_id: string; purpose: Purpose } {
  const { sacco_member_id, sacco_purpose = 'savings' } = metadata;
  if (typeof sacco_member_id !== 'string' || !uuidOf('member', sacco_member_id))
    throw refusal('member_unknown');
  if (sacco_purpose === 'loan_repayment') throw refusal('loan_not_open');
  if (typeof sacco_purpose !== 'string' || !Object.hasOwn(PURPOSES, sacco_purpose))
    throw invalidField(
      'metadata.sacco_purpose',
      '"metadata.sacco_purpose" must be one of savings, shares, loan_repayment',
    );
  return { member_id: sacco_member_id, purpose: sacco_purpose as Purpose };
}

export const saccoCredits: CreditRoom = {
  metadata_key: 'sacco_member_id',
  job: 'credit-sacco-payment',

  async accept(ctx, scope, { metadata = {}, currency }) {
    const { member_id } = destinationOf(metadata);
    const member = await ctx
      .db('sacco_members')
      .where({ id: member_id, project_id: scope.project_id, environment: scope.environment })
      .first('status');
    if (!member) throw refusal('member_unknown');
    if (!allows(member.status, 'pay_in'))
      throw refusal('member_unknown', `The member is ${member.status}; nothing can be paid in.`);
    const settings = await getSettings(ctx.db, scope);
    if (settings.currency !== currency)
      throw refusal('currency_mismatch', `The SACCO's currency is ${settings.currency}, not ${currency}.`);
  },

  async created(trx, scope, { id: payment_id, metadata }) {
    await trx('sacco_payment_credits').insert({
      payment_id,
      project_id: scope.project_id,
      environment: scope.environment,
      ...destinationOf(metadata),
    });
  },

  async ended(trx, _scope, { id: payment_id, status }) {
    const credit = trx<CreditRow>('sacco_payment_credits').where({ payment_id });
    if (status === 'completed') await credit.where({ status: 'cancelled' }).update({ status: 'pending' });
    else await credit.where({ status: 'pending' }).update({ status: 'cancelled' });
  },

  async booked(trx, payment_ids) {
    await trx<CreditRow>('sacco_payment_credits')
      .whereIn('payment_id', payment_ids)
      .update({ booked: true, due_at: realIn(OVERDUE_AFTER_MS) });
  },

  async refunding(trx, _scope, payment, amount_minor) {
    const credit = await lockCredit(trx, payment.id);
    if (!credit || credit.status === 'credited')
      throw refusal(
        'not_refundable',
        "The money is the member's; it is returned through a withdrawal, not a refund.",
      );
    if (credit.status === 'posting')
      throw refusal('not_refundable', 'The money is being credited to the member at this moment.');
    if (amount_minor !== payment.amount_minor)
      throw refusal('not_refundable', 'A payment for a member can only be refunded as a whole.');
    await setCredit(trx, payment.id, { status: 'cancelled', due_at: null });
  },

  async refundEnded(trx, _scope, payment_id, outcome) {
    await setCredit(
      trx,
      payment_id,
      outcome === 'succeeded' ? { status: 'refunded' } : { status: 'pending', due_at: realNow() },
    );
  },
};

/** Credits the member with a booked payment, if it is due. */
export async function creditSaccoPayment(ctx: Context, payment_id: string): Promise<void> {
  const found = await load<PaymentRow>(ctx.db, 'payments', payment_id);
  if (!found) return;
  const { scope } = found;
  const entry = await transact(ctx, (trx, after) => begin(trx, after, scope, payment_id));
  if (entry) await bookEntry(ctx, scope, entry);
}

/** @returns the entry to book, or null when there is nothing to do */
async function begin(
  trx: Transaction,
  after: AfterCommit,
  scope: Scope,
  payment_id: string,
): Promise<EntryRow | null> {
  const credit = await lockCredit(trx, payment_id);
  if (!credit?.booked || credit.status !== 'pending') {
    // It becomes due again with what changes that.
    if (credit?.due_at) await setCredit(trx, payment_id, { due_at: null });
    return null;
  }
  const payment = await trx<PaymentRow>('payments').where({ id: payment_id }).first();
  // Held, so that the currency stays what the entry is stored in.
  const settings = await holdSettings(trx, scope);
  if (!payment || !settings) throw new Error(`${payment_id} is to be credited without payment or settings`);
  const { amount_minor, currency } = payment;
  const request = {
    kind: PURPOSES[credit.purpose],
    source: 'payment',
    direction: null,
    member_id: credit.member_id,
    amount_minor,
    payment_id,
  } as const;
  const entry = newEntry(scope, SYSTEM, { ...settings, currency }, request, 'pending');
  const obstacle =
    settings.currency === currency
      ? obstacleTo('pay_in', await lockMember(trx, scope, credit.member_id, 'share'))
      : refusal('currency_mismatch', `The SACCO's currency is ${settings.currency} now.`);
  if (obstacle) {
    await failCredit(trx, after, scope, entry, obstacle);
    return null;
  }
  await insertEntries(trx, [entry]);
  await setCredit(trx, payment_id, { status: 'posting', due_at: null });
  return entry;
}

/** Nothing is credited; the payment is to be refunded. */
async function failCredit(
  trx: Transaction,
  after: AfterCommit,
  scope: Scope,
  entry: EntryRow,
  obstacle: AppError,
): Promise<void> {
  const failed: EntryRow = {
    ...entry,
    status: 'failed',
    error: obstacle.reason ?? null,
    reason: `${obstacle.message} The payment is to be refunded.`,
  };
  await insertEntries(trx, [failed]);
  await setCredit(trx, entry.payment_id as string, { status: 'failed', due_at: null });
  await followAll(trx, after, [{ scope, entry: failed }]);
}

/** Enqueues the credits that are due: their job was lost, or they are tried again. @returns how many */
export async function sweepSaccoCredits(ctx: Context): Promise<number> {
  const overdue: string[] = await ctx
    .db('sacco_payment_credits')
    .where('due_at', '<', realNow())
    .orderBy('due_at')
    .limit(MAX_OVERDUE)
    .pluck('payment_id');
  await Promise.all(
    overdue.map((payment_id) =>
      ctx.jobs.enqueue(
        'credit-sacco-payment',
        { payment_id },
        { job_id: `credit-sacco-${payment_id}-${sweepBucket()}` },
      ),
    ),
  );
  return overdue.length;
}
