/**
 * Receives a provider's callback about a payout. It ends nothing by itself: the provider is asked at once. What the provider tells only
 * once is kept with the payout, for the adapter to read.
 */
import { systemNow, systemTimeIn } from '../../../../core/clock.ts';
import { AppError, invalidField, notFound, unauthorized } from '../../../../core/errors.ts';
import { idPattern } from '../../../../core/ids.ts';
import { toJson } from '../../../../core/json.ts';
import type { Scoped } from '../../../../db/model.ts';
import type { Context } from '../../../platform/context.ts';
import type { ScopedContext } from '../../../platform/unit.ts';
import { isCallbackToken } from '../../providers/callback-address.ts';
import {
  environmentOfWebhook,
  isOutOfReach,
  loadProviderSetup,
} from '../../providers/configuration/provider-configs.ts';
import type { PayoutCallbackReading } from '../../providers/payout.port.ts';
import type { Provider, ProviderCallback } from '../../providers/provider.port.ts';
import { Payout, type PayoutRow } from '../payout.model.ts';
import { findPayable, saveCallback } from '../payout.sql.ts';
import { orderOf } from '../payout.ts';

/** Callbacks of one payout in an hour that are unverified, or come after its end: for each the provider is asked. It makes a few. */
const MAX_COUNTED = 30;
const COUNTED_FOR_MS = 3_600_000;
/** When a provider that made too many may retry, in seconds. */
const RETRY_AFTER_S = 600;

/** At an address that was handed out to the provider. */
export interface AddressedCallback extends ProviderCallback {
  /** The payout's id, or the project's at the address that a provider has for all of a project. */
  subject_id: string;
  token: string;
}

/** Whether a callback is about a payout: its address names one, or what it says at the address of a project. */
export function isAboutPayout({ payouts }: Provider, callback: AddressedCallback): boolean {
  const { subject_id } = callback;
  if (idPattern('payout').test(subject_id)) return true;
  return idPattern('project').test(subject_id) && (payouts?.payoutNamedIn?.(callback) ?? null) !== null;
}

/**
 * @throws AppError NOT_FOUND unless the address is one that we handed out; UNAUTHORIZED for a wrong signature; RATE_LIMITED. Where the
 * provider asks before it pays, VALIDATION_ERROR, too, unless it is undecided how the payout ended, it is as it was asked for, and
 * payouts are enabled.
 */
export async function receivePayoutCallback(
  ctx: Context,
  provider: Provider,
  callback: AddressedCallback,
): Promise<void> {
  if (!provider.payouts?.asksApproval?.(callback)) return receive(ctx, provider, callback);
  await receive(ctx, provider, callback, { asks_approval: true }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ provider: provider.name, err: error }, 'did not approve a payout');
    throw invalidField('reference', 'No such payout is under way.');
  });
}

async function receive(
  ctx: Context,
  provider: Provider,
  callback: AddressedCallback,
  { asks_approval = false } = {},
): Promise<void> {
  const found = await payoutOf(ctx, provider, callback);
  // Other software of the merchant may have payouts with the provider, too.
  if (!found && !asks_approval) return;
  if (!found) throw notFound('payout');
  const { row: payout, scope } = found;
  const { authenticity, remember = {} } = await read({ ctx, scope }, { provider, payout, callback });
  if (authenticity === 'rejected') {
    const { id: payout_id } = payout;
    ctx.log.warn({ payout_id, provider: provider.name }, 'refused a callback: it is not genuine');
    throw unauthorized('The signature of this callback is not right.');
  }
  const since = systemTimeIn(-COUNTED_FOR_MS);
  const is_counted = authenticity === 'unverified' || payout.completed_at !== null;
  const { callbacks, callbacks_since } = payout;
  if (is_counted && callbacks >= MAX_COUNTED && callbacks_since !== null && callbacks_since > since)
    throw new AppError('RATE_LIMITED', 'Too many callbacks of this payout.', {
      retry_after_s: RETRY_AFTER_S,
    });
  const [added, counted] = [toJson(remember), is_counted ? 1 : 0];
  await saveCallback(ctx.db, { id: payout.id, added, counted, since, now: systemNow() });
  await ctx.jobs.enqueue('process-payout', { payout_id: payout.id });
  // What was sent is not paid any more once it is decided how it ended, or payouts were turned off.
  if (asks_approval && (await findPayable(ctx.db, { id: payout.id })).length === 0) throw notFound('payout');
}

/**
 * @returns null where the address is that of a project, and the payout is none of its own
 * @throws AppError NOT_FOUND unless the address is one that we handed out
 */
async function payoutOf(
  ctx: Context,
  provider: Provider,
  callback: AddressedCallback,
): Promise<Scoped<PayoutRow> | null> {
  const { subject_id, token } = callback;
  if (idPattern('payout').test(subject_id)) {
    const found = await findPayout(ctx, provider, subject_id);
    if (!found || !isCallbackToken(ctx, found.row, token)) throw notFound('callback address');
    return found;
  }
  const environment = await environmentOfWebhook(ctx, provider, { project_id: subject_id, token });
  if (environment === null) throw notFound('callback address');
  const found = await findPayout(ctx, provider, provider.payouts?.payoutNamedIn?.(callback) ?? '');
  const is_theirs = found?.row.project_id === subject_id && found.row.environment === environment;
  return is_theirs ? found : null;
}

/** @returns null unless there is such a payout of the provider */
async function findPayout(ctx: Context, { name }: Provider, id: string): Promise<Scoped<PayoutRow> | null> {
  const found = idPattern('payout').test(id) ? await Payout.query(ctx.db).findWithScope(id) : null;
  return found?.row.provider === name ? found : null;
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
