/**
 * Receives a provider's callback: it is stored before it is acknowledged, and then the provider is asked. A callback completes
 * nothing by itself, whatever it says.
 */
import { createHash } from 'node:crypto';
import { CLOCK_SLACK_MS, systemNow, systemTimeIn } from '../../../core/clock.ts';
import { AppError, notFound, unauthorized } from '../../../core/errors.ts';
import { given } from '../../../core/given.ts';
import { idPattern, newId } from '../../../core/ids.ts';
import { scopeColumns, type Scoped } from '../../../db/model.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import type { PaymentRow } from '../payment.model.ts';
import { findPaymentWithScope } from '../payment.ts';
import { isPaybillSubject, receivePaybillCall } from '../paybills/receive-notice.ts';
import { isAboutPayout, receivePayoutCallback } from '../payouts/callbacks/receive-payout-callback.ts';
import { mismatchOf, recordMismatch } from '../status/mismatch.ts';
import { saveProviderData } from '../providers/provider-data.ts';
import { isProviderIdTaken, recordRefusedClaim } from '../providers/provider-ids.ts';
import { isCallbackToken } from '../providers/callback-address.ts';
import { StoredCallback } from './callback.model.ts';
import {
  environmentOfWebhook,
  isOutOfReach,
  loadProviderSetup,
} from '../providers/configuration/provider-configs.ts';
import { findCalledProvider } from '../providers/index.ts';
import type { CallbackReading, Provider, ProviderCallback } from '../providers/provider.port.ts';

/** Longest text of a callback that is stored in a column of its own, in characters; a longer one is no id and no status. */
const MAX_NAME = 200;
/** Unverified callbacks of one payment in an hour: for each new one the provider is asked. A provider makes a few. */
const MAX_UNVERIFIED = 30;
const UNVERIFIED_WINDOW_MS = 3_600_000;
/** When a provider that made too many may retry, in seconds. */
const RETRY_AFTER_S = 600;

export interface ReceivedCallback extends ProviderCallback {
  /** The provider's segment in the address. */
  segment: string;
  /**
   * The payment's id, or the project's at the address that a provider has for all payments of a project; or that of a paybill, or of
   * a payment by one that the provider was asked about.
   */
  subject_id: string;
  /** From the address; it was handed to the provider alone. */
  token: string;
  method: string;
}

/**
 * @returns the answer that the provider expects
 * @throws AppError NOT_FOUND unless the address is one that we handed out; UNAUTHORIZED for a wrong signature; RATE_LIMITED
 */
export async function receiveCallback(
  ctx: Context,
  callback: ReceivedCallback,
): Promise<Record<string, unknown>> {
  const provider = findCalledProvider(callback.segment);
  if (!provider) throw notFound('callback address');
  if (isPaybillSubject(callback.subject_id)) return receivePaybillCall(ctx, provider, callback);
  const answer = provider.callback_answer ?? { received: true };
  if (isAboutPayout(provider, callback)) {
    await receivePayoutCallback(ctx, provider, callback);
    return answer;
  }
  if (!provider.readCallback) throw notFound('callback address');
  const found = await paymentOf(ctx, provider, callback);
  // Other software of the merchant may have payments with the provider, too.
  if (!found) return answer;
  const { row: payment, scope } = found;
  const base = { ctx, scope };
  const reading = await read(base, provider, payment, callback);
  if (reading.authenticity === 'rejected') {
    ctx.log.warn(
      { payment_id: payment.id, provider: provider.name },
      'refused a callback: it is not genuine',
    );
    throw unauthorized('The signature of this callback is not right.');
  }
  if (reading.authenticity === 'unverified') await requireFew(ctx, payment);
  const callback_id = await store(base, payment, callback, await believable(base, payment, reading));
  if (callback_id) await ctx.jobs.enqueue('handle-callback', { callback_id });
  return answer;
}

type ScopedPayment = Scoped<PaymentRow>;

/**
 * The payment that a callback is about: that of the address, or the one of the same project that the callback names.
 * @returns null when it names none of ours
 * @throws AppError NOT_FOUND unless the address is one that we handed out
 */
async function paymentOf(
  ctx: Context,
  provider: Provider,
  callback: ReceivedCallback,
): Promise<ScopedPayment | null> {
  const { subject_id, token } = callback;
  const named_id = provider.paymentNamedIn?.(callback) ?? null;
  if (provider.paymentNamedIn && idPattern('project').test(subject_id))
    return paymentAtWebhook(ctx, provider, callback, named_id);
  const addressed = await findPayment(ctx, provider, subject_id);
  if (!addressed || !isCallbackToken(ctx, addressed.row, token)) throw notFound('callback address');
  if (named_id === null || named_id === subject_id) return addressed;
  const named = await findPayment(ctx, provider, named_id);
  return named?.row.project_id === addressed.row.project_id ? named : addressed;
}

/** @throws AppError NOT_FOUND */
async function paymentAtWebhook(
  ctx: Context,
  provider: Provider,
  { subject_id: project_id, token }: ReceivedCallback,
  named_id: string | null,
): Promise<ScopedPayment | null> {
  const environment = await environmentOfWebhook(ctx, provider, { project_id, token });
  if (environment === null) throw notFound('callback address');
  const named = named_id === null ? null : await findPayment(ctx, provider, named_id);
  const is_theirs = named?.row.project_id === project_id && named.row.environment === environment;
  return is_theirs ? named : null;
}

/** @returns null unless there is such a payment of the provider */
async function findPayment(ctx: Context, { name }: Provider, id: string): Promise<ScopedPayment | null> {
  const found = idPattern('payment').test(id) ? await findPaymentWithScope(ctx.db, id) : null;
  return found?.row.provider === name ? found : null;
}

/** What is stored of a callback: of one about another amount, only that it came. */
async function believable(
  base: ScopedContext,
  payment: PaymentRow,
  reading: CallbackReading,
): Promise<CallbackReading> {
  const { amount_minor, authenticity, claimed_status, claims_paid } = reading;
  const mismatch =
    amount_minor === undefined ? null : mismatchOf(payment, { status: 'completed', amount_minor });
  if (!mismatch) return reading;
  base.ctx.log.error(
    { payment_id: payment.id, mismatch },
    'a callback reports another amount; left for a person',
  );
  await recordMismatch(base, payment, mismatch, 'callback');
  return { authenticity, ...given({ claimed_status, claims_paid }) };
}

/** @throws AppError RATE_LIMITED */
async function requireFew(ctx: Context, { id: payment_id }: PaymentRow): Promise<void> {
  const earlier = await StoredCallback.query(ctx.db)
    .where({ payment_id, authenticity: 'unverified' })
    .whereBetween('received_at', [systemTimeIn(-UNVERIFIED_WINDOW_MS), systemTimeIn(CLOCK_SLACK_MS)])
    .resultSize();
  if (earlier >= MAX_UNVERIFIED)
    throw new AppError('RATE_LIMITED', 'Too many callbacks of this payment.', {
      retry_after_s: RETRY_AFTER_S,
    });
}

async function read(
  base: ScopedContext,
  provider: Provider,
  payment: PaymentRow,
  callback: ProviderCallback,
): Promise<CallbackReading> {
  try {
    const setup = await loadProviderSetup(base, provider);
    return provider.readCallback?.(payment, callback, setup) ?? { authenticity: 'rejected' };
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    // The configuration was deleted while the payment was open, so the callback cannot be checked. It is stored: the provider is
    // asked as soon as that is possible again.
    return { authenticity: 'unverified', claims_paid: true };
  }
}

/**
 * @returns the stored callback's id, or null when the same callback was stored before
 * @throws AppError UNAUTHORIZED when it brings the payment an id of the provider that belongs to another: nothing is stored
 */
async function store(
  base: ScopedContext,
  payment: PaymentRow,
  { method, query, body }: ReceivedCallback,
  { authenticity, provider_txn_id, claimed_status, claims_paid = false, remember }: CallbackReading,
): Promise<string | null> {
  const id = newId('callback');
  const now = systemNow();
  const row = {
    id,
    payment_id: payment.id,
    ...scopeColumns(payment),
    provider: payment.provider,
    authenticity,
    provider_txn_id: storable(provider_txn_id),
    claimed_status: storable(claimed_status),
    claims_paid,
    fingerprint:
      provider_txn_id !== undefined && claimed_status !== undefined
        ? fingerprint(authenticity, provider_txn_id, claimed_status)
        : fingerprint(authenticity, query, body),
    method,
    query: query.replaceAll('\0', ''),
    body,
    received_at: now,
    next_attempt_at: now,
  };
  try {
    return await inTransaction(base, async ({ trx }) => {
      if (!(await StoredCallback.query(trx).insertUnlessTaken(row))) return null;
      await saveProviderData(trx, payment, remember);
      return id;
    });
  } catch (error) {
    if (!isProviderIdTaken(error, 'checkout_request_id')) throw error;
    const provider_id = remember?.['checkout_request_id'] ?? '';
    await recordRefusedClaim(base, payment, { kind: 'checkout_request_id', provider_id, cause: 'callback' });
    throw unauthorized('This callback is about another payment.');
  }
}

function fingerprint(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(createHash('sha256').update(part).digest());
  return hash.digest('hex');
}

/** PostgreSQL's text cannot contain NUL. */
function storable(name: string | undefined): string | null {
  return name === undefined || name.length > MAX_NAME ? null : name.replaceAll('\0', '');
}
