/**
 * Calls to providers: one deadline for the whole call, no redirects, bounded answers. Everything but a readable answer
 * is `ProviderUnavailable`, because what was asked may have happened all the same.
 */
import http from 'node:http';
import https from 'node:https';
import { parse } from 'lossless-json';
import { ProviderUnavailable } from './provider.port.ts';

/** Providers answer with a few hundred bytes; more is not theirs. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** Answers that tell of the moment, not of what was asked: too slow, too early, too many. */
const ASK_AGAIN = new Set([408, 425, 429]);

export interface ProviderAnswer {
  /** 2xx or 4xx; everything else has thrown. */
  status_code: number;
  /** Numbers are kept as their text, so that no amount goes through a float. */
  body: Record<string, unknown>;
}

export interface ProviderRequest {
  headers: Record<string, string>;
  /** JSON text. */
  body: string;
  deadline_ms: number;
}

/** @throws ProviderUnavailable */
export async function postJson(url: string, request: ProviderRequest): Promise<ProviderAnswer> {
  const { status_code, text } = await exchange(new URL(url), request).catch((error: unknown) => {
    throw new ProviderUnavailable('the call did not come through', error);
  });
  const readable = (status_code >= 200 && status_code < 300) || (status_code >= 400 && status_code < 500);
  if (!readable || ASK_AGAIN.has(status_code)) throw new ProviderUnavailable(`answered ${status_code}`);
  return { status_code, body: parseAnswer(text) };
}

function exchange(
  url: URL,
  { headers, body, deadline_ms }: ProviderRequest,
): Promise<{ status_code: number; text: string }> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      headers: {
        ...headers,
        accept: 'application/json',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
      signal: AbortSignal.timeout(deadline_ms),
      // A connection of its own: one kept from earlier may be half closed, and nothing is ever sent twice.
      agent: false,
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      let received = 0;
      incoming.on('error', reject);
      incoming.on('data', (chunk: Buffer) => {
        received += chunk.length;
        chunks.push(chunk);
        if (received > MAX_ANSWER_BYTES) incoming.destroy(new Error('the answer is too large'));
      });
      incoming.on('end', () =>
        resolve({ status_code: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    outgoing.end(body);
  });
}

function parseAnswer(text: string): Record<string, unknown> {
  const body = readJsonObject(text);
  if (!body) throw new ProviderUnavailable('the answer cannot be read');
  return body;
}

/** @returns the object with every number as its text, or null when the text is no JSON object */
export function readJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value = parse(text, undefined, { parseNumber: (digits) => digits });
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
