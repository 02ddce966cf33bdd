/** Compares how payouts ended with what providers sent: each was paid once, with its amount, or not at all. */
import { comparePayouts } from '../accounting/payouts.ts';
import type { Reply } from '../caller.ts';
import { PAYOUTS } from '../flows/payouts.ts';
import type { Place } from '../place.ts';
import { isPaidBySandbox, type Provider } from '../providers.ts';

type Stored = Reply['body'];

/** Of all projects together, as a provider does not know which of them has asked. */
export async function checkPayouts(
  places: readonly Place[],
  providers: readonly Provider[],
): Promise<string[]> {
  const stored: Stored[] = [];
  for (const place of places) stored.push(...(await place.list(PAYOUTS, 'payouts')));
  return [
    ...stored
      .filter(({ completed_at }) => completed_at === null)
      .map(({ id, status }) => `payout ${id} is ${status} still`),
    ...stored.flatMap((payout) => sandboxDifference(payout)),
    ...providers.flatMap(({ name, payouts }) => {
      const own = stored.filter(({ provider }) => provider === name);
      return payouts ? comparePayouts(name, own, payouts.made()) : [];
    }),
  ];
}

/** What the sandbox does with a payout follows from the phone. */
function sandboxDifference({ id, provider, status, failure_code, to }: Stored): string[] {
  if (provider !== 'sandbox' || status === 'cancelled' || failure_code?.startsWith('insufficient_'))
    return [];
  const expected = isPaidBySandbox(to.phone) ? 'succeeded' : 'failed';
  return status === expected ? [] : [`payout ${id} of the sandbox is ${status}, expected ${expected}`];
}
