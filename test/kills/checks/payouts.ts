/** Compares how payouts ended with what providers sent: each was paid once, with its amount, or not at all. */
import type { Reply } from '../caller.ts';
import type { Place } from '../place.ts';
import { isPaidBySandbox, type PaidOut, type Provider } from '../providers.ts';
import { PAYOUTS } from '../flows/payouts.ts';

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
      return payouts ? providerDifferences(name, own, payouts.made()) : [];
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

function providerDifferences(name: string, own: readonly Stored[], made: readonly PaidOut[]): string[] {
  const sent = new Map<string, PaidOut[]>();
  for (const each of made) sent.set(each.payout_id, [...(sent.get(each.payout_id) ?? []), each]);
  const known = new Set(own.map(({ id }) => id));
  const sums = {
    books: sum(own.filter(({ status }) => status === 'succeeded')),
    provider: sum(made),
  };
  return [
    ...[...sent.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `${name} sent ${id}, which nobody asked for`),
    ...own.flatMap(({ id, status, amount_minor }) => {
      const paid = sent.get(id) ?? [];
      if (paid.length !== (status === 'succeeded' ? 1 : 0))
        return [`payout ${id} is ${status}, but ${name} sent it ${paid.length} times`];
      return paid
        .filter((each) => each.amount_minor !== amount_minor)
        .map((each) => `payout ${id} is of ${amount_minor}, but ${name} sent ${each.amount_minor}`);
    }),
    ...(sums.books === sums.provider ? [] : [`${name} sent ${sums.provider}, the books say ${sums.books}`]),
  ];
}

function sum(amounts: readonly { amount_minor: number }[]): number {
  return amounts.reduce((total, { amount_minor }) => total + amount_minor, 0);
}
