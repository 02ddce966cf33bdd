/**
 * Payments for members. A payment's money is credited once it has been booked, exactly once, and a refund takes it back
 * before that or not at all.
 */
import { systemTimeIn, systemNow } from '../../../core/clock.ts';
import { invalidField, refusal, type AppError } from '../../../core/errors.ts';
import { parseId } from '../../../core/ids.ts';
import { SYSTEM, type Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { insertAll } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import { inTransaction, type EnqueueAfterCommit } from '../../platform/unit.ts';
import type { Context } from '../../platform/context.ts';
import { sweepOverdue } from '../../platform/sweep-overdue.ts';
import { accountId, availableOf } from '../../ledger/index.ts';
import { findPaymentWithScope, type PaymentDestination, type PaymentRow } from '../../payments/index.ts';
import { bookEntry } from '../entries/entry-pipeline.ts';
import { applyEffects } from '../entries/record-results.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { newEntry } from '../entries/entry.ts';
import { SaccoMember } from '../members/member.model.ts';
import { lockMember } from '../members/member.ts';
import type { SaccoExtensions } from '../extension.port.ts';
import { allows, memberRefusal } from '../members/member.rules.ts';
import { PURPOSES, SaccoPaymentCredit, type CreditRow, type Purpose } from './payment-credit.model.ts';
import { lockCredit, setCredit, triedLater } from './payment-credit.ts';
import { insertEntries } from '../entries/insert-entries.ts';
import { getSettings, holdSettings } from '../settings.ts';

/** The job that is enqueued when the payment is booked comes long before this; otherwise the sweep does. */
const OVERDUE_AFTER_MS = 5_000;

/** What the metadata of a payment says about whom to credit. @throws AppError VALIDATION_ERROR, `member_unknown` */
function creditFromMetadata(
  metadata: Record<string, unknown>,
): Pick<CreditRow, 'member_id' | 'purpose' | 'loan_id'> {
  const { sacco_member_id, sacco_purpose = 'savings', sacco_loan_id } = metadata;
  if (typeof sacco_member_id !== 'string' || !parseId('member', sacco_member_id))
    throw refusal('member_unknown');
  if (typeof sacco_purpose !== 'string' || !Object.hasOwn(PURPOSES, sacco_purpose))
    throw invalidField(
      'metadata.sacco_purpose',
      '"metadata.sacco_purpose" must be one of savings, shares, loan_repayment',
    );
  const repays = sacco_purpose === 'loan_repayment';
  if (repays && sacco_loan_id === undefined)
    throw invalidField(
      'metadata.sacco_loan_id',
      '"metadata.sacco_loan_id" is required when a loan is to be repaid',
    );
  if (repays && (typeof sacco_loan_id !== 'string' || !parseId('loan', sacco_loan_id)))
    throw refusal('loan_not_open');
  return {
    member_id: sacco_member_id,
    purpose: sacco_purpose as Purpose,
    loan_id: repays ? (sacco_loan_id as string) : null,
  };
}

export const memberDestination = ({
  requireOpenLoan,
}: Pick<SaccoExtensions, 'requireOpenLoan'>): PaymentDestination => ({
  metadata_key: 'sacco_member_id',
  job: 'credit-sacco-payment',

  async validate(db, scope, { metadata, currency }) {
    const { member_id, loan_id } = creditFromMetadata(metadata);
    const member = await SaccoMember.query(db).inScope(scope).findOne({ id: member_id });
    if (!member) throw refusal('member_unknown');
    if (!allows(member.status, 'pay_in'))
      throw refusal('member_unknown', `The member is ${member.status}; nothing can be paid in.`);
    const settings = await getSettings(db, scope);
    if (settings.currency !== currency)
      throw refusal('currency_mismatch', `The SACCO's currency is ${settings.currency}, not ${currency}.`);
    if (loan_id) await requireOpenLoan(db, scope, member_id, loan_id);
  },

  async onCreated(trx, created) {
    const credits = created.map(({ scope, row }) => ({
      payment_id: row.id,
      ...scopeColumns(scope),
      ...creditFromMetadata(row.metadata),
    }));
    await insertAll(trx, 'sacco_payment_credits', credits);
  },

  async onFinal(trx, scope, { id: payment_id, status }) {
    const [from, to] =
      status === 'completed' ? (['cancelled', 'pending'] as const) : (['pending', 'cancelled'] as const);
    await SaccoPaymentCredit.query(trx)
      .inScope(scope)
      .where({ payment_id, status: from })
      .patch({ status: to });
  },

  async onPosted(trx, payment_ids) {
    await SaccoPaymentCredit.query(trx)
      .whereIn('payment_id', payment_ids)
      .patch({ booked: true, due_at: systemTimeIn(OVERDUE_AFTER_MS) });
  },

  async onRefundRequested(trx, _scope, payment, amount_minor) {
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

  async onRefundResolved(trx, _scope, payment_id, outcome) {
    await setCredit(
      trx,
      payment_id,
      outcome === 'succeeded' ? { status: 'refunded' } : { status: 'pending', due_at: systemNow() },
    );
  },
});

/** Credits the member with a booked payment, if it is due. */
export async function creditSaccoPayment(ctx: Context, payment_id: string): Promise<void> {
  const found = await findPaymentWithScope(ctx.db, payment_id);
  if (!found) return;
  const { scope, row: payment } = found;
  const entry = await inTransaction({ ctx }, ({ trx, enqueue: enqueueAfterCommit }) =>
    begin(ctx, trx, enqueueAfterCommit, scope, payment),
  );
  if (!entry) return;
  if (entry.loan_id) await ctx.sacco.bringLoanUpToDate(ctx, entry.loan_id);
  await bookEntry(ctx, scope, entry);
}

/** Has the merchant's balance what the payment brought in? */
async function isCovered({ ledger }: Context, scope: Scope, payment: PaymentRow): Promise<boolean> {
  const { currency, amount_minor } = payment;
  const account = accountId(scope, { kind: 'merchant_available', currency, owner: '' });
  const balances = (await ledger.balances([account], scope.clock.now())).get(account);
  return balances !== undefined && availableOf('merchant_available', balances) >= amount_minor;
}

/** @returns the entry to book, or null when there is nothing to do */
async function begin(
  ctx: Context,
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  scope: Scope,
  payment: PaymentRow,
): Promise<EntryRow | null> {
  const { id: payment_id, amount_minor, currency } = payment;
  const credit = await lockCredit(trx, payment_id);
  if (!credit?.booked || credit.status !== 'pending') {
    // It becomes due again with what changes that.
    if (credit?.due_at) await setCredit(trx, payment_id, { due_at: null });
    return null;
  }
  // Held, so that the currency stays what the entry is stored in.
  const settings = await holdSettings(trx, scope);
  if (!settings) throw new Error(`${payment_id} is to be credited without settings`);
  const request = {
    kind: PURPOSES[credit.purpose],
    source: 'payment',
    member_id: credit.member_id,
    loan_id: credit.loan_id,
    amount_minor,
    payment_id,
  } as const;
  const entry = newEntry(scope, SYSTEM, { ...settings, currency }, request);
  const obstacle =
    settings.currency === currency
      ? memberRefusal('pay_in', await lockMember(trx, scope, credit.member_id, 'share'))
      : refusal('currency_mismatch', `The SACCO's currency is ${settings.currency} now.`);
  if (obstacle) {
    await failCredit(ctx, trx, enqueueAfterCommit, scope, entry, obstacle);
    return null;
  }
  // Each try that fails is an entry of the member: one says it.
  if (credit.attempts > 0 && !(await isCovered(ctx, scope, payment))) {
    await setCredit(trx, payment_id, triedLater(credit));
    return null;
  }
  await insertEntries(trx, [entry]);
  await setCredit(trx, payment_id, { status: 'posting', due_at: null });
  return entry;
}

/** Nothing is credited; the payment is to be refunded. */
async function failCredit(
  ctx: Context,
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
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
  await applyEffects({ ctx, trx, enqueue: enqueueAfterCommit }, [{ scope, entry: failed }]);
}

/** Enqueues the credits that are due: their job was lost, or they are tried again. @returns how many */
export function sweepSaccoCredits(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, {
    table: 'sacco_payment_credits',
    id_column: 'payment_id',
    payload_field: 'payment_id',
    due_column: 'due_at',
    job: 'credit-sacco-payment',
  });
}
