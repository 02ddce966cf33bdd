/**
 * The only outbound HTTP client. One deadline for the whole call, bounded answers, no redirects. Calls to addresses that a
 * client chose cannot reach our own network: the address is checked when the connection is made, after the name was resolved,
 * so a second DNS answer cannot replace the one that was checked. (docs/adr/0020-dependencies.md says why not undici.)
 */
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { startClientSpan } from './tracing.ts';

/** Node's own servers, and many others, close a connection after 5 s without use. */
const MAX_IDLE_MS = 4_000;
/** Idle connections kept per host. */
const MAX_IDLE_PER_HOST = 10;
const CONNECTION_CLOSED = new Set(['ECONNRESET', 'EPIPE']);

export interface OutboundRequest {
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: OutboundBody;
  /** Covers the whole call: connection, request and answer. */
  deadline_ms: number;
  max_answer_bytes: number;
  /** An answer that is too large, breaks off or misses the deadline fails the call (the default), or is accepted as received so far. */
  incomplete_answers?: 'fail' | 'accept';
  /** Reject addresses that are not on the public internet. */
  public_only?: boolean;
  /**
   * May the receiver safely get the request twice? Only such a request reuses a connection of an earlier call: the receiver
   * may have closed it, and the request is then sent again on a new one.
   */
  repeatable?: boolean;
  /** Certificate authorities (PEM) that are trusted for this call, in addition to the usual ones. */
  ca_pem?: string;
  /** Ends the call early. */
  signal?: AbortSignal | null;
}

/** JSON is passed as text, so that the caller decides how numbers are written. */
export type OutboundBody = { json: string } | { form: Record<string, string> };

export interface OutboundAnswer {
  status_code: number;
  /** By lower-case name. */
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** The address is not on the public internet. */
export class AddressRefused extends Error {
  constructor(address: string) {
    super(`address ${address} is not public`);
    this.name = 'AddressRefused';
  }
}

/** True for addresses on the public internet; loopback, private, link-local and reserved ranges are not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // process() turns IPv4-mapped IPv6 (::ffff:127.0.0.1) into IPv4, but also ::8.8.8.8, which is not mapped. URL first writes
  // IPv6 in hexadecimal digits only.
  const host = address.includes(':') ? `[${address}]` : null;
  if (host && !URL.canParse(`http://${host}`)) return false;
  const parsed = ipaddr.process(host ? new URL(`http://${host}`).hostname.slice(1, -1) : address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
}

/** The part of IPv6 that is assigned for use on the internet (RFC 4291); an address outside may lead anywhere in a network. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * @returns the answer with any status, redirects included
 * @throws AddressRefused; AbortError at the deadline or when the signal aborts; network errors; and, unless incomplete answers
 * are accepted, an error for an answer that is too large
 */
export async function callUrl(url: URL, request: OutboundRequest): Promise<OutboundAnswer> {
  // Paths and queries carry tokens of providers and receivers, so the span names only the host.
  const span = startClientSpan(`${request.method} ${url.hostname}`, {
    'http.request.method': request.method,
    'server.address': url.hostname,
  });
  try {
    const answer = await call(url, request);
    span?.end({ attributes: { 'http.response.status_code': answer.status_code } });
    return answer;
  } catch (error) {
    span?.end({ error });
    throw error;
  }
}

async function call(url: URL, request: OutboundRequest): Promise<OutboundAnswer> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // The look-up is not called for a literal address.
  if (request.public_only && ipaddr.isValid(host) && !isPublicAddress(host)) throw new AddressRefused(host);
  const deadline = AbortSignal.timeout(request.deadline_ms);
  const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
  if (!request.repeatable) return send(url, request, signal, false);
  try {
    return await send(url, request, signal, keptConnections(url, request));
  } catch (error) {
    if (!(error instanceof KeptConnectionClosed)) throw error;
    return send(url, request, signal, false);
  }
}

/** The receiver had closed the connection, or closed it instead of answering. */
class KeptConnectionClosed extends Error {}

/** @param agent false: a new connection @throws KeptConnectionClosed when the request can be sent again */
function send(
  url: URL,
  request: OutboundRequest,
  signal: AbortSignal,
  agent: http.Agent | false,
): Promise<OutboundAnswer> {
  const { method, max_answer_bytes, incomplete_answers = 'fail', ca_pem } = request;
  const { headers, body } = encodeBody(request);
  const { request: open } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = open(url, {
      method,
      headers,
      signal,
      agent,
      ...(request.public_only ? { lookup: publicLookup } : {}),
      // The agent keeps connections with different trusted authorities apart.
      ...(ca_pem === undefined ? {} : { ca: [...rootCertificates, ca_pem] }),
    });
    let breakOff = (error: NodeJS.ErrnoException): void => {
      const closed = outgoing.reusedSocket && CONNECTION_CLOSED.has(error.code ?? '');
      reject(closed ? new KeptConnectionClosed(error.message, { cause: error }) : error);
    };
    // At the deadline either the request or the answer reports the error.
    outgoing.on('error', (error) => breakOff(error));
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      let received = 0;
      const answer = (): void =>
        resolve({
          status_code: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks),
        });
      breakOff = incomplete_answers === 'accept' ? answer : reject;
      incoming.on('error', (error) => breakOff(error));
      incoming.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received <= max_answer_bytes) chunks.push(chunk);
        else incoming.destroy(new Error('the answer is too large'));
      });
      incoming.on('end', answer);
    });
    outgoing.end(body);
  });
}

function encodeBody({ headers = {}, body }: OutboundRequest): {
  headers: Record<string, string | number>;
  body: string | undefined;
} {
  if (body === undefined) return { headers, body };
  const [type, text] =
    'json' in body
      ? ['application/json', body.json]
      : ['application/x-www-form-urlencoded', new URLSearchParams(body.form).toString()];
  return {
    headers: { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(text) },
    body: text,
  };
}

/** A DNS look-up that fails when any resolved address is not public. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    const first = addresses[0];
    if (refused || !first) return callback(new AddressRefused(refused?.address ?? hostname), '', 0);
    if (options.all) return callback(null, addresses, 0);
    return callback(null, first.address, first.family);
  });
};

const KEPT: http.AgentOptions = {
  keepAlive: true,
  timeout: MAX_IDLE_MS,
  maxFreeSockets: MAX_IDLE_PER_HOST,
};
/** Separate agents, so that a connection whose address was not checked is never used for a call that requires the check. */
const ANY_ADDRESS = { http: new http.Agent(KEPT), https: new https.Agent(KEPT) };
const PUBLIC_ADDRESS = { http: new http.Agent(KEPT), https: new https.Agent(KEPT) };

function keptConnections(url: URL, { public_only }: OutboundRequest): http.Agent {
  const agents = public_only ? PUBLIC_ADDRESS : ANY_ADDRESS;
  return url.protocol === 'https:' ? agents.https : agents.http;
}
