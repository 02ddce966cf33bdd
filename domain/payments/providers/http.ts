/**
 * Calls to providers. Everything but a readable answer is `ProviderUnavailable`, because the request may have been carried out
 * all the same.
 */
import { callUrl, type OutboundRequest } from '../../../core/http-client.ts';
import { CircuitOpen } from '../../../core/circuit.ts';
import { sha256Hex } from '../../../core/digest.ts';
import { readJsonObject, toJson } from '../../../core/json.ts';
import { providerCallDuration } from '../../../core/metrics.ts';
import type { FreshToken } from '../../../core/token-cache.ts';
import { textOf } from './answer-text.rules.ts';
import { ProviderUnavailable, type ProviderSetup } from './provider.port.ts';

/** Providers answer with a few hundred bytes; a larger answer is an error page or an attack. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** Statuses that say nothing about the request itself: too slow, too early, too many. */
const ASK_AGAIN = new Set([408, 425, 429]);
/** Of these, statuses with which a request is rejected before anything is done with it. */
const REJECTED_UNREAD = new Set([425, 429]);
/** The connection was never made, so nothing was sent. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Statuses with which credentials are refused. */
export const CREDENTIALS_REFUSED: readonly number[] = [401, 403];

export interface ProviderAnswer {
  /** 2xx or 4xx, and 5xx where that was asked for; everything else has thrown. */
  status_code: number;
  /** Numbers are kept as their text, so that no amount goes through a float. */
  body: Record<string, unknown>;
}

export interface ProviderRequest extends Pick<
  OutboundRequest,
  'method' | 'headers' | 'body' | 'repeatable' | 'ca_pem'
> {
  /** An empty answer is an object without fields, instead of one that cannot be read. */
  empty_answers?: boolean;
  /** Statuses that say enough: an unreadable body with one of them is an object without fields, too. */
  bare_statuses?: readonly number[];
  /** Whether this 5xx is a refusal that others send as 4xx: an answer then, and no fault of the provider's system. */
  answers_5xx?: (body: Record<string, unknown>) => boolean;
}

type CallSetup = Pick<ProviderSetup, 'provider' | 'environment' | 'base_url' | 'deadline_ms' | 'circuit'>;

/**
 * @param path behind the base URL, with the query
 * @throws ProviderUnavailable
 */
export async function callProvider(
  setup: CallSetup,
  path: string,
  request: ProviderRequest,
): Promise<ProviderAnswer> {
  const { provider, environment, circuit } = setup;
  const stop = providerCallDuration.startTimer({ provider, environment });
  try {
    const answer = await circuit.run(() => call(setup, path, request).catch(certificateFault));
    if (answer instanceof ProviderUnavailable) throw answer;
    stop({ outcome: 'answered' });
    // The provider is reachable, but has not answered the request.
    const { status_code } = answer;
    if (ASK_AGAIN.has(status_code))
      throw new ProviderUnavailable(`answered ${status_code}`, undefined, !REJECTED_UNREAD.has(status_code));
    return answer;
  } catch (error) {
    if (error instanceof CircuitOpen) {
      stop({ outcome: 'not_called' });
      throw new ProviderUnavailable('the provider did not answer lately, and is not called', error, false);
    }
    stop({ outcome: 'fault' });
    throw error;
  }
}

/**
 * A project may choose which certificates it trusts: a distrusted one is no fault of the provider for other projects.
 * @throws every other error as it is
 */
function certificateFault(error: unknown): ProviderUnavailable {
  const { cause } = error as ProviderUnavailable;
  if (!/CERT|SIGNATURE/.test(errorCode(cause))) throw error;
  return new ProviderUnavailable("the provider's certificate is not trusted", cause, false);
}

function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? '';
}

/** @throws ProviderUnavailable for all that is a fault of the provider's system */
async function call(
  { base_url, deadline_ms }: CallSetup,
  path: string,
  { empty_answers = false, bare_statuses = [], answers_5xx = () => false, ...request }: ProviderRequest,
): Promise<ProviderAnswer> {
  const { status_code, body } = await callUrl(new URL(base_url + path), {
    ...request,
    headers: { ...request.headers, accept: 'application/json' },
    deadline_ms,
    max_answer_bytes: MAX_ANSWER_BYTES,
  }).catch((error: unknown) => {
    // A repeatable request may have been sent before, on a kept-alive connection.
    const never_sent = !request.repeatable && NOT_CONNECTED.has(errorCode(error));
    throw new ProviderUnavailable('the call did not come through', error, !never_sent);
  });
  if (ASK_AGAIN.has(status_code)) return { status_code, body: {} };
  const readable = (status_code >= 200 && status_code < 300) || status_code >= 400;
  if (!readable) throw new ProviderUnavailable(`answered ${status_code}`);
  const answer = readJsonObject(body.toString('utf8'));
  if (status_code >= 500 && !(answer && answers_5xx(answer)))
    throw new ProviderUnavailable(`answered ${status_code}`);
  if (empty_answers && body.length === 0) return { status_code, body: {} };
  if (!answer && bare_statuses.includes(status_code)) return { status_code, body: {} };
  if (!answer) throw new ProviderUnavailable('the answer cannot be read');
  return { status_code, body: answer };
}

/** A key for a token cache. Projects with the same account share its token; a wrong secret makes another key. */
export function accountKey(...parts: unknown[]): string {
  return sha256Hex(toJson(parts));
}

/** @returns null when the answer grants no token; one whose lifetime cannot be read serves a single call */
export function tokenIn({ status_code, body }: ProviderAnswer): FreshToken | null {
  const token = textOf(body['access_token']);
  const expires_in_s = Number(textOf(body['expires_in']) ?? 0);
  if (status_code >= 300 || token === null) return null;
  return { token, expires_in_s: Number.isFinite(expires_in_s) ? expires_in_s : 0 };
}
