/** Messages to members, beside what their sender was given. */

/** What a sender of SMS took. */
export interface TakenMessage {
  to: string;
  text: string;
}

/** A message as a list of the service shows it, when nothing is left to do. */
export interface StoredMessage extends TakenMessage {
  id: string;
  entry_id: string | null;
  status: string;
  error: string | null;
}

/** `suppressed`: what was said is true no more: it was reversed, paid, asked anew or decided meanwhile. */
const ENDED: ReadonlySet<string> = new Set(['delivered', 'suppressed']);

/**
 * What was sent was taken once, and what was suppressed never. Where an answer was lost it was taken once at most, which its text
 * tells: messages about movements have texts that no other has.
 * @param told ids of the movements that must have been told, each once
 * @returns a sentence for each difference
 */
export function compareMessages(
  stored: readonly StoredMessage[],
  taken: readonly TakenMessage[],
  told: readonly string[],
): string[] {
  const texts = new Map<string, { taken: number; sent: number; unclear: number }>();
  const countOf = ({ to, text }: TakenMessage) => {
    const key = `${to}: ${text}`;
    const count = texts.get(key) ?? { taken: 0, sent: 0, unclear: 0 };
    texts.set(key, count);
    return count;
  };
  for (const each of taken) countOf(each).taken += 1;
  for (const each of stored)
    if (each.status === 'delivered') countOf(each).sent += 1;
    else if (each.error === 'outcome_unknown') countOf(each).unclear += 1;
  return [
    ...stored
      .filter(({ status, error }) => !ENDED.has(status) && error !== 'outcome_unknown')
      .map(({ id, status, error }) => `message ${id} is ${status}, ${error}`),
    ...[...texts]
      .filter(([, count]) => count.taken < count.sent || count.taken > count.sent + count.unclear)
      .map(
        ([key, count]) =>
          `"${key}" was taken ${count.taken} times, of ${count.sent} sent and ${count.unclear} without an answer`,
      ),
    ...untold(stored, told),
  ];
}

function untold(stored: readonly StoredMessage[], told: readonly string[]): string[] {
  const times = new Map<string | null, number>();
  for (const { entry_id } of stored) times.set(entry_id, (times.get(entry_id) ?? 0) + 1);
  return told
    .filter((id) => times.get(id) !== 1)
    .map((id) => `entry ${id} was told ${times.get(id) ?? 0} times`);
}
