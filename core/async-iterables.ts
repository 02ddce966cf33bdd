/** Helpers for async iterables. */

/** Yields each item mapped, lazily. */
export async function* mapEach<From, To>(
  all: AsyncIterable<From>,
  map: (each: From) => To,
): AsyncGenerator<To, void, undefined> {
  for await (const each of all) yield map(each);
}

/** Collects all items into an array: only where they fit into memory. */
export async function collect<Each>(all: AsyncIterable<Each>): Promise<Each[]> {
  const found: Each[] = [];
  for await (const each of all) found.push(each);
  return found;
}
