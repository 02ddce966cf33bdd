/**
 * Takes a provider's callback in: it is stored before it is acknowledged, and then only makes us ask the provider.
 * Whatever it says, it completes nothing by itself.
 */
import { createHash } from 'node:crypto';
import { systemNow } from '../../../core/clock.ts';
import { equalInConstantTime, hashToken } from '../../../core/crypto.ts';
import { notFound, unauthorized } from '../../../core/errors.ts';
import { idPattern, newId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Context } from '../../platform/context.ts';
import type { PaymentRow } from '../payment.model.ts';
import { findPaymentWithScope } from '../payment.ts';
import { StoredCallback } from './callback.model.ts';
import { isOutOfReach, setupOf } from '../providers/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import type { CallbackReading, Provider, ProviderCallback } from '../providers/provider.port.ts';

/** What of a callback is kept in its own column; anything longer is no id and no status. */
const MAX_NAME = 200;

export interface ReceivedCallback extends ProviderCallback {
  provider: string;
  payment_id: string;
  /** From the address; it was handed to the provider alone. */
  token: string;
  method: string;
}

/** @throws AppError NOT_FOUND unless the address is one that we handed out; UNAUTHORIZED for a wrong signature */
export async function receiveCallback(ctx: Context, callback: ReceivedCallback): Promise<void> {
  const { payment, scope } = await addressed(ctx, callback);
  const provider = findProvider(payment.provider);
  const reading = await read(ctx, scope, provider, payment, callback);
  if (reading.authenticity === 'rejected') {
    ctx.log.warn({ payment_id: payment.id, provider: provider.name }, 'refused a callback: wrong signature');
    throw unauthorized('The signature of this callback is not right.');
  }
  const callback_id = await keep(ctx, payment, callback, reading);
  if (callback_id) await ctx.jobs.enqueue('handle-callback', { callback_id });
}

async function addressed(
  ctx: Context,
  { provider, payment_id, token }: ReceivedCallback,
): Promise<{ payment: PaymentRow; scope: Scope }> {
  const found = idPattern('payment').test(payment_id) ? await findPaymentWithScope(ctx.db, payment_id) : null;
  const expected = found?.row.callback_token_hash ?? '';
  const known = equalInConstantTime(hashToken(token), expected);
  if (!found || !known || found.row.provider !== provider) throw notFound('callback address');
  return { payment: found.row, scope: found.scope };
}

async function read(
  ctx: Context,
  scope: Scope,
  provider: Provider,
  payment: PaymentRow,
  callback: ProviderCallback,
): Promise<CallbackReading> {
  if (!provider.readCallback) throw notFound('callback address');
  try {
    return provider.readCallback(payment, callback, await setupOf(ctx, scope, provider));
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    // The configuration was taken away while the payment was open. What it would be checked with is gone, but it is kept:
    // the provider is asked as soon as it can be again.
    return { authenticity: 'unverified', claims_paid: true };
  }
}

/** @returns the stored callback's id, or null when the same was stored before */
async function keep(
  ctx: Context,
  payment: PaymentRow,
  { method, query, body }: ReceivedCallback,
  { authenticity, provider_txn_id, claimed_status, claims_paid = false }: CallbackReading,
): Promise<string | null> {
  const id = newId('callback');
  const now = systemNow();
  const kept = await StoredCallback.query(ctx.db).insertUnlessTaken({
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
  });
  return kept ? id : null;
}

function fingerprint(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(createHash('sha256').update(part).digest());
  return hash.digest('hex');
}

/** PostgreSQL's text holds no NUL. */
function storable(name: string | undefined): string | null {
  return name?.replaceAll('\0', '').slice(0, MAX_NAME) ?? null;
}
