/** The connection pool. int8 is read as bigint and date as text: no amount becomes a float, no date passes a time zone. */
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { serversOf } from './servers/servers.ts';
import { serverUrls } from '../core/database-url.rules.ts';
import { watchedClient } from './servers/watched-client.ts';

export type Db = Knex;
/** See docs/operating/deploy.md. */
const OLDEST_SUPPORTED_VERSION = '15';

/** A pool or a transaction on it. */
export type Queryable = Knex | Knex.Transaction;
export type Transaction = Knex.Transaction;

const { builtins } = pg.types;

/** Parsers of this pool only: other users of the driver in this process (the queues) keep the default ones. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === builtins.INT8) return BigInt;
      if (oid === builtins.DATE) return (text: string) => text;
    }
    return pg.types.getTypeParser(oid, format);
  },
};

/** One connection writes; the others read. */
const LEDGER_POOL_SIZE = 4;

/** A statement that takes longer is cancelled by the server, and its request answered with 503. */
export const STATEMENT_TIMEOUT_MS = 20_000;
/** The limit of the ledger: all transfers wait for the batch before them, so a blocked batch must fail soon. */
const LEDGER_STATEMENT_TIMEOUT_MS = 10_000;
/** For commands and migrations, which read or write whole tables while no request waits for them. */
export const LONG_STATEMENT_TIMEOUT_MS = 3_600_000;
/** After this much more time the server counts as unreachable: otherwise it would have cancelled the statement. */
const GRACE_MS = 2_000;

/** Maximum wait of a request for a free connection before it is answered with 503. */
const ACQUIRE_TIMEOUT_MS = 10_000;
/** Maximum time to connect: shorter, so that a waiting request fails with the cause. */
const CONNECT_TIMEOUT_MS = 8_000;
/** Shorter than any deadline: once a connection has timed out, connections that were idle meanwhile are not used again. */
const IDLE_TIMEOUT_MS = 10_000;

/** The operating system then probes the other side every second, and gives up after ten probes. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** The driver needs one server's URL; the connection then goes to the one that takes writes. */
function anyServer(url: string): string {
  return serverUrls(url)[0] as string;
}

function clientFor(url: string, statement_timeout_ms: number, pooled = false): typeof pg.Client {
  return watchedClient({ servers: serversOf(url), pooled, silent_ms: statement_timeout_ms + GRACE_MS });
}

/** A pool of plain driver connections with keep-alive, deadlines and tracing. */
export function watchedPool(
  url: string,
  statement_timeout_ms: number,
  options: Pick<pg.PoolConfig, 'max' | 'application_name' | 'types' | 'options' | 'pipeline'>,
): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    ...KEEP_ALIVE,
    connectionString: anyServer(url),
    Client: clientFor(url, statement_timeout_ms),
    statement_timeout: statement_timeout_ms,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
  });
  // An idle connection that the server closes is replaced at the next use. Without a listener the error would end the
  // process. With its connection it would fill the log.
  pool.on('error', (error: Error & { client?: unknown }) => delete error.client);
  return pool;
}

/**
 * @param pool_size maximum number of connections. Code that holds one (in a transaction) must not request a second one:
 *   requests that all did so would wait for each other.
 * @param pooled whether the URL leads to a pooler in transaction mode
 */
export function connect(
  url: string,
  pool_size: number,
  statement_timeout_ms = STATEMENT_TIMEOUT_MS,
  { pooled = false } = {},
): Db {
  const db = knex({
    client: 'pg',
    // Errors are logged by the code whose statement fails.
    log: { warn: () => undefined, error: () => undefined },
    // Nothing depends on the version; without it each new pool would query it, without a deadline.
    version: OLDEST_SUPPORTED_VERSION,
    connection: {
      ...KEEP_ALIVE,
      connectionString: anyServer(url),
      types,
      application_name: 'ushirika',
      // A pooler refuses it; the role has it there (pooler.ts).
      ...(pooled ? {} : { statement_timeout: statement_timeout_ms }),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      pipeline: true,
    } as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: pool_size,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
    },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
  });
  // knex opens connections with whatever its driver calls a client.
  db.client.driver = { ...db.client.driver, Client: clientFor(url, statement_timeout_ms, pooled) };
  return db;
}

/**
 * A pool of plain connections for the ledger backend, which uses prepared statements and few connections. Concurrent statements
 * are pipelined and executed in order: one that fails in a transaction fails the following ones.
 */
export function ledgerPool(
  url: string,
  size = LEDGER_POOL_SIZE,
  statement_timeout_ms = LEDGER_STATEMENT_TIMEOUT_MS,
): pg.Pool {
  return watchedPool(url, Math.min(statement_timeout_ms, LEDGER_STATEMENT_TIMEOUT_MS), {
    max: size,
    types,
    pipeline: true,
    application_name: 'ushirika-ledger',
  });
}
