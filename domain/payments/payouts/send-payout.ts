/** Gives a payout to its provider, once, and asks how it ended. */
import { systemNow } from '../../../core/clock.ts';
import { given } from '../../../core/given.ts';
import { toJson } from '../../../core/json.ts';
import { brokenUnique } from '../../../db/faults.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type ScopedContext, type ScopedUnit } from '../../platform/unit.ts';
import { callbackUrl } from '../providers/callback-address.ts';
import { loadProviderSetup } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import type { PayoutSetup, ProviderPayout, ProviderPayouts } from '../providers/payout.port.ts';
import { ProviderUnavailable } from '../providers/provider.port.ts';
import { conclude, decide } from './end-payout.ts';
import { serverUrlOf } from './creation/insert-payout.ts';
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

export interface Provided {
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
 * Sends a payout that is held, or once more one that is being sent and that the provider does not know. That is stored before, so that
 * after a crash it is asked for.
 * @returns what the provider said; null where it may not be sent now: payouts are off, its origin refuses it, it was sent twice, or it
 *   was decided meanwhile
 * @throws ProviderUnavailable: it is held again where it certainly was not sent
 */
export async function send(
  base: ScopedContext,
  payout: PayoutRow,
  { payouts, setup }: Provided,
): Promise<ProviderPayout | null> {
  const sending = await inTransaction(base, (unit) => begin(unit, payout));
  if (!sending) return null;
  if (sending.outcome) {
    await conclude(base, sending);
    return null;
  }
  try {
    return await payouts.send(orderOf(sending), setup);
  } catch (error) {
    // Of what was sent before it is not known whether it acted.
    if (error instanceof ProviderUnavailable && !error.may_have_acted && sending.resent_at === null)
      await move(base, sending, { to: 'held', type: 'payout.not_sent' });
    throw error;
  }
}

/** @returns the payout that is being sent, or that has failed because its origin refuses it; null: nothing is to be sent */
async function begin(unit: ScopedUnit, payout: PayoutRow): Promise<PayoutRow | null> {
  const { ctx, trx, scope } = unit;
  const { id, status } = payout;
  const from = status === 'held' ? 'held' : 'sending';
  const refused = await ctx.payout_origins[payout.origin].refusal?.(unit, payout);
  if (refused) {
    // The provider may still pay what was sent.
    if (from === 'sending') return null;
    const failure = { failure_code: refused.reason ?? null, failure_message: refused.message };
    return decide(trx, id, { outcome: 'failed', outcome_cause: 'poll', ...failure }, ['held']);
  }
  const [started] = await startSending(trx, { id, from, now: scope.clock.now() });
  if (!started) return null;
  const type = from === 'held' ? 'payout.sending' : 'payout.sent_again';
  await recordPayoutEvent(unit, { payout_id: id, type, from, to: 'sending', cause: 'poll' });
  return started;
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
  await saveAnswer(base, { id, added: toJson(remember), provider_txn_id, fee_minor });
  if (status === 'pending') return;
  const details = given({ failure_code, failure_message });
  const decided = await decide(db, id, { outcome: status, outcome_cause: cause, ...details });
  // Otherwise somebody else has decided meanwhile, and concludes it.
  if (decided) await conclude(base, decided);
}

/** An id of the provider belongs to one payout: whoever comes second is told of without it. */
async function saveAnswer(
  { ctx }: ScopedContext,
  answer: Parameters<typeof savePayoutAnswer>[1],
): Promise<void> {
  try {
    await savePayoutAnswer(ctx.db, answer);
  } catch (error) {
    if (brokenUnique(error) !== 'payouts_provider_txn_id_key') throw error;
    const { id: payout_id, provider_txn_id } = answer;
    ctx.log.error(
      { payout_id, provider_txn_id },
      'refused an id of the provider: it belongs to another payout',
    );
    await savePayoutAnswer(ctx.db, { ...answer, provider_txn_id: null });
  }
}
