/** For how long somebody served. */

/** In milliseconds since 1970; the end is Infinity while it lasts. */
export type Span = readonly [from: number, to: number];

/** The part of the time between `from` and `to` in which at least one of the spans was under way. */
export function servedBetween(from: number, to: number, spans: readonly Span[]): number {
  let served = 0;
  let reached = from;
  for (const [begin, end] of spans.toSorted(([a], [b]) => a - b)) {
    const [first, last] = [Math.max(begin, reached), Math.min(end, to)];
    if (last <= first) continue;
    served += last - first;
    reached = last;
  }
  return served;
}
