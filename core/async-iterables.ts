/** What is done with things that come one after the other. */

/** Each as it becomes, while it is taken. */
export async function* mapEach<From, To>(
  all: AsyncIterable<From>,
  map: (each: From) => To,
): AsyncGenerator<To, void, undefined> {
  for await (const each of all) yield map(each);
}

/** All of them at once: only where they fit into memory. */
export async function collect<Each>(all: AsyncIterable<Each>): Promise<Each[]> {
  const found: Each[] = [];
  for await (const each of all) found.push(each);
  return found;
}
