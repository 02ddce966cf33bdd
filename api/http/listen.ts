/** Starts and stops listening for HTTP requests. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { Config } from '../../core/config.ts';
import { UsageError } from '../../core/shutdown.ts';

/** A little more than the longest that a request may take (a provider's answer), then the socket is cut. */
const REQUEST_TIMEOUT_MS = 60_000;
/** What is not answered by then when the process ends is cut, so that no idle or slow client can hold up the rest of the end. */
const CLOSE_WITHIN_MS = 10_000;

export interface Listening {
  /** Where requests are served. */
  url: string;
  /** Stops accepting, answers what is under way, and closes. */
  close(): Promise<void>;
}

export function listen(app: Express, { host, port }: Pick<Config, 'host' | 'port'>): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server: Server = app.listen(port, host);
    server.requestTimeout = REQUEST_TIMEOUT_MS;
    server.keepAliveTimeout = 65_000;
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new UsageError(`Port ${port} is taken. Set PORT to another one, or 0 for any.`)
          : error,
      );
    });
    server.once('listening', () => {
      const address = server.address() as AddressInfo;
      resolve({
        url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeIdleConnections();
            setTimeout(() => server.closeAllConnections(), CLOSE_WITHIN_MS).unref();
          }),
      });
    });
  });
}
