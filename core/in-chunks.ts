/** Long computations in pieces, between which the process answers others. */
import { setImmediate } from 'node:timers/promises';

const PER_CHUNK = 500;

/** The same as `items.map(work)`. */
export async function mapInChunks<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += PER_CHUNK) {
    items.slice(at, at + PER_CHUNK).forEach((item, i) => results.push(work(item, at + i)));
    await setImmediate();
  }
  return results;
}
