/**
 * Requests with errors, time limits and retries, in wire names: the base of the SDK's resources, and of programs that use the
 * whole API, also with a session. `@ushirika/sdk/transport`.
 */
import { APIConnectionError, APITimeoutError, errorForStatus, UshirikaError, wireErrorIn } from './errors.ts';
import { VERSION } from './generated/version.ts';
import { readJson } from './json.ts';
import { now, runtimeName } from './platform.ts';
import { mayRetry, sleep, waitBefore } from './retry.ts';

export * from './errors.ts';
export { withMajorUnits, writeJson } from './json.ts';
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
  /** The address of the service: `https://pay.example`. */
  baseUrl: string;
  /** Sent with every request, including the credential. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Time limit of each attempt, in seconds; default 30. */
  timeout?: number | undefined;
  /** Maximum number of retries; default 3. */
  maxRetries?: number | undefined;
  fetch?: Fetch | undefined;
  /** Receives methods, paths, statuses and durations; never credentials, queries or bodies. */
  logger?: Logger | undefined;
}

export interface Retry {
  /** Attempts so far. */
  attempts: number;
  wait_ms: number;
  error: UshirikaError;
}

export interface TransportRequest {
  query?: Readonly<Record<string, unknown>> | undefined;
  /** Written as JSON; text is already JSON and is sent unchanged. */
  body?: object | string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as header `Idempotency-Key`. The body may have an `idempotency_key` instead. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Time limit of each attempt, in seconds. */
  timeout?: number | undefined;
  maxRetries?: number | undefined;
  /** Called before each wait. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

export interface Answer<T = unknown> {
  /** The parsed JSON; the bytes of a PDF; otherwise text; undefined if it is empty. */
  data: T;
  /** The body as received; empty for a PDF. */
  text: string;
  status: number;
  headers: Headers;
  requestId: string | undefined;
  /** Is this the stored answer of the first request with the same key? */
  replayed: boolean;
  /** Number of attempts. */
  attempts: number;
}

export interface Transport {
  /**
   * @param path with its leading slash: `/api/v1/payments`
   * @throws UshirikaError for an unsuccessful or missing answer; the signal's reason once it is aborted
   */
  request<T = unknown>(method: string, path: string, request?: TransportRequest): Promise<Answer<T>>;
}

const TIMEOUT_SECONDS = 30;
const MAX_RETRIES = 3;
/** Longer timers fire immediately. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws TypeError when the address or an option is invalid; it shows no header value */
export function createTransport(options: TransportOptions): Transport {
  const base = baseOf(options.baseUrl);
  limitsOf(options);
  headersOf([options.headers ?? {}]);
  const { logger, fetch: send = (url, init) => fetch(url, init) } = options;

  async function request<T>(method: string, path: string, asked: TransportRequest = {}): Promise<Answer<T>> {
    const body = bodyToSend(asked.body);
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

/** Sends the request once. @throws only the signal's reason */
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
    return outcomeOf<T>(response, await bodyOf(response), facts);
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

interface Body {
  text: string;
  /** Of a file. */
  bytes: Uint8Array | undefined;
}

/** JSON, unless it is written already. */
function bodyToSend(body: TransportRequest['body']): string | Uint8Array<ArrayBuffer> | undefined {
  return body === undefined || typeof body === 'string' || body instanceof Uint8Array
    ? (body as string | Uint8Array<ArrayBuffer> | undefined)
    : JSON.stringify(body);
}

function isFile(type: string): boolean {
  return type === 'application/pdf' || type.startsWith('image/');
}

async function bodyOf(response: Response): Promise<Body> {
  return isFile(response.headers.get('content-type') ?? '')
    ? { text: '', bytes: new Uint8Array(await response.arrayBuffer()) }
    : { text: await response.text(), bytes: undefined };
}

function outcomeOf<T>(response: Response, { text, bytes }: Body, facts: Try['facts']): Outcome<T> {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? undefined;
  const retry_after = headers.get('retry-after');
  let data: unknown;
  let unreadable: unknown;
  try {
    const is_json = /\bjson\b/i.test(headers.get('content-type') ?? '');
    data = bytes ?? (is_json && text !== '' ? readJson(text) : text || undefined);
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
    // Reported below.
  }
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new TypeError('baseUrl is the address of the service, such as https://pay.example');
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** @throws TypeError when a limit is not a valid number */
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

/** Later headers replace earlier ones with the same name in any letter case. */
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

/** fetch reports the reason of a failure in the error's cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
