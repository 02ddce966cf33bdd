/** Credits a member with the money of a payment once that has been booked, exactly once. */
import { refusal, type AppError } from '../../../core/errors.ts';
import { SYSTEM, type Scope } from '../../../core/scope.ts';
import { lockSettings } from '../../cooperative/index.ts';
import { accountId, availableOf } from '../../ledger/index.ts';
import { findPaymentWithScope, type PaymentRow } from '../../payments/index.ts';
import type { Context } from '../../platform/context.ts';
import { countDueRows } from '../../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../../platform/sweep-overdue.ts';
import { inTransaction, type ScopedUnit } from '../../platform/unit.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { newEntry } from '../entries/entry.ts';
import { insertEntries } from '../entries/insert-entries.ts';
import { checkEntries } from '../pipeline/check-entries.ts';
import { bookEntry } from '../pipeline/entry-pipeline.ts';
import { applyEffects } from '../pipeline/record-results.ts';
import { aboutOf } from './payment-credit.model.ts';
import { LAST_RETRY_MS, lockCredit, scheduleRetry, setCredit } from './payment-credit.ts';

/** Credits the member with a booked payment, if it is due. */
export async function creditSaccoPayment(ctx: Context, payment_id: string): Promise<void> {
  const found = await findPaymentWithScope(ctx.db, payment_id);
  if (!found) return;
  const { scope, row: payment } = found;
  const entry = await inTransaction({ ctx, scope }, (unit) => begin(unit, payment));
  if (!entry) return;
  await ctx.movements.of(entry).due_before?.book(ctx, entry);
  await bookEntry({ ctx, scope }, entry);
}

/** Whether the merchant's balance has that much. */
export async function isCovered(
  { ledger }: Context,
  scope: Scope,
  { currency, amount_minor }: Pick<PaymentRow, 'currency' | 'amount_minor'>,
): Promise<boolean> {
  const account = accountId(scope, { kind: 'merchant_available', currency, owner: '' });
  const balances = (await ledger.balances([account], scope.clock.now())).get(account);
  return balances !== undefined && availableOf('merchant_available', balances) >= amount_minor;
}

/** @returns the entry to book, or null when there is nothing to do */
async function begin(unit: ScopedUnit, payment: PaymentRow): Promise<EntryRow | null> {
  const { ctx, trx, scope } = unit;
  const { id: payment_id, amount_minor, currency } = payment;
  const credit = await lockCredit(trx, payment_id);
  if (!credit?.booked || credit.status !== 'pending') {
    // It becomes due again with what changes that.
    if (credit?.due_at) await setCredit(trx, payment_id, { due_at: null });
    return null;
  }
  // Locked, so that the currency stays what the entry is stored in.
  const settings = await lockSettings(unit);
  if (!settings) throw new Error(`${payment_id} is to be credited without settings`);
  const definition = ctx.movements.all.find((each) => each.payment?.purpose === credit.purpose);
  if (!definition) throw new Error(`${payment_id} is to be credited as ${credit.purpose}`);
  const { kind, source } = definition;
  const { member_id } = credit;
  const request = { kind, source, member_id, ...aboutOf(credit), amount_minor, payment_id };
  const entry = newEntry({ scope, actor: SYSTEM }, { ...settings, currency }, request);
  const refused =
    settings.currency === currency
      ? (await checkEntries(unit, [{ scope, entry }], 'share'))[0]
      : refusal('currency_mismatch', `The SACCO's currency is ${settings.currency} now.`);
  if (refused instanceof Error) {
    await failCredit(unit, entry, refused as AppError);
    return null;
  }
  // Each attempt that fails is an entry of the member: one of them is enough.
  if (credit.attempts > 0 && !(await isCovered(ctx, scope, payment))) {
    await setCredit(trx, payment_id, scheduleRetry(credit));
    return null;
  }
  await insertEntries(trx, [entry]);
  await setCredit(trx, payment_id, { status: 'posting', due_at: null });
  return entry;
}

/** Nothing is credited; the payment is to be refunded. */
async function failCredit(unit: ScopedUnit, entry: EntryRow, refused: AppError): Promise<void> {
  const failed: EntryRow = {
    ...entry,
    status: 'failed',
    error: refused.reason ?? null,
    reason: `${refused.message} The payment is to be refunded.`,
  };
  await insertEntries(unit.trx, [failed]);
  await setCredit(unit.trx, entry.payment_id as string, { status: 'failed', due_at: null });
  await applyEffects(unit, [{ scope: unit.scope, entry: failed }]);
}

const OVERDUE: OverdueJob<'credit-sacco-payment'> = {
  table: 'sacco_payment_credits',
  id_column: 'payment_id',
  payload_field: 'payment_id',
  due_column: 'due_at',
  job: 'credit-sacco-payment',
  longest_pause_ms: LAST_RETRY_MS,
};

export const countDueCredits = countDueRows(OVERDUE);

/** Enqueues the credits that are due: their job was lost, or they are tried again. @returns how many */
export function sweepSaccoCredits(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}
