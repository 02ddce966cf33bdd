/** The merchants' end of webhooks: takes what is pushed, and polls. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook as Signed } from 'standardwebhooks';
import type { Arrival } from './accounting/events.ts';
import type { Place } from './place.ts';

interface Sent {
  type: string;
  data: Record<string, string>;
}

/** A pledge has no id: what is said about its consent is told apart by when the asking expires, or by what was decided. */
function subjectOf({ type, data }: Sent): string | undefined {
  if (!type.startsWith('guarantor.')) return data['id'] ?? data['payment_id'];
  const about = type === CONSENT_REQUESTED ? 'expires_at' : 'status';
  return [data['loan_id'], data['member_id'], data[about]].join(' ');
}

function arrivalOf(sent: Sent, webhook_id: string, connection: string | null): Arrival {
  return { event: `${sent.type} ${subjectOf(sent)}`, webhook_id, at_ms: Date.now(), connection };
}

const CONSENT_REQUESTED = 'guarantor.consent_requested';
/** In every link for a guarantor. */
const TOKEN = 'ush_consent_';

export interface ConsentRequest {
  link: string;
  code: string;
}

export class Receiver {
  /** Requests that were not signed as they should be. */
  readonly faults: string[] = [];
  readonly #requests = new Map<string, ConsentRequest>();
  readonly #arrivals = new Map<string, Arrival[]>();
  readonly #secrets = new Map<string, string>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#take(request).then(
        () => response.writeHead(204).end(),
        () => response.destroy(),
      );
    });
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** @param name of the place, which is the path of its endpoint */
  expect(name: string, secret: string): void {
    this.#secrets.set(name, secret);
  }

  arrivalsOf(name: string): Arrival[] {
    return this.#arrivals.get(name) ?? [];
  }

  /** What a guarantor is sent; null until it has come. @param subject loan, member and when the asking expires */
  consentRequest(subject: string): ConsentRequest | null {
    return this.#requests.get(subject) ?? null;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage): Promise<void> {
    const connection = String(request.socket.remotePort);
    const body = await text(request);
    const name = request.url?.slice(1) ?? '';
    const secret = this.#secrets.get(name);
    if (secret === undefined) throw new Error(`no endpoint is at ${name}`);
    const headers = request.headers as Record<string, string>;
    let sent: Sent;
    try {
      sent = new Signed(secret).verify(body, headers) as Sent;
    } catch (error) {
      this.faults.push(`webhook: ${String(error)}: ${body}`);
      throw error;
    }
    const arrivals = this.#arrivals.get(name) ?? [];
    this.#arrivals.set(name, arrivals);
    arrivals.push(arrivalOf(sent, headers['webhook-id'] ?? '', connection));
    const { link = '', code = '' } = sent.data;
    if (sent.type === CONSENT_REQUESTED) this.#requests.set(subjectOf(sent) as string, { link, code });
  }
}

interface Polled {
  events: (Sent & { id: string })[];
  next_after: string;
}

const POLL_PAUSE_MS = 500;

/** Follows `next_after`, which brings every event once. */
export class Poller {
  readonly arrivals: Arrival[] = [];
  readonly faults: string[] = [];
  readonly #place: Place;
  readonly #path: string;
  #after: string | null = null;
  #open = true;
  #polling: Promise<void>;

  constructor(place: Place, endpoint_id: string) {
    this.#place = place;
    this.#path = `/api/v1/webhook-endpoints/${endpoint_id}/events`;
    this.#polling = this.#poll();
  }

  async #poll(): Promise<void> {
    while (this.#open) {
      if ((await this.#next()) === 0) await delay(POLL_PAUSE_MS);
    }
  }

  /** @returns how many events came */
  async #next(): Promise<number> {
    const path = this.#after === null ? this.#path : `${this.#path}?after=${this.#after}`;
    const reply = await this.#place.send('GET', path);
    if (reply.status !== 200) {
      this.faults.push(`GET ${path} was answered ${reply.status}: ${reply.text}`);
      return 0;
    }
    if (reply.text.includes(TOKEN)) this.faults.push(`GET ${path} was answered a link for a guarantor`);
    const { events, next_after } = reply.body as Polled;
    this.#after = next_after;
    this.arrivals.push(...events.map((event) => arrivalOf(event, event.id, null)));
    return events.length;
  }

  /** Takes what is still there. */
  async close(): Promise<void> {
    this.#open = false;
    await this.#polling;
    while ((await this.#next()) > 0);
  }
}
