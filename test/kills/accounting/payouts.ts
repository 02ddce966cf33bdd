/** What a provider has sent, beside what the service says that it has. In minor units. */

/** What a provider sent, under our id. */
export interface PaidOut {
  payout_id: string;
  amount_minor: number;
}

/** A payout by this provider as a list of the service shows it. */
export interface StoredPayout {
  id: string;
  status: string;
  amount_minor: number;
}

/** One that succeeded was sent once, with its amount, and no other was. @returns a sentence for each difference */
export function comparePayouts(
  provider: string,
  stored: readonly StoredPayout[],
  made: readonly PaidOut[],
): string[] {
  const sent = new Map<string, PaidOut[]>();
  for (const each of made) sent.set(each.payout_id, [...(sent.get(each.payout_id) ?? []), each]);
  const differences = stored.flatMap(({ id, status, amount_minor }) => {
    const paid = sent.get(id) ?? [];
    sent.delete(id);
    if (paid.length !== (status === 'succeeded' ? 1 : 0))
      return [`payout ${id} is ${status}, but ${provider} sent it ${paid.length} times`];
    return paid
      .filter((each) => each.amount_minor !== amount_minor)
      .map((each) => `payout ${id} is of ${amount_minor}, but ${provider} sent ${each.amount_minor}`);
  });
  const unknown = [...sent.keys()].map((id) => `${provider} sent ${id}, which nobody asked for`);
  const [books, outside] = [sum(stored.filter(({ status }) => status === 'succeeded')), sum(made)];
  const sums = books === outside ? [] : [`${provider} sent ${outside}, and the books say ${books}`];
  return [...differences, ...unknown, ...sums];
}

function sum(amounts: readonly { amount_minor: number }[]): number {
  return amounts.reduce((total, { amount_minor }) => total + amount_minor, 0);
}
