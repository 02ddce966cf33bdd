/**
 * What the stand-ins of all providers share: an HTTP server on loopback that records what it is sent, faults that are
 * switched on one by one, and callbacks. A stand-in checks what it is sent the way its provider does, with
 * nothing of our adapter in it.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';

/** The same address with another token: the last character of an address is one of its token. */
export function withWrongToken(url: string): string {
  return `${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`;
}

/** Those of the call that collects a payment, unless it says otherwise. */
export interface Faults {
  /** The call has its effect, but its answer is never sent. */
  drop_response: boolean;
  /** The answer comes that late, in milliseconds. */
  delay_ms: number;
  /** What becomes of the answers to all other calls, which have their effect: `late` ones come so much later. */
  other_answers: 'sent' | 'dropped' | { late_ms: number };
  /** Any call is answered 500, without effect, so many times. */
  errors_500: number;
  /** Any call is answered 429, without effect, so many times. */
  errors_429: number;
  /** 500 after the call had its effect, so many times. */
  errors_500_after: number;
  callback: 'once' | 'twice' | 'never' | 'before_answer';
  /** Callbacks, or the status, tell of another amount: decimal text. */
  callback_amount: string | null;
  status_amount: string | null;
  callback_signature: 'right' | 'wrong';
  /** The access tokens handed out so far are refused once more each: 401 without effect. */
  tokens_expired: boolean;
  /** The answer is no JSON. */
  unreadable: boolean;
  /** The answer is an object without fields. */
  says_nothing: boolean;
  /** Credentials are refused with a status alone, beside a page for people. */
  bare_refusals: boolean;
  /** The answer sends us elsewhere. */
  redirect_to: string | null;
}

export const NO_FAULTS: Faults = {
  drop_response: false,
  delay_ms: 0,
  other_answers: 'sent',
  errors_500: 0,
  errors_429: 0,
  errors_500_after: 0,
  callback: 'once',
  callback_amount: null,
  status_amount: null,
  callback_signature: 'right',
  tokens_expired: false,
  unreadable: false,
  says_nothing: false,
  bare_refusals: false,
  redirect_to: null,
};

export type Fields = Record<string, unknown>;

export interface Received {
  method: string;
  /** Behind the base URL, or the whole path of what lies elsewhere; with the query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** As it came, so that the spelling of numbers can be looked at. */
  text: string;
  /** Of JSON and forms; empty otherwise. */
  body: Fields;
}

export interface Answer {
  status?: number;
  /** The connection is closed instead. */
  dropped?: true;
  /** Sent as JSON; left out: an empty answer. */
  body?: unknown;
}

/** How a payment ends at the provider; any other word is a status of the provider's own. */
export type Ending = 'paid' | 'failed' | (string & {});

/** @param More the provider's own switches */
export abstract class StandIn<More extends object = object> {
  /** What a project configures to use it. */
  abstract readonly credentials: Record<string, string>;
  /** In the path, before what the provider's own addresses begin with. */
  protected readonly prefix: string = '';
  /** Where the provider has calls made with access tokens. */
  protected readonly tokens = new Tokens();
  readonly received: Received[] = [];
  /** What our callbacks were answered. */
  readonly callback_answers: number[] = [];
  /** What was wrong with what we were sent. */
  readonly complaints: string[] = [];
  faults: Faults & More;
  base_url = '';
  readonly #no_faults: Faults & More;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  constructor(more: More) {
    this.#no_faults = { ...NO_FAULTS, ...more };
    this.faults = { ...this.#no_faults };
  }

  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => {
        this.base_url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.prefix}`;
        resolve();
      });
    });
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => void this.#server.close(() => resolve()));
  }

  /** Everything as if nobody had called yet. */
  reset(faults: Partial<Faults & More> = {}): void {
    this.faults = { ...this.#no_faults, ...faults };
    this.received.length = 0;
    this.callback_answers.length = 0;
    this.complaints.length = 0;
    this.forget();
  }

  /** Calls whose path begins so. */
  calls(path: string): Received[] {
    return this.received.filter((each) => each.path.startsWith(path));
  }

  /** Requests to collect this payment that had an effect: never more than one. */
  abstract charges(payment_id: string): number;

  /** The payer acts, or the payment ends otherwise; callbacks follow as the faults say. */
  async settle(payment_id: string, ending: Ending = 'paid'): Promise<void> {
    this.end(payment_id, ending);
    const times = { once: 1, twice: 2, never: 0, before_answer: 0 }[this.faults.callback];
    for (let i = 0; i < times; i++) await this.callBack(payment_id);
  }

  /** Calls back about the payment as it stands. */
  async callBack(payment_id: string): Promise<number> {
    const { url, method = 'POST', headers = {}, body } = this.callbackOf(payment_id);
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    await response.arrayBuffer();
    this.callback_answers.push(response.status);
    return response.status;
  }

  /** Forgets all payments, and whatever else a subclass keeps. */
  protected abstract forget(): void;
  protected abstract end(payment_id: string, ending: Ending): void;
  protected abstract callbackOf(payment_id: string): {
    url: string;
    method?: string;
    headers?: Record<string, string>;
    body?: string;
  };
  /** What this call asks to collect, or null when it asks for something else. */
  protected abstract paymentCollectedBy(received: Received): string | null;
  /** Checks a call and carries it out. */
  protected abstract act(received: Received): Answer;

  /** To be called with what is wrong. @returns it */
  protected complain(problem: string): string {
    this.complaints.push(problem);
    return problem;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readAll(request);
    const { url = '' } = request;
    const path = url.startsWith(this.prefix) ? url.slice(this.prefix.length) : url;
    const { method = '', headers } = request;
    const received: Received = { method, path, headers, text, body: fieldsOf(headers, text) };
    this.received.push(received);
    const { faults } = this;
    if (faults.errors_500 > 0) {
      faults.errors_500--;
      return send(response, { status: 500, body: { message: 'internal' } });
    }
    if (faults.errors_429 > 0) {
      faults.errors_429--;
      return send(response, { status: 429, body: { message: 'too many requests' } });
    }
    const answer = this.act(received);
    if (answer.dropped) return void request.socket.destroy();
    if (faults.bare_refusals && (answer.status === 401 || answer.status === 403))
      return sendPage(response, answer.status);
    const payment_id = this.paymentCollectedBy(received);
    if (payment_id === null) return this.#sendOther(request, response, answer);
    if (faults.callback === 'before_answer' && this.charges(payment_id) > 0) {
      this.end(payment_id, 'paid');
      await this.callBack(payment_id);
    }
    if (faults.delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, faults.delay_ms));
    if (faults.drop_response) return void request.socket.destroy();
    if (faults.errors_500_after > 0) {
      faults.errors_500_after--;
      return send(response, { status: 500, body: { message: 'internal' } });
    }
    if (faults.redirect_to) return void response.writeHead(307, { location: faults.redirect_to }).end();
    if (faults.unreadable) return sendPage(response, 200);
    if (faults.says_nothing) return send(response, { body: {} });
    return send(response, answer);
  }

  async #sendOther(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
    const { other_answers } = this.faults;
    if (other_answers === 'dropped') return void request.socket.destroy();
    if (other_answers !== 'sent') await new Promise((resolve) => setTimeout(resolve, other_answers.late_ms));
    send(response, answer);
  }
}

/** Access tokens that a stand-in hands out. */
export class Tokens {
  #valid = new Set<string>();
  #made = 0;

  make(prefix = ''): string {
    const token = `${prefix}stand-in-token-${++this.#made}`;
    this.#valid.add(token);
    return token;
  }

  /** @param faults whose `tokens_expired` ends all that there are, once */
  accepts(token: string, faults: Faults): boolean {
    if (faults.tokens_expired) {
      faults.tokens_expired = false;
      this.#valid.clear();
    }
    return this.#valid.has(token);
  }
}

function send(response: ServerResponse, { status = 200, body }: Answer): void {
  if (body === undefined) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendPage(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<html>busy</html>');
}

function fieldsOf(headers: IncomingHttpHeaders, text: string): Fields {
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Fields) : {};
  } catch {
    return {};
  }
}
