/** Savings that are sent to the members' phones. How each ended is seen when all payouts have ended. */
import type { Cooperative } from '../cooperative.ts';
import type { Flow } from './flow.ts';
import { switchFlow } from './payouts.ts';
import { anyone, MEMBERS, someVerb } from './savings.ts';

export const SENDING_FLOWS: Flow<Cooperative>[] = [
  { name: 'mobile withdrawal', share: 5, run: sendToPhone },
  switchFlow('sandbox', 'mpesa'),
];

async function sendToPhone(sacco: Cooperative): Promise<void> {
  const { place } = sacco;
  const member = anyone(sacco);
  // Whole units, which every provider takes.
  const amount_minor = 100 * (1 + place.random.below(400));
  const provider = place.random.pick(['sandbox', 'sandbox', 'mpesa']);
  const entry = await place.ask({
    flow: 'mobile withdrawal',
    as: 'maker',
    path: `${MEMBERS}/${member.id}/withdrawals`,
    body: (token) => ({ amount_minor, to: 'mobile', provider, memo: token, idempotency_key: token }),
    refusals: ['payouts_disabled'],
  });
  if (!entry) return;
  const { id: entry_id, approval_id } = entry;
  if (approval_id) await place.decide(approval_id, someVerb(sacco));
  sacco.sendings.push({ entry_id, approval_id, member, amount: BigInt(amount_minor) });
}
