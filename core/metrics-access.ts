/** Who may read metrics: this machine, and whoever has the token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Behind a proxy the connection is the proxy's, so a request that was passed on is not from this machine. */
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** @param token null: only this machine */
export function mayReadMetrics({ headers, socket }: IncomingMessage, token: string | null): boolean {
  const passed_on = PASSED_ON.some((name) => headers[name] !== undefined);
  if (!passed_on && isLoopback(socket.remoteAddress ?? '')) return true;
  const [, given] = /^bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  // Compared as hashes, which have one length: how long it takes tells nothing of the token.
  return token !== null && given !== undefined && timingSafeEqual(hash(given), hash(token));
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
