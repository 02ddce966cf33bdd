/**
 * The pace at which deliveries go to one endpoint: each starts once the one before it was answered, so that they arrive in
 * order and share one kept connection. A slow endpoint gets the next one on another connection meanwhile.
 */
import { setTimeout } from 'node:timers/promises';

export interface Pace {
  /** Concurrent attempts. */
  max_under_way: number;
  /** Milliseconds to wait for an answer before the next attempt starts beside it. */
  next_after_ms: number;
  /** Checked before each start. */
  isOver: () => boolean;
}

/**
 * Starts them in order until `isOver`, and waits for all that were started.
 * @throws the error of the first that failed, once all have ended
 */
export async function sendInOrder<Item>(
  items: readonly Item[],
  { max_under_way, next_after_ms, isOver }: Pace,
  send: (item: Item) => Promise<void>,
): Promise<void> {
  const all: Promise<void>[] = [];
  const under_way = new Set<Promise<void>>();
  let latest: Promise<void> | null = null;
  for (const item of items) {
    if (latest !== null) await Promise.race([latest, setTimeout(next_after_ms, undefined, { ref: false })]);
    while (under_way.size >= max_under_way) await Promise.race(under_way);
    if (isOver()) break;
    const sending = send(item);
    const ended = sending.then(ignore, ignore);
    all.push(sending);
    under_way.add(ended);
    void ended.then(() => under_way.delete(ended));
    latest = ended;
  }
  const results = await Promise.allSettled(all);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

function ignore(): void {}
