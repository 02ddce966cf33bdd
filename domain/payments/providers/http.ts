/**
 * Calls to providers. Everything but a readable answer is `ProviderUnavailable`, because what was asked may have happened
 * all the same.
 */
import { callUrl, type OutboundRequest } from '../../../core/http-client.ts';
import { readJsonObject } from '../../../core/json.ts';
import { ProviderUnavailable } from './provider.port.ts';

/** Providers answer with a few hundred bytes; a larger answer is an error page or an attack. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** Answers about the moment, not about what was asked: too slow, too early, too many. */
const ASK_AGAIN = new Set([408, 425, 429]);

export interface ProviderAnswer {
  /** 2xx or 4xx; everything else has thrown. */
  status_code: number;
  /** Numbers are kept as their text, so that no amount goes through a float. */
  body: Record<string, unknown>;
}

export type ProviderRequest = Pick<
  OutboundRequest,
  'method' | 'headers' | 'body' | 'deadline_ms' | 'repeatable'
>;

/** @throws ProviderUnavailable */
export async function callProvider(url: string, request: ProviderRequest): Promise<ProviderAnswer> {
  const { status_code, body } = await callUrl(new URL(url), {
    ...request,
    headers: { ...request.headers, accept: 'application/json' },
    max_answer_bytes: MAX_ANSWER_BYTES,
  }).catch((error: unknown) => {
    throw new ProviderUnavailable('the call did not come through', error);
  });
  const readable = (status_code >= 200 && status_code < 300) || (status_code >= 400 && status_code < 500);
  if (!readable || ASK_AGAIN.has(status_code)) throw new ProviderUnavailable(`answered ${status_code}`);
  const answer = readJsonObject(body.toString('utf8'));
  if (!answer) throw new ProviderUnavailable('the answer cannot be read');
  return { status_code, body: answer };
}
