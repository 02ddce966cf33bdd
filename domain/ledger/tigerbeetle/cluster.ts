/**
 * The client of the cluster. It never gives up by itself, so every call has a deadline; after one passed the outcome is
 * unknown, and the caller repeats the same ids. Requests are cut to the size that the cluster takes.
 */
import { createClient, type Client } from 'tigerbeetle-node';
import { withDeadline } from '../../../core/deadline.ts';
import { unavailable } from '../../../core/errors.ts';

/** Longest wait for the cluster; then the request is answered with 503. */
export const DEADLINE_MS = 10_000;
/** Events that one request may carry, in production and on a server started with --development. */
export const MAX_EVENTS = 8_189;
const MAX_EVENTS_DEVELOPMENT = 253;

export class Cluster {
  readonly client: Client;
  private readonly deadline_ms: number;
  private max_events = MAX_EVENTS;

  /** @param addresses of the cluster's replicas, `host:port` or `port` */
  constructor(addresses: string[], deadline_ms: number) {
    this.client = createClient({ cluster_id: 0n, replica_addresses: addresses });
    this.deadline_ms = deadline_ms;
  }

  /** @throws AppError SERVICE_UNAVAILABLE after the deadline; what was requested may still happen */
  async within<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await withDeadline(work, this.deadline_ms, () => {
        throw unavailable('ledger');
      });
    } catch (error) {
      // The client was closed, or the cluster has evicted it.
      const { code } = error as { code?: string };
      throw code?.startsWith('ERR_CLIENT_') ? unavailable('ledger', error) : error;
    }
  }

  /**
   * Sends events in parts that the cluster takes; chains (runs of linked events) stay together.
   * @throws when a chain is longer than a part: cut, its end would be booked without its beginning
   */
  async inParts<Event, Result>(
    events: Event[],
    send: (part: Event[]) => Promise<Result[]>,
    isLinked: (event: Event) => boolean = () => false,
  ): Promise<Result[]> {
    const results: Result[] = [];
    for (let at = 0; at < events.length;) {
      let end = Math.min(at + this.max_events, events.length);
      while (end > at && isLinked(events[end - 1] as Event)) end--;
      if (end === at) throw new Error(`the cluster takes no chain of more than ${this.max_events} transfers`);
      try {
        results.push(...(await this.within(send(events.slice(at, end)))));
        at = end;
      } catch (error) {
        const isTooLarge = (error as { code?: string }).code === 'ERR_TOO_MUCH_DATA';
        if (!isTooLarge || this.max_events === MAX_EVENTS_DEVELOPMENT) throw error;
        this.max_events = MAX_EVENTS_DEVELOPMENT;
      }
    }
    return results;
  }
}
