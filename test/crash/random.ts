/** Seeded randomness: what failed once can be run again with `SEED=<printed seed>`. */
export interface Random {
  seed: number;
  /** 0..1, 1 excluded. */
  next(): number;
  /** An integer from 0 to below, `below` excluded. */
  below(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** mulberry32; the same seed gives the same sequence for ever. */
export function seededRandom(seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { seed, next, below, pick: (items) => items[below(items.length)] as (typeof items)[number] };
}
