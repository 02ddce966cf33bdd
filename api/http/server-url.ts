/** The address at which clients reach this server: as configured, otherwise the address on which the request arrived. */
import type { Request } from 'express';
import type { Context } from '../../domain/platform/context.ts';

/** @returns a URL without a trailing slash; never from the Host header, which the client controls */
export function serverUrl({ config }: Context, { socket }: Request): string {
  if (config.public_url) return config.public_url;
  // The prefix of an IPv4 client on a dual-stack socket.
  const address = (socket.localAddress ?? config.host).replace(/^::ffff:/, '');
  return urlOf(address, socket.localPort ?? config.port);
}

/** @param host a name or an address */
export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
