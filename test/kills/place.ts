/** A project under test: how it is asked, and the script's own accounting of it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../crash/random.ts';
import { Books } from './accounting/books.ts';
import { ExpectedEvents } from './accounting/events.ts';
import { Operations } from './accounting/operations.ts';
import type { Caller, Reply, Request } from './caller.ts';

export type As = 'key' | 'owner' | 'maker' | 'checker';

export type Verb = 'approve' | 'reject' | 'cancel';

export interface Asking {
  /** What the operation is called in the results. */
  flow: string;
  as?: As;
  method?: Request['method'];
  path: string;
  body?: (token: string) => unknown;
  headers?: (token: string) => Record<string, string>;
  /** The token, where it is not to be a new one. */
  token?: string;
  /** The stored resource's id; the body's `id` when left out. */
  idOf?: (reply: Reply) => string | Promise<string>;
  /** Reasons with which the service may refuse it. */
  refusals?: readonly string[];
  /** How a request without a key finds, when it is repeated, what its first attempt has made. */
  taken?: { reasons: readonly string[]; find: () => Promise<string> };
  waits_for_job?: Request['waits_for_job'];
}

/** Longest wait for what the service does by itself, while its processes are killed. */
const PATIENCE_MS = 240_000;

const TRY_PAUSE_MS = 200;

export class Place {
  readonly operations = new Operations();
  readonly books = new Books();
  readonly events = new ExpectedEvents();
  /** What was decided about each approval. */
  readonly decisions = new Map<string, Verb>();
  /** Providers whose payouts a flow turns off and on: another flow would turn them on meanwhile. */
  readonly switching = new Set<string>();
  /** When payouts of a provider were off, in milliseconds since 1970. */
  readonly payouts_off: { provider: string; from_ms: number; to_ms: number }[] = [];
  /** What was seen besides differences. */
  readonly faults: string[] = [];
  readonly caller: Caller;
  readonly random: Random;
  readonly id: string;
  readonly name: string;
  /** Of the webhooks that are pushed. */
  endpoint_id = '';
  readonly #headers: Record<As, Record<string, string>>;
  #numbers = 0;

  constructor(
    name: string,
    id: string,
    caller: Caller,
    random: Random,
    headers: Record<As, Record<string, string>>,
  ) {
    this.name = name;
    this.id = id;
    this.caller = caller;
    this.random = random;
    this.#headers = headers;
  }

  /** @returns a number that nothing else of this project has */
  number(): number {
    return ++this.#numbers;
  }

  /** @returns a name that nothing else has */
  token(flow: string): string {
    return `${this.name}-${flow.replaceAll(/\W+/g, '-')}-${this.number()}`;
  }

  /**
   * Asks for a resource to be made, under one key until it is answered.
   * @returns the answer; null if it was refused for one of the reasons @throws Error on any other answer
   */
  async ask(asking: Asking): Promise<Reply['body']> {
    const { flow, as = 'key', method = 'POST', path, body, headers, refusals = [] } = asking;
    const token = asking.token ?? this.token(flow);
    const operation = this.operations.begin(flow, token);
    const reply = await this.caller.send({
      method,
      path,
      ...(body ? { body: body(token) } : {}),
      headers: { ...this.#headers[as], ...headers?.(token) },
      ...(asking.waits_for_job ? { waits_for_job: true } : {}),
    });
    operation.requests = reply.requests;
    if (reply.status < 400) {
      operation.answer = 'stored';
      operation.id = await (asking.idOf ?? idOf)(reply);
      return reply.body;
    }
    const reason = reply.body?.error?.reason;
    if (reply.requests > 1 && asking.taken?.reasons.includes(reason)) {
      operation.answer = 'stored';
      operation.id = await asking.taken.find();
      return reply.body;
    }
    operation.answer = 'refused';
    if (refusals.includes(reason)) return null;
    throw new Error(`${flow} ${token} was answered ${reply.status}: ${reply.text}`);
  }

  /** Sends a request that has no idempotency key, once. @returns the id; null if nobody answered, whatever became of it */
  async tryOnce(flow: string, path: string, body: (token: string) => unknown): Promise<string | null> {
    const operation = this.operations.begin(flow, this.token(flow));
    operation.requests = 1;
    const request: Request = {
      method: 'POST',
      path,
      body: body(operation.token),
      headers: this.#headers.key,
    };
    const reply = await this.caller.sendOnce(request).catch(() => null);
    if (!reply || reply.status >= 500) {
      await delay(TRY_PAUSE_MS);
      return null;
    }
    if (reply.status >= 400)
      throw new Error(`${flow} ${operation.token} was answered ${reply.status}: ${reply.text}`);
    operation.answer = 'stored';
    operation.id = idOf(reply);
    return operation.id;
  }

  /** A request that makes nothing new, or whose effect is seen elsewhere. */
  async send(
    method: Request['method'],
    path: string,
    body?: unknown,
    as: As = 'key',
    waiting: Pick<Request, 'waits_for_job'> = {},
  ): Promise<Reply> {
    return this.caller.send({ method, path, body, headers: this.#headers[as], ...waiting });
  }

  /** The same. @throws Error unless it succeeds, or is refused for one of the reasons */
  async must(
    method: Request['method'],
    path: string,
    body?: unknown,
    { as = 'key', refusals = [] }: { as?: As; refusals?: readonly string[] } = {},
  ): Promise<Reply['body']> {
    const reply = await this.send(method, path, body, as);
    if (reply.status < 400) return reply.body;
    if (refusals.includes(reply.body?.error?.reason)) return null;
    throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text}`);
  }

  /**
   * Decides about a request; whoever repeats a decision is told that it is decided. To send money is approved once payouts are on.
   */
  async decide(approval_id: string, verb: Verb, waiting: Pick<Request, 'waits_for_job'> = {}): Promise<void> {
    const give_up_at = performance.now() + PATIENCE_MS;
    const path = `/api/v1/approvals/${approval_id}/${verb}`;
    const [body, as] =
      verb === 'cancel' ? [{}, 'maker' as const] : [{ note: 'by the test' }, 'checker' as const];
    for (;;) {
      const reply = await this.send('POST', path, body, as, waiting);
      const reason = reply.body?.error?.reason;
      if (reply.status < 400 || reason === 'already_decided') break;
      if (reason !== 'payouts_disabled' || performance.now() > give_up_at)
        throw new Error(`POST ${path} was answered ${reply.status}: ${reply.text}`);
      await delay(TRY_PAUSE_MS);
    }
    this.decisions.set(approval_id, verb);
    this.events.add(['approval.created', approval_id], ['approval.decided', approval_id]);
  }

  async get(path: string): Promise<Reply['body']> {
    return this.must('GET', path);
  }

  /** All pages of a list. */
  async list(path: string, plural: string, as: As = 'key'): Promise<Reply['body'][]> {
    const all: Reply['body'][] = [];
    let after: string | null = null;
    do {
      const more = `${path.includes('?') ? '&' : '?'}limit=1000${after === null ? '' : `&after=${after}`}`;
      const page: Reply['body'] = await this.must('GET', path + more, undefined, { as });
      all.push(...page[plural]);
      after = page.next_after;
    } while (after !== null);
    return all;
  }

  /** Reads the resource until it is as wanted. @throws Error when it never is */
  async waitFor(path: string, wanted: (body: Reply['body']) => boolean): Promise<Reply['body']> {
    let body: Reply['body'];
    await this.waitUntil(
      () => `${path}: ${JSON.stringify(body)}`,
      async () => {
        body = await this.get(path);
        return wanted(body) || null;
      },
    );
    return body;
  }

  /** @param what is waited for @returns what was found @throws Error when it never comes */
  async waitUntil<Found>(
    what: () => string,
    find: () => Found | Promise<Found>,
  ): Promise<NonNullable<Found>> {
    const give_up_at = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = await find();
      if (found !== null && found !== undefined) return found;
      if (performance.now() > give_up_at)
        throw new Error(`${what()} is not done after ${PATIENCE_MS / 1_000} s`);
      await delay(250);
    }
  }
}

const idOf = ({ body }: Reply): string => body.id;
