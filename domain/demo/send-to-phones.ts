/** Withdrawals that a provider sends to the phones of members: most arrive, and one is held while a person is to pay it by hand. */
import { requestBanking } from '../banks/index.ts';
import { withdraw } from '../members/index.ts';
import { payouts } from '../payments/index.ts';
import { approveAs, attempt, units, type Filling } from './filling.ts';
import { BANK_CODE } from './found-sacco.ts';

const SENT = 4;
const FLOAT = units(30_000);

/** @param members ids, in their order */
export async function sendToPhones(filling: Filling, members: readonly string[]): Promise<void> {
  const { ctx, caller } = filling;
  await payouts.putSettings(caller, 'manual', {
    enabled: true,
    max_minor: units(50_000),
    daily_max_minor: units(100_000),
    approval_above_minor: null,
  });
  const funded = await requestBanking(caller, {
    direction: 'bank_to_provider',
    account: BANK_CODE,
    reference: 'TT-0907',
    memo: 'Float for withdrawals to phones',
    amount_minor: FLOAT,
    idempotency_key: 'demo-phone-float',
  });
  await approveAs(filling, funded.entry.approval_id);
  for (let no = 0; no <= SENT; no += 1) {
    const sent = await attempt(() =>
      withdraw(caller, members[(no + 5) % members.length] as string, {
        to: 'mobile',
        provider: no < SENT ? 'sandbox' : 'manual',
        amount_minor: units(750 + 250 * no),
        memo: 'Asked for by phone',
        idempotency_key: `demo-phone-${no}`,
      }),
    );
    if (sent?.entry.payout_id) await payouts.process(ctx, sent.entry.payout_id);
  }
}
