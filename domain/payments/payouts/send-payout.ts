/** Gives a payout to its provider, once, and asks how it ended. */
import { systemNow } from '../../../core/clock.ts';
import { given } from '../../../core/given.ts';
import { toJson } from '../../../core/json.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import { callbackUrl } from '../providers/callback-address.ts';
import { loadProviderSetup } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import type { PayoutSetup, ProviderPayout, ProviderPayouts } from '../providers/payout.port.ts';
import { ProviderUnavailable } from '../providers/provider.port.ts';
import { conclude, decide } from './end-payout.ts';
import { serverUrlOf } from './insert-payout.ts';
import type { PayoutRow } from './payout.model.ts';
import { feeInMinor, statusesBefore, type PayoutStatus } from './payout.rules.ts';
import {
  changeStatus,
  claimPayoutCall,
  releasePayoutCall,
  savePayoutAnswer,
  startSending,
} from './payout.sql.ts';
import { orderOf } from './payout.ts';
import { requirePayouts } from './settings/payout-settings.ts';
import type { PayoutCause } from './timeline/payout-event.model.ts';
import { recordPayoutEvent } from './timeline/payout-event.ts';

interface Provided {
  payouts: ProviderPayouts;
  setup: PayoutSetup;
}

/** @throws AppError `provider_not_configured` */
export async function loadProvided(base: ScopedContext, payout: PayoutRow): Promise<Provided> {
  const provider = findProvider(payout.provider);
  const payouts = requirePayouts(provider);
  const server_url = serverUrlOf(base, payout.provider_data['server_url']);
  const setup = {
    ...(await loadProviderSetup(base, provider)),
    callback_url: payouts.readCallback ? callbackUrl(base.ctx, provider, payout, server_url) : server_url,
    ...claimsOf(base.ctx, payout),
  };
  return { payouts, setup };
}

function claimsOf({ db }: Context, { id }: PayoutRow): Pick<PayoutSetup, 'claimOnce' | 'releaseClaim'> {
  return {
    async claimOnce(name) {
      return (await claimPayoutCall(db, { id, name, now: systemNow().toISOString() })) > 0;
    },
    async releaseClaim(name) {
      await releasePayoutCall(db, { id, name });
    },
  };
}

/**
 * Sends a payout that is held. That it is being sent is stored before, so that after a crash it is asked for.
 * @returns what the provider said; null where it may not be sent now: payouts are off, or it was decided meanwhile
 * @throws ProviderUnavailable: it is held again where it certainly was not sent
 */
export async function send(
  base: ScopedContext,
  payout: PayoutRow,
  { payouts, setup }: Provided,
): Promise<ProviderPayout | null> {
  const sending = await inTransaction(base, async (unit) => {
    const now = unit.scope.clock.now();
    const [started] = await startSending(unit.trx, { id: payout.id, now });
    if (started)
      await recordPayoutEvent(unit, {
        payout_id: payout.id,
        type: 'payout.sending',
        from: 'held',
        to: 'sending',
        cause: 'poll',
      });
    return started;
  });
  if (!sending) return null;
  try {
    return await payouts.send(orderOf(sending), setup);
  } catch (error) {
    if (error instanceof ProviderUnavailable && !error.may_have_acted)
      await move(base, sending, { to: 'held', type: 'payout.not_sent' });
    throw error;
  }
}

/** Puts a payout, which is not decided, into another status. @returns whether it was in one that allows that */
export function move(
  base: ScopedContext,
  { id }: PayoutRow,
  { to, type }: { to: PayoutStatus; type: string },
): Promise<boolean> {
  return inTransaction(base, async (unit) => {
    const now = unit.scope.clock.now();
    const [moved] = await changeStatus(unit.trx, { id, from: statusesBefore(to), to, now });
    if (moved) await recordPayoutEvent(unit, { payout_id: id, type, from: moved.from, to, cause: 'poll' });
    return moved !== undefined;
  });
}

/** Stores what the provider said, and ends the payout where that is the end. */
export async function applyAnswer(
  base: ScopedContext,
  { id }: PayoutRow,
  { status, remember = {}, ...answer }: ProviderPayout,
  cause: PayoutCause,
): Promise<void> {
  const { db } = base.ctx;
  const { provider_txn_id = null, failure_code, failure_message } = answer;
  const fee_minor = feeInMinor(answer.fee);
  await savePayoutAnswer(db, { id, added: toJson(remember), provider_txn_id, fee_minor });
  if (status === 'pending') return;
  const decided = await decide(db, id, { outcome: status, ...given({ failure_code, failure_message }) });
  // Otherwise somebody else has decided meanwhile, and concludes it.
  if (decided) await conclude(base, decided, cause);
}
