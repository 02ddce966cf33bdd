/** Sends requests until they are answered, to whichever process of the service answers. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../crash/random.ts';

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Sent as JSON; text as a form. */
  body?: unknown;
  headers?: Record<string, string>;
  /** It is answered once a job is done, or after half a minute. */
  waits_for_job?: true;
}

export interface Reply {
  status: number;
  // eslint-disable-next-line typescript/no-explicit-any -- answers are looked at field by field
  body: any;
  text: string;
  headers: Headers;
  /** How often it was sent. */
  requests: number;
}

/** Longer than the service lets anybody wait. */
const TIMEOUT_MS = 45_000;
const PAUSE_MS = 100;
/** A service whose processes are killed every few seconds answers everything within this time. */
const GIVE_UP_MS = 240_000;
/** Refusals that pass by themselves. */
const PASSING = new Set(['busy', 'line_resolving']);
/** Answers of the service that ask for the same request again; 500 is a fault of its own. */
const AGAIN = new Set([429, 500, 503]);

export class Caller {
  /** Answers that the service must never give. */
  readonly faults: string[] = [];
  /** The longest time from a request that waits for no job to its answer, with its repeats, and of which request. */
  longest_answer = { ms: 0, request: '' };
  readonly #addresses: readonly string[];
  readonly #random: Random;

  constructor(addresses: readonly string[], random: Random) {
    this.#addresses = addresses;
    this.#random = random;
  }

  /** @throws Error if nobody answers for minutes */
  async send(request: Request): Promise<Reply> {
    const give_up_at = performance.now() + GIVE_UP_MS;
    let asked_at = performance.now();
    for (let requests = 1; ; requests++) {
      const reply = await this.sendOnce(request, requests).catch(() => null);
      // A limit is an answer, too: what comes after it is another one.
      if (reply?.status === 429) asked_at = performance.now();
      if (reply && !AGAIN.has(reply.status)) {
        const ms = performance.now() - asked_at;
        if (ms > this.longest_answer.ms && !request.waits_for_job)
          this.longest_answer = { ms, request: `${request.method} ${request.path}, sent ${requests} times` };
        if (!PASSING.has(reply.body?.error?.reason)) return reply;
        asked_at = performance.now();
      }
      if (performance.now() > give_up_at)
        throw new Error(
          `${request.method} ${request.path} was not answered: ${reply?.status} ${reply?.text}`,
        );
      await delay(PAUSE_MS);
    }
  }

  /** @throws Error if nobody answers */
  async sendOnce({ method, path, body, headers = {} }: Request, requests = 1): Promise<Reply> {
    const response = await fetch(this.#random.pick(this.#addresses) + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { ...contentType(body), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 500) this.faults.push(`${method} ${path} was answered 500: ${text}`);
    if (response.status === 503 && !response.headers.has('retry-after'))
      this.faults.push(`${method} ${path} was answered 503 without Retry-After: ${text}`);
    const is_json = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return {
      status: response.status,
      body: is_json ? JSON.parse(text) : null,
      text,
      headers: response.headers,
      requests,
    };
  }
}

function contentType(body: unknown): Record<string, string> {
  if (body === undefined) return {};
  return {
    'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
  };
}
