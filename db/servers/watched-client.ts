/** The driver's connection with deadlines, spans and the choice of the server: what every pool uses. */
import type { Socket } from 'node:net';
import pg from 'pg';
import { traceStatements } from '../trace-statements.ts';
import { reportedReadOnly, standbyFault, type Server, type Servers } from './servers.ts';

/** A statement without an answer for this long: perhaps another server has taken over. */
const SUSPECT_AFTER_MS = 3_000;

export interface Watched {
  /** The servers to choose from; null if there is only one. */
  servers: Servers | null;
  /** Sessions are shared by a pooler, one transaction each: statements cannot be prepared for later ones. */
  pooled: boolean;
  /** Longer than the server's own limit for a statement: after that the server counts as unreachable. */
  silent_ms: number;
}

type WhenConnected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** @returns the class of connections that are watched in that way, for a pool */
export function watchedClient({ servers, pooled, silent_ms }: Watched): typeof pg.Client {
  return class WatchedClient extends pg.Client {
    #server: Server | null = null;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // A connection that breaks in use fails its statement, and an idle one is replaced; without a listener the error would
      // also end the process.
      this.on('error', () => undefined);
      this.once('connect', () => this.#watch());
      if (pooled) this.#prepareNothing();
      traceStatements(this);
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: WhenConnected): void;
    override connect(callback?: WhenConnected): Promise<pg.Client> | void {
      const connecting = this.#choose();
      if (!callback) return connecting;
      const answer = callback as (error: Error | null, client?: pg.Client) => void;
      void connecting.then((client) => answer(null, client), answer);
    }

    async #choose(): Promise<pg.Client> {
      if (!servers) return super.connect();
      const server = await servers.primary();
      this.#server = server;
      Object.assign(this, server);
      const reported = reportedReadOnly(this);
      try {
        await super.connect();
      } catch (error) {
        servers.lost(server);
        throw error;
      }
      if (!reported.read_only) return this;
      servers.lost(server);
      const fault = standbyFault(`${server.host}:${server.port} takes no writes any more`);
      this.#cut(fault);
      throw fault;
    }

    #prepareNothing(): void {
      const query = this.query.bind(this) as (...parameters: unknown[]) => unknown;
      const unnamed = (statement: unknown, ...others: unknown[]): unknown => {
        const { name, ...rest } = statement as { name?: string };
        return query(name === undefined ? statement : rest, ...others);
      };
      this.query = unnamed as typeof this.query;
    }

    #watch(): void {
      this.connection.on('errorMessage', ({ code }) => {
        // A primary that became a standby keeps the connections of its readers. The statement gets its answer first.
        if (code === '25006')
          setImmediate(() => this.#cut(standbyFault('the server takes no writes any more')));
      });
      this.#cutWhenSilent();
      const server = this.#server;
      if (!server || !servers) return;
      const connected = { server, cut: (reason: Error) => this.#cut(reason) };
      servers.add(connected);
      this.once('end', () => servers.remove(connected));
    }

    /**
     * Gives every statement a deadline on this side, too: when the server is silent for that long, the connection is
     * destroyed and its statement fails as a connection fault. A connection without a statement may be silent.
     */
    #cutWhenSilent(): void {
      const stream = this.#stream;
      const silent = (): void =>
        this.#cut(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }));
      stream.setTimeout(servers ? Math.min(SUSPECT_AFTER_MS, silent_ms) : silent_ms);
      stream.on('timeout', () => {
        if (!this.#isWaiting) return;
        if (!servers) return silent();
        servers.suspect();
        const read_bytes = stream.bytesRead;
        const rest_ms = Math.max(silent_ms - SUSPECT_AFTER_MS, 0);
        setTimeout(() => {
          if (this.#isWaiting && stream.bytesRead === read_bytes) silent();
        }, rest_ms).unref();
      });
    }

    get #isWaiting(): boolean {
      const { readyForQuery, _ending } = this as unknown as { readyForQuery: boolean; _ending: boolean };
      return !readyForQuery && !_ending;
    }

    get #stream(): Socket {
      return this.connection.stream as Socket;
    }

    #cut(reason: Error): void {
      if (this.#server) servers?.lost(this.#server);
      this.#stream.destroy(reason);
    }
  };
}
