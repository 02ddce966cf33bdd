/**
 * Which of several servers takes writes. One of them is the primary; the others follow it, and one of these takes over when it
 * is lost. All pools of a process share what one of them finds out.
 */
import pg from 'pg';
import { serverUrls } from '../../core/database-url.rules.ts';

/** Longer than a server that is well takes to answer. */
const PROBE_TIMEOUT_MS = 2_000;

/** A server, and how to connect to it. */
export interface Server {
  host: string;
  port: number;
}

/** A connection that is cut when another server than its own has taken over. */
interface Connected {
  server: Server;
  cut(reason: Error): void;
}

/** A fault of the connection (db/faults.ts): in time one of the servers will take writes. */
export function standbyFault(message: string): Error {
  return Object.assign(new Error(message), { code: '25006' });
}

export class Servers {
  readonly #urls: readonly string[];
  /** The last one that was found to take writes. */
  #primary: Server | null = null;
  #search: Promise<Server> | null = null;
  readonly #connected = new Set<Connected>();

  /** @param urls one for each server */
  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** The server that takes writes. @throws Error that is a connection fault while none does */
  async primary(): Promise<Server> {
    return this.#primary ?? this.#find();
  }

  /** That server cannot be reached, or takes no writes any more. */
  lost(server: Server): void {
    if (this.#primary === server) this.#primary = null;
  }

  /** A server does not answer: looks whether another one has taken over, and if so cuts all connections to the others. */
  suspect(): void {
    // While none takes writes it is asked again by whoever connects.
    this.#find().catch(() => undefined);
  }

  add(connection: Connected): void {
    this.#connected.add(connection);
  }

  remove(connection: Connected): void {
    this.#connected.delete(connection);
  }

  #find(): Promise<Server> {
    this.#search ??= this.#searchOnce().finally(() => (this.#search = null));
    return this.#search;
  }

  async #searchOnce(): Promise<Server> {
    const found = await Promise.any(this.#urls.map(probe)).catch((error: AggregateError) => {
      this.#primary = null;
      // Where one is a standby, another one will take over; otherwise the first reason tells most.
      throw error.errors.find(({ code }) => code === '25006') ?? error.errors[0];
    });
    const known = this.#primary;
    if (known?.host === found.host && known.port === found.port) return known;
    this.#primary = found;
    for (const each of this.#connected)
      if (each.server.host !== found.host || each.server.port !== found.port)
        each.cut(standbyFault('another server of DATABASE_URL has taken over'));
    return found;
  }
}

const known = new Map<string, Servers>();

/** @returns null if the URL names one server only */
export function serversOf(url: string): Servers | null {
  const urls = serverUrls(url);
  if (urls.length === 1) return null;
  const servers = known.get(url) ?? new Servers(urls);
  known.set(url, servers);
  return servers;
}

/** @throws Error unless the server takes writes */
async function probe(url: string): Promise<Server> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
    application_name: 'ushirika-probe',
  });
  client.on('error', () => undefined);
  const reported = reportedReadOnly(client);
  try {
    await client.connect();
    if (reported.read_only ?? (await isReadOnly(client)))
      throw standbyFault('no server of DATABASE_URL takes writes: they are standbys');
    return { host: client.host, port: client.port };
  } finally {
    // Without waiting: the server may have fallen silent.
    client.end().catch(() => undefined);
  }
}

/** What the server reports of itself while the client connects, and whenever it changes. */
export function reportedReadOnly(client: pg.Client): { read_only: boolean | null } {
  const parameters = new Map<string, boolean>();
  const reported: { read_only: boolean | null } = { read_only: null };
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName !== 'in_hot_standby' && parameterName !== 'default_transaction_read_only') return;
    parameters.set(parameterName, parameterValue === 'on');
    reported.read_only = [...parameters.values()].includes(true);
  });
  return reported;
}

/** A pooler does not report it. */
async function isReadOnly(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select current_setting('transaction_read_only') = 'on' as read_only");
  return rows[0].read_only;
}
