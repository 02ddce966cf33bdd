/** Who may read metrics: this machine, and clients with the token. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { equalInConstantTime } from './crypto.ts';

/** Headers of a request that a proxy passed on: its connection is the proxy's, so it is not from this machine. */
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** @param token null: only this machine */
export function mayReadMetrics({ headers, socket }: IncomingMessage, token: string | null): boolean {
  const passed_on = PASSED_ON.some((name) => headers[name] !== undefined);
  if (!passed_on && isLoopback(socket.remoteAddress ?? '')) return true;
  const [, given] = /^bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  return token !== null && given !== undefined && equalInConstantTime(given, token);
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';
}
