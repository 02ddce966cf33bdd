/**
 * A provider that calls about a payout which has ended is asked once more. Nothing is undone: where it says otherwise, a person must
 * know, because what it paid is missing in the books, or what they say was paid did not arrive.
 */
import { systemTimeIn } from '../../../../core/clock.ts';
import { toJson } from '../../../../core/json.ts';
import { longestPause_ms } from '../../../platform/attempts.ts';
import { inTransaction, type ScopedContext } from '../../../platform/unit.ts';
import { POLLING } from '../../payment.rules.ts';
import { isOutOfReach } from '../../providers/configuration/provider-configs.ts';
import type { ProviderPayout } from '../../providers/payout.port.ts';
import { Payout, type PayoutRow } from '../payout.model.ts';
import { savePayoutAnswer } from '../payout.sql.ts';
import { orderOf } from '../payout.ts';
import { loadProvided } from '../send-payout.ts';
import { PayoutEvent } from '../timeline/payout-event.model.ts';
import { recordPayoutEvent } from '../timeline/payout-event.ts';

/** In the timeline, once. */
const CONTRADICTED = 'payout.contradicted';

/** May run twice at once. @param payout ended, and due because of a call */
export async function compareEnd(base: ScopedContext, payout: PayoutRow): Promise<void> {
  const { db, log } = base.ctx;
  const { id, provider } = payout;
  let next_attempt_at: Date | null = null;
  try {
    const said = await ask(base, payout);
    if (said) await compare(base, payout, said);
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    log.warn(
      { payout_id: id, provider, err: error },
      'provider did not answer about a payout that has ended',
    );
    next_attempt_at = systemTimeIn(longestPause_ms(POLLING));
  }
  // Another call may have come meanwhile.
  const due = { id, next_attempt_at: payout.next_attempt_at };
  await Payout.query(db).where(due).patch({ next_attempt_at });
}

async function compare(base: ScopedContext, payout: PayoutRow, said: ProviderPayout): Promise<void> {
  const { db, log } = base.ctx;
  const { id, provider, status } = payout;
  const added = toJson(said.remember ?? {});
  await savePayoutAnswer(db, { id, added, provider_txn_id: null, fee_minor: null });
  if (said.status === 'pending' || said.status === status) return;
  // It was never paid, which is how it ended.
  if (said.status === 'failed' && status === 'cancelled') return;
  log.error(
    { payout_id: id, provider, status, said: said.status },
    'a provider contradicts how a payout ended',
  );
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
