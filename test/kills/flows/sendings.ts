/** Savings that are sent to the members' phones. How each ended is seen later: a payout may take long. */
import type { Cooperative, Sending } from '../cooperative.ts';
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

/** Those that have been paid before a moment of the test clock, at which nothing can be booked any more. */
export async function countSentBefore(sacco: Cooperative, moment: string): Promise<void> {
  const under_way: Sending[] = [];
  for (const sending of sacco.sendings) {
    const { status, posted_at } = await sacco.place.get(`/api/v1/sacco/entries/${sending.entry_id}`);
    if (status === 'posted' && posted_at < moment) await countSending(sacco, sending);
    else under_way.push(sending);
  }
  sacco.sendings = under_way;
}

/** Waits until each has ended. */
export async function countSendings(sacco: Cooperative): Promise<void> {
  for (const sending of sacco.sendings) await countSending(sacco, sending);
  sacco.sendings = [];
}

async function countSending(
  sacco: Cooperative,
  { entry_id, approval_id, member, amount }: Sending,
): Promise<void> {
  if ((await sacco.endingOf(entry_id, approval_id)) === 'posted')
    sacco.both('provider_clearing', `savings ${member.id}`, -amount);
}
