/** Starts and stops listening for HTTP requests. */
import { setMaxListeners } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import type { Express } from 'express';
import type { Config } from '../../core/config.ts';
import { LONGEST_UPLOAD_MS } from '../../core/files/incoming.ts';
import { UsageError } from '../../core/shutdown.ts';
import { boundBody, type BodyTimes } from './body-times.ts';
import { announceClosing } from './request-end.ts';
import { urlOf } from './server-url.ts';

/** How long a request may take to arrive; then the socket is closed. */
interface ArrivalTimes extends BodyTimes {
  longest_upload_ms: number;
}
const ARRIVAL_TIMES: ArrivalTimes = {
  body_ms: 60_000,
  silent_upload_ms: 30_000,
  longest_upload_ms: LONGEST_UPLOAD_MS,
};
/** From the connection, or the first byte of a later request. A socket costs memory and a descriptor, and nobody has signed in yet. */
const HEADERS_TIMEOUT_MS = 15_000;
/** How often Node looks for connections that are over these times. */
const CHECK_EVERY_MS = 1_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** At shutdown, remaining connections are closed after this time, so that a slow client cannot delay it. */
const CLOSE_WITHIN_MS = 10_000;
/**
 * A connection without a request for this time is idle. If it were closed immediately, the client of a request in transit would
 * see a reset.
 */
const IDLE_AFTER_MS = 500;
const LOOK_EVERY_MS = 50;

export interface Listening {
  /** Where requests are served. */
  url: string;
  /**
   * Stops accepting connections, answers requests that are in progress or still arrive on open connections, and closes each
   * connection after its answer, or once it is idle.
   * @param idle_after_ms how long a connection may be idle before it is closed
   */
  close(idle_after_ms?: number): Promise<void>;
}

export function listen(
  app: Express,
  { host, port }: Pick<Config, 'host' | 'port'>,
  arrival: ArrivalTimes = ARRIVAL_TIMES,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const times = {
      requestTimeout: arrival.longest_upload_ms,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, arrival.longest_upload_ms),
      connectionsCheckingInterval: CHECK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    };
    const server: Server = createServer(times, app).listen(port, host);
    // Before the application reads the body.
    server.prependListener('request', (request, response) => boundBody(request, response, arrival));
    const closing = new AbortController();
    // Every waiting request adds a listener.
    setMaxListeners(0, closing.signal);
    announceClosing(app, closing.signal);
    const close = closerOf(server, closing);
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new UsageError(`Port ${port} is taken. Set PORT to another one, or 0 for any.`)
          : error,
      );
    });
    server.once('listening', () => {
      const address = server.address() as AddressInfo;
      resolve({ url: urlOf(host, address.port), close });
    });
  });
}

/** Watches the server's connections from now on. @param ending aborted when the server closes @returns its close function */
function closerOf(server: Server, ending: AbortController): Listening['close'] {
  /**
   * Time since closing began, without stalls: while the process is busy, requests that arrived are not read, and connections only
   * look idle.
   */
  let awake_ms = 0;
  /** Since when, of that time, each connection has been idle; null while it has a request under way. */
  const idleSince = new Map<Socket, number | null>();
  const answering = new Set<ServerResponse>();
  let closing = false;

  server.on('connection', (socket) => {
    idleSince.set(socket, awake_ms);
    socket.once('close', () => idleSince.delete(socket));
  });
  // Before the application gets the request, because it may answer synchronously.
  server.prependListener('request', ({ socket }, response) => {
    if (closing) response.shouldKeepAlive = false;
    idleSince.set(socket, null);
    answering.add(response);
    response.once('close', () => {
      answering.delete(response);
      if (idleSince.has(socket)) idleSince.set(socket, awake_ms);
    });
  });

  return (idle_after_ms = IDLE_AFTER_MS) =>
    new Promise((closed) => {
      const closeIdle = (): void => {
        for (const [socket, idle] of idleSince)
          if (idle !== null && awake_ms - idle >= idle_after_ms) socket.destroySoon();
      };
      const looking = setInterval(() => {
        awake_ms += LOOK_EVERY_MS;
        // Timers come before input in a turn of the event loop: what has arrived by now is read first.
        setImmediate(closeIdle);
      }, LOOK_EVERY_MS);
      // Right after connections were accepted: those still waiting to be accepted when listening ends are reset.
      setImmediate(() => {
        // The HTTP server's own `close` would also close connections whose request is in transit, because they look idle.
        NetServer.prototype.close.call(server, () => {
          clearInterval(looking);
          closed();
        });
        // Only now: a client that is told to close reconnects immediately, and would wait to be accepted.
        closing = true;
        // Sends `Connection: close` and closes. If the headers are already sent, the connection closes once it is idle.
        for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false;
        ending.abort();
      });
      closeIdle();
      setTimeout(() => server.closeAllConnections(), CLOSE_WITHIN_MS).unref();
    });
}
