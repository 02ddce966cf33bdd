/**
 * A provider that calls about a payout which has ended is asked once more. Nothing is undone: where it says otherwise, a person must
 * know, because what it paid is missing in the books, or what they say was paid did not arrive.
 */
import { toJson } from '../../../core/json.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import { isOutOfReach } from '../providers/configuration/provider-configs.ts';
import type { ProviderPayout } from '../providers/payout.port.ts';
import { Payout, type PayoutRow } from './payout.model.ts';
import { savePayoutAnswer } from './payout.sql.ts';
import { orderOf } from './payout.ts';
import { loadProvided } from './send-payout.ts';
import { PayoutEvent } from './timeline/payout-event.model.ts';
import { recordPayoutEvent } from './timeline/payout-event.ts';

/** In the timeline, once. */
const CONTRADICTED = 'payout.contradicted';

export async function compareEnd(base: ScopedContext, payout: PayoutRow): Promise<void> {
  const { db, log } = base.ctx;
  const { id, provider, status } = payout;
  const claimed = await Payout.query(db)
    .where({ id })
    .whereNotNull('next_attempt_at')
    .patch({ next_attempt_at: null });
  if (claimed === 0) return;
  const said = await ask(base, payout).catch((error: unknown) => {
    if (!isOutOfReach(error)) throw error;
    log.warn({ payout_id: id, provider, err: error }, 'provider did not answer about a payout that has ended');
    return null;
  });
  if (!said) return;
  const added = toJson(said.remember ?? {});
  await savePayoutAnswer(db, { id, added, provider_txn_id: null, fee_minor: null });
  if (said.status === 'pending' || said.status === status) return;
  // It was never paid, which is how it ended.
  if (said.status === 'failed' && status === 'cancelled') return;
  log.error({ payout_id: id, provider, status, said: said.status }, 'a provider contradicts how a payout ended');
  await recordOnce(base, payout, said);
}

async function ask(base: ScopedContext, payout: PayoutRow): Promise<ProviderPayout | null> {
  const { payouts, setup } = await loadProvided(base, payout);
  return payouts.fetch(orderOf(payout), setup);
}

function recordOnce(base: ScopedContext, { id, status }: PayoutRow, said: ProviderPayout): Promise<void> {
  return inTransaction(base, async (unit) => {
    await Payout.query(unit.trx).where({ id }).forNoKeyUpdate();
    const earlier = await PayoutEvent.query(unit.trx).where({ payout_id: id, type: CONTRADICTED }).first();
    if (earlier) return;
    const { provider_txn_id = null } = said;
    await recordPayoutEvent(unit, {
      payout_id: id,
      type: CONTRADICTED,
      cause: 'poll',
      details: { status, provider_says: said.status, provider_txn_id },
    });
  });
}
