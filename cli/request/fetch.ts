/** Sends HTTP requests, through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name, if any. */
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Fetch } from '@ushirika/sdk/transport';
import { environmentVariable } from '../environment.ts';
import { usageError } from '../failure.ts';

const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/** @throws CliError when a proxy's address is invalid */
export async function openFetch(): Promise<Fetch> {
  if (PROXY_VARIABLES.every((name) => environmentVariable(name) === undefined)) return fetchDirectly;
  const { EnvHttpProxyAgent, fetch: fetchThrough } = await import('undici');
  let dispatcher: InstanceType<typeof EnvHttpProxyAgent>;
  try {
    // Without a tunnel for http: proxies allow tunnels to the port of https only.
    dispatcher = new EnvHttpProxyAgent({ proxyTunnel: false });
  } catch {
    throw usageError('HTTPS_PROXY and HTTP_PROXY must be addresses like http://proxy.example:3128.');
  }
  return async (url, init) => {
    try {
      return await fetchThrough(url, { ...(init as object), dispatcher });
    } catch (error) {
      throw withCause(error);
    }
  };
}

/** What a proxy refuses lies one level deeper than other causes. */
function withCause(error: unknown): unknown {
  const { cause } = (error as { cause?: { cause?: { code?: string } } }).cause ?? {};
  return cause?.code === undefined ? error : new TypeError('fetch failed', { cause });
}

/** As Node's `fetch` without redirects; that takes longer to load than most commands run. */
export const fetchDirectly: Fetch = async (url, { method, headers, body, signal }) => {
  const request = url.startsWith('https:') ? (await import('node:https')).request : requestHttp;
  try {
    const received = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        method: method ?? 'GET',
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          // Not by itself for DELETE.
          ...(typeof body === 'string' || body instanceof Uint8Array
            ? { 'content-length': Buffer.byteLength(body) }
            : {}),
        },
        ...(signal ? { signal } : {}),
      };
      request(url, options, resolve).on('error', reject).end(body);
    });
    return responseOf(received, await buffer(received));
  } catch (cause) {
    signal?.throwIfAborted();
    throw new TypeError('fetch failed', { cause });
  }
};

function responseOf(
  { statusCode, statusMessage, headersDistinct }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Response {
  return new Response(body.length === 0 ? null : body, {
    status: statusCode ?? 0,
    statusText: statusMessage ?? '',
    headers: Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  });
}
