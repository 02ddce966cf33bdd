/** Which webhook events must arrive, and in which order. */

export interface Arrival {
  /** `<type> <id of the resource>`. */
  event: string;
  webhook_id: string;
  at_ms: number;
  /** Names the connection on which it was pushed; null when it was polled. */
  connection: string | null;
}

/** What explains that a later event arrived first. */
interface Overtaking {
  /** webhook-ids that later events may overtake, because an attempt to deliver them failed. */
  failed: ReadonlySet<string>;
  /** When processes that deliver ended. An attempt that ended with its process is not recorded. */
  ended_ms: readonly number[];
}

/** A delivery whose process ended is taken up again after more than this: its lease has to lapse. */
const TAKEN_UP_AGAIN_MS = 5_000;
/** Attempts that begin at the same time are answered, or given up, within this. */
const UNDER_WAY_MS = 10_000;
/** A receiver that has not answered for 50 ms gets the next event on another connection, and may read that first. */
const READ_TOGETHER_MS = 1_000;

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
   * Every expected event arrives at least once, under one webhook-id, and first before the first of any later one, unless it was
   * overtaken. Without `overtaking` none may be.
   */
  compare(arrivals: readonly Arrival[], overtaking?: Overtaking): EventDifferences {
    const first = new Map<string, First>();
    for (const [place, { event, webhook_id, at_ms, connection }] of arrivals.entries()) {
      const known = first.get(event);
      if (known) known.webhook_ids.add(webhook_id);
      else first.set(event, { place, at_ms, connection, webhook_ids: new Set([webhook_id]) });
    }
    const lost = [...this.#all].filter((event) => !first.has(event));
    const doubled = [...this.#all].filter((event) => (first.get(event)?.webhook_ids.size ?? 0) > 1);
    const disordered = this.#pairs.filter(([earlier, later]) => {
      const [a, b] = [first.get(earlier), first.get(later)];
      return a && b && a.place > b.place && !(overtaking && wasOvertaken(a, b, overtaking));
    });
    return { lost, doubled, disordered: disordered.map(([a, b]) => `${b} arrived before ${a}`) };
  }
}

/** An event's first arrival. */
interface First {
  place: number;
  at_ms: number;
  connection: string | null;
  webhook_ids: Set<string>;
}

function wasOvertaken(earlier: First, later: First, { failed, ended_ms }: Overtaking): boolean {
  if ([...earlier.webhook_ids].some((id) => failed.has(id))) return true;
  const behind_ms = earlier.at_ms - later.at_ms;
  if (behind_ms < READ_TOGETHER_MS && earlier.connection !== later.connection) return true;
  const [from, to] = [later.at_ms - UNDER_WAY_MS, earlier.at_ms];
  return behind_ms > TAKEN_UP_AGAIN_MS && ended_ms.some((ended) => ended > from && ended < to);
}

export interface EventDifferences {
  lost: string[];
  doubled: string[];
  disordered: string[];
}
