/**
 * Requests with errors, time limits and retries, in the names of the wire: what the resources of the SDK are built on, and
 * what a program uses that speaks the whole API, with a session if need be. `@ushirika/sdk/transport`.
 */
import { APIConnectionError, APITimeoutError, errorForStatus, UshirikaError, wireErrorIn } from './errors.ts';
import { VERSION } from './generated/version.ts';
import { readJson } from './json.ts';
import { now, runtimeName } from './platform.ts';
import { mayRetry, sleep, waitBefore } from './retry.ts';

export * from './errors.ts';
export { withMajorUnits } from './json.ts';
export { pathOf } from './path.ts';
export { requireObject, unreadable } from './readable.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface TransportOptions {
  /** Where the service is: `https://pay.example`. */
  baseUrl: string;
  /** Sent with every request, the credential among them. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Time limit of each try, in seconds: 30. */
  timeout?: number | undefined;
  /** How often a request may be sent again: 3. */
  maxRetries?: number | undefined;
  fetch?: Fetch | undefined;
  /** Told of methods, paths, statuses and times; never of credentials, queries or bodies. */
  logger?: Logger | undefined;
}

export interface Retry {
  /** Tries made so far. */
  attempts: number;
  wait_ms: number;
  error: UshirikaError;
}

export interface TransportRequest {
  query?: Readonly<Record<string, unknown>> | undefined;
  /** Written as JSON; text is sent as it is, and is JSON already. */
  body?: object | string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as header `Idempotency-Key`. A key can as well stand in the body, as `idempotency_key`. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Time limit of each try, in seconds. */
  timeout?: number | undefined;
  maxRetries?: number | undefined;
  /** Called before each wait. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

export interface Answer<T = unknown> {
  /** JSON as it came, text where the answer is no JSON, undefined where it is empty. */
  data: T;
  /** The body as it came. */
  text: string;
  status: number;
  headers: Headers;
  requestId: string | undefined;
  /** Was this answered from the first request under the same key? */
  replayed: boolean;
  /** How many times the request was sent. */
  attempts: number;
}

export interface Transport {
  /**
   * @param path with its leading slash: `/api/v1/payments`
   * @throws UshirikaError where the answer is no success or does not come; the signal's reason once it is aborted
   */
  request<T = unknown>(method: string, path: string, request?: TransportRequest): Promise<Answer<T>>;
}

const TIMEOUT_SECONDS = 30;
const MAX_RETRIES = 3;
/** Timers end at once that are longer. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws TypeError where the address is none, or an option cannot be used; it shows no value of a header */
export function createTransport(options: TransportOptions): Transport {
  const base = baseOf(options.baseUrl);
  limitsOf(options);
  headersOf([options.headers ?? {}]);
  const { logger, fetch: send = (url, init) => fetch(url, init) } = options;

  async function request<T>(method: string, path: string, asked: TransportRequest = {}): Promise<Answer<T>> {
    const body =
      asked.body === undefined || typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body);
    const key = asked.idempotencyKey ?? keyIn(asked.body);
    const { timeout_ms, retries } = limitsOf({
      timeout: asked.timeout ?? options.timeout,
      maxRetries: asked.maxRetries ?? options.maxRetries,
    });
    const headers = headersOf([
      { accept: 'application/json', 'user-agent': `ushirika-sdk-typescript/${VERSION} ${runtimeName()}` },
      body === undefined ? {} : { 'content-type': 'application/json' },
      options.headers ?? {},
      asked.headers ?? {},
      asked.idempotencyKey === undefined ? {} : { 'idempotency-key': asked.idempotencyKey },
    ]);
    const url = base + path + queryText(asked.query);
    for (let attempts = 1; ; attempts += 1) {
      const started_ms = now();
      const outcome = await attempt<T>({
        send,
        url,
        init: { method, headers, ...(body === undefined ? {} : { body }), redirect: 'manual' },
        timeout_ms,
        signal: asked.signal,
        facts: { attempts, idempotencyKey: key },
      });
      const { error } = outcome;
      const told = `${method} ${path}: ${error ? (error.status ?? error.name) : outcome.answer.status}`;
      logger?.debug(`${told} after ${now() - started_ms} ms, try ${attempts}`);
      if (!error) return outcome.answer;
      if (attempts > retries || !mayRetry(error, method, key !== undefined)) {
        logger?.error(`${told}, request ${error.requestId ?? 'without an id'}`);
        throw error;
      }
      const wait_ms = waitBefore(attempts, outcome.retry_after, now(), Math.random());
      logger?.warn(`${told}, again in ${Math.round(wait_ms)} ms`);
      asked.onRetry?.({ attempts, wait_ms, error });
      await sleep(wait_ms, asked.signal);
    }
  }
  return { request };
}

interface Try {
  send: Fetch;
  url: string;
  init: RequestInit;
  timeout_ms: number;
  signal: AbortSignal | undefined;
  facts: { attempts: number; idempotencyKey: string | undefined };
}

type Outcome<T> = { error?: never; answer: Answer<T> } | { error: UshirikaError; retry_after: string | null };

/** Sends it once. @throws the signal's reason only */
async function attempt<T>({ send, url, init, timeout_ms, signal, facts }: Try): Promise<Outcome<T>> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, timeout_ms);
  try {
    const response = await send(url, { ...init, signal: controller.signal });
    return outcomeOf<T>(response, await response.text(), facts);
  } catch (cause) {
    signal?.throwIfAborted();
    const error = late
      ? new APITimeoutError(`No answer within ${timeout_ms / 1000} seconds.`, { ...facts, cause })
      : new APIConnectionError(`The connection failed: ${reasonOf(cause)}.`, { ...facts, cause });
    return { error, retry_after: null };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function outcomeOf<T>(response: Response, text: string, facts: Try['facts']): Outcome<T> {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? undefined;
  const retry_after = headers.get('retry-after');
  let data: unknown;
  let unreadable: unknown;
  try {
    const is_json = /\bjson\b/i.test(headers.get('content-type') ?? '');
    data = is_json && text !== '' ? readJson(text) : text || undefined;
  } catch (cause) {
    unreadable = cause;
  }
  if (!response.ok) {
    const body = wireErrorIn(data);
    return { error: errorForStatus({ ...facts, status, requestId, body }), retry_after };
  }
  if (unreadable !== undefined) {
    const message = `The answer with status ${status} cannot be read: ${reasonOf(unreadable)}.`;
    return {
      error: new UshirikaError(message, { ...facts, status, requestId, cause: unreadable }),
      retry_after,
    };
  }
  const replayed =
    headers.get('x-cache') === 'HIT-IDEMPOTENCY' ||
    (data as { replayed?: unknown } | undefined)?.replayed === true;
  return {
    answer: { data: data as T, text, status, headers, requestId, replayed, attempts: facts.attempts },
  };
}

function baseOf(address: string): string {
  let url: URL | undefined;
  try {
    url = new URL(address);
  } catch {
    // Said below.
  }
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new TypeError('baseUrl is the address of the service, such as https://pay.example');
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** @throws TypeError where one is no number, or cannot be one */
function limitsOf({
  timeout = TIMEOUT_SECONDS,
  maxRetries = MAX_RETRIES,
}: Pick<TransportOptions, 'timeout' | 'maxRetries'>): { timeout_ms: number; retries: number } {
  if (!(timeout > 0)) throw new TypeError('timeout is a number of seconds above 0');
  if (!(maxRetries >= 0)) throw new TypeError('maxRetries is a number, 0 or more');
  return { timeout_ms: Math.min(timeout * 1000, LONGEST_TIMEOUT_MS), retries: maxRetries };
}

function keyIn(body: object | string | undefined): string | undefined {
  const key = typeof body === 'object' ? (body as { idempotency_key?: unknown }).idempotency_key : undefined;
  return typeof key === 'string' ? key : undefined;
}

const HEADER_VALUE = /^[\t -~]*$/;

/** Later ones replace earlier ones, however they are capitalised. */
function headersOf(several: readonly Readonly<Record<string, string>>[]): Headers {
  const headers = new Headers();
  for (const each of several)
    for (const [name, value] of Object.entries(each)) {
      // The runtime's own error would show the value, which may be secret.
      if (!HEADER_VALUE.test(value)) throw new TypeError(`the value of header ${name} cannot be sent`);
      headers.set(name, value);
    }
  return headers;
}

function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text && `?${text}`;
}

/** fetch hides the cause of a failure in the error's cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
