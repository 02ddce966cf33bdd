/**
 * POSTs to a URL that a client gave us, without letting it reach into our own network: the name is resolved once, every
 * address is checked, and the connection goes to a checked address. Redirects are not followed, answers are bounded.
 */
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The whole attempt, connection and answer included. */
const DEADLINE_MS = 20_000;
/** Of an answer only the status matters; more than this is not read. */
const MAX_ANSWER_BYTES = 16_384;

export interface PostOptions {
  headers: Record<string, string>;
  body: string;
  allow_private: boolean;
  /** Ends the attempt early. */
  signal: AbortSignal | null;
}

export interface PostAnswer {
  status_code: number;
  retry_after: string | null;
}

export class AddressRefused extends Error {
  constructor(address: string) {
    super(`address ${address} is not public`);
    this.name = 'AddressRefused';
  }
}

/** True for addresses on the public internet; loopback, private, link-local and reserved ranges are not. */
export function isPublicAddress(address: string): boolean {
  // process() turns IPv4-mapped IPv6 into IPv4, so that ::ffff:127.0.0.1 is what it is.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** @throws on refused addresses, network errors and the deadline */
export function safePost(
  url: URL,
  { headers, body, allow_private, signal }: PostOptions,
): Promise<PostAnswer> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host) && !allow_private && !isPublicAddress(host))
    return Promise.reject(new AddressRefused(host));
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: allow_private ? undefined : checkedLookup,
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      agent: false,
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      let received = 0;
      incoming.on('error', reject);
      incoming.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received > MAX_ANSWER_BYTES) incoming.destroy();
      });
      incoming.on('close', () =>
        resolve({
          status_code: incoming.statusCode ?? 0,
          retry_after: incoming.headers['retry-after'] ?? null,
        }),
      );
    });
    outgoing.end(body);
  });
}

/** DNS look-up that fails when any answer is not public, so that no second answer can be slipped in between. */
const checkedLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    const first = addresses[0];
    if (refused || !first) return callback(new AddressRefused(refused?.address ?? hostname), '', 0);
    if (options.all) return callback(null, addresses, 0);
    return callback(null, first.address, first.family);
  });
};
