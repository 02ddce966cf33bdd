/**
 * Receives a provider's callback about a payout. It ends nothing by itself: the provider is asked at once. What the provider tells only
 * once is kept with the payout, for the adapter to read.
 */
import { systemNow } from '../../../core/clock.ts';
import { AppError, notFound, unauthorized } from '../../../core/errors.ts';
import { idPattern } from '../../../core/ids.ts';
import { toJson } from '../../../core/json.ts';
import type { Scoped } from '../../../db/model.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { isCallbackToken } from '../providers/callback-address.ts';
import {
  isOutOfReach,
  isWebhookToken,
  loadProviderSetup,
} from '../providers/configuration/provider-configs.ts';
import type { PayoutCallbackReading } from '../providers/payout.port.ts';
import type { Provider, ProviderCallback } from '../providers/provider.port.ts';
import { Payout, type PayoutRow } from './payout.model.ts';
import { UNDER_WAY } from './payout.rules.ts';
import { saveCallback } from './payout.sql.ts';
import { orderOf } from './payout.ts';

/** Unverified callbacks of one payout: for each the provider is asked. A provider makes a few. */
const MAX_UNVERIFIED = 30;
/** When a provider that made too many may retry, in seconds. */
const RETRY_AFTER_S = 600;

/** At an address that was handed out to the provider. */
export interface AddressedCallback extends ProviderCallback {
  /** The payout's id, or the project's at the address that a provider has for all of a project. */
  subject_id: string;
  token: string;
}

/** Whether a callback is about a payout: its address, or what it says, names one. */
export function isAboutPayout({ payouts }: Provider, callback: AddressedCallback): boolean {
  return (
    idPattern('payout').test(callback.subject_id) || (payouts?.payoutNamedIn?.(callback) ?? null) !== null
  );
}

/**
 * @throws AppError NOT_FOUND unless the address is one that we handed out and the payout one that is ours; UNAUTHORIZED for a wrong
 * signature; RATE_LIMITED
 */
export async function receivePayoutCallback(
  ctx: Context,
  provider: Provider,
  callback: AddressedCallback,
): Promise<void> {
  const { row: payout, scope } = await payoutOf(ctx, provider, callback);
  const { authenticity, remember = {} } = await read({ ctx, scope }, { provider, payout, callback });
  if (authenticity === 'rejected') {
    const { id: payout_id } = payout;
    ctx.log.warn({ payout_id, provider: provider.name }, 'refused a callback: it is not genuine');
    throw unauthorized('The signature of this callback is not right.');
  }
  const is_unverified = authenticity === 'unverified';
  if (is_unverified && payout.callbacks >= MAX_UNVERIFIED)
    throw new AppError('RATE_LIMITED', 'Too many callbacks of this payout.', {
      retry_after_s: RETRY_AFTER_S,
    });
  await saveCallback(ctx.db, {
    id: payout.id,
    added: toJson(remember),
    unverified: is_unverified ? 1 : 0,
    now: systemNow(),
  });
  await ctx.jobs.enqueue('process-payout', { payout_id: payout.id });
}

/** @throws AppError NOT_FOUND */
async function payoutOf(
  ctx: Context,
  provider: Provider,
  callback: AddressedCallback,
): Promise<Scoped<PayoutRow>> {
  const { subject_id, token } = callback;
  const is_own_address = idPattern('payout').test(subject_id);
  const id = is_own_address ? subject_id : (provider.payouts?.payoutNamedIn?.(callback) ?? '');
  const found = idPattern('payout').test(id) ? await Payout.query(ctx.db).findWithScope(id) : null;
  if (found?.row.provider !== provider.name) throw notFound('callback address');
  const { row } = found;
  if (is_own_address) {
    if (isCallbackToken(ctx, row, token)) return found;
  } else if (row.project_id === subject_id && (await isWebhookToken(ctx, row, provider, token))) {
    if (UNDER_WAY.includes(row.status)) return found;
  }
  throw notFound('callback address');
}

interface Received {
  provider: Provider;
  payout: PayoutRow;
  callback: ProviderCallback;
}

async function read(
  base: ScopedContext,
  { provider, payout, callback }: Received,
): Promise<PayoutCallbackReading> {
  try {
    const setup = await loadProviderSetup(base, provider);
    return provider.payouts?.readCallback?.(orderOf(payout), callback, setup) ?? { authenticity: 'rejected' };
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    // The configuration was deleted meanwhile, so the callback cannot be checked: the provider is asked as soon as that is possible.
    return { authenticity: 'unverified' };
  }
}
