/** Which webhook events must arrive, and in which order. */

export interface Arrival {
  /** `<type> <id of the resource>`. */
  event: string;
  webhook_id: string;
}

export class ExpectedEvents {
  readonly #all = new Set<string>();
  readonly #pairs: [earlier: string, later: string][] = [];

  /** Each event must arrive, and before the next of the chain. @param chain type and id of the resource */
  add(...chain: [type: string, id: string][]): void {
    const events = chain.map(([type, id]) => `${type} ${id}`);
    for (const event of events) this.#all.add(event);
    for (const [i, later] of events.slice(1).entries()) this.#pairs.push([events[i] as string, later]);
  }

  get count(): number {
    return this.#all.size;
  }

  all(): ReadonlySet<string> {
    return this.#all;
  }

  /**
   * Every expected event arrives at least once, under one webhook-id, and first before the first of any later one.
   * @param overtaken webhook-ids that later events may overtake, because an attempt to deliver them failed
   */
  compare(arrivals: readonly Arrival[], overtaken: ReadonlySet<string> = new Set()): EventDifferences {
    const first = new Map<string, { place: number; webhook_ids: Set<string> }>();
    for (const [place, { event, webhook_id }] of arrivals.entries()) {
      const known = first.get(event);
      if (known) known.webhook_ids.add(webhook_id);
      else first.set(event, { place, webhook_ids: new Set([webhook_id]) });
    }
    const lost = [...this.#all].filter((event) => !first.has(event));
    const doubled = [...this.#all].filter((event) => (first.get(event)?.webhook_ids.size ?? 0) > 1);
    const disordered = this.#pairs.filter(([earlier, later]) => {
      const [a, b] = [first.get(earlier), first.get(later)];
      return a && b && a.place > b.place && ![...a.webhook_ids].some((id) => overtaken.has(id));
    });
    return { lost, doubled, disordered: disordered.map(([a, b]) => `${b} arrived before ${a}`) };
  }
}

export interface EventDifferences {
  lost: string[];
  doubled: string[];
  disordered: string[];
}
