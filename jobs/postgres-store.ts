/** The queues in schema `bullmq` of the service's PostgreSQL. */
import { createPostgresBackend, runMigrations, withBackend, type Queue, type Worker } from 'bullmq';
import { STATEMENT_TIMEOUT_MS, watchedPool } from '../db/connection.ts';
import { pauseAfterFaults } from './pause-after-faults.ts';
import type { QueueStore } from './queue-store.ts';

/** BullMQ's default schema, which a shared pool cannot change. */
const SCHEMA = 'bullmq';
/** Where the configuration says nothing. */
const DEFAULT_POOL_SIZE = 24;

export interface PostgresStoreOptions {
  statement_timeout_ms?: number;
  /** Maximum number of connections, which are opened as needed: each worker keeps one to listen on, the rest are shared. */
  pool_size?: number;
}

export async function postgresStore(
  database_url: string,
  { statement_timeout_ms = STATEMENT_TIMEOUT_MS, pool_size = DEFAULT_POOL_SIZE }: PostgresStoreOptions,
): Promise<QueueStore> {
  const pool = watchedPool(database_url, statement_timeout_ms, {
    max: pool_size,
    options: `-c search_path=${SCHEMA}`,
    application_name: 'ushirika-queues',
  });
  // Every queue and worker listens for the pool's errors; together they exceed the default limit of listeners.
  pool.setMaxListeners(0);
  const client = await pool.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    client.release();
  }
  const createBackend: typeof createPostgresBackend = (...backend) =>
    pauseAfterFaults(createPostgresBackend(...backend));
  const bound = withBackend(createBackend);
  return {
    kind: 'postgres',
    redis: null,
    removeEarlier: () => Promise.resolve(false),
    queue: (name) => new bound.Queue(name, { connection: pool }) as unknown as Queue,
    worker: (name, processor, options) =>
      new bound.Worker(name, processor, {
        ...options,
        connection: pool,
      }) as unknown as Worker,
    ping: async () => void (await pool.query('select 1')),
    close: () => pool.end(),
  };
}
