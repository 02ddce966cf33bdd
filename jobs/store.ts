/** Where queues are stored: in schema `bullmq` of the same PostgreSQL, or on Redis. */
import {
  createPostgresBackend,
  Queue,
  runMigrations,
  withBackend,
  Worker,
  type Job,
  type WorkerOptions,
} from 'bullmq';
import { UsageError } from '../core/shutdown.ts';
import { STATEMENT_TIMEOUT_MS, watchedPool } from '../db/connection.ts';
import { pauseAfterFaults } from './pause-after-faults.ts';
import type { QueueName } from './registry.ts';

export interface QueueStore {
  kind: 'postgres' | 'redis';
  queue(name: QueueName): Queue;
  worker(name: QueueName, processor: (job: Job) => Promise<unknown>, options: Partial<WorkerOptions>): Worker;
  /** Sends a command to Redis, for other state that processes share (rate limits); null without Redis. */
  redis: ((command: string, ...parameters: string[]) => Promise<unknown>) | null;
  /** @throws when the store is unreachable */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Hash-tagged, so that one queue's keys share a slot on Redis Cluster. */
const REDIS_PREFIX = '{ushirika}';
/** Far longer than Redis normally takes; then the command fails and its caller continues without Redis. */
const REDIS_ANSWERS_WITHIN_MS = 2_000;
/** Workers ask for their next job at least every ten seconds: a connection that is silent for longer is dead. */
const REDIS_SILENT_FOR_MS = 30_000;
/** Delay of the first TCP keep-alive probe on a silent connection. */
const KEEP_ALIVE_MS = 10_000;
/** BullMQ's default schema, which a shared pool cannot change. */
const SCHEMA = 'bullmq';
/** Where the configuration says nothing. */
const DEFAULT_POOL_SIZE = 24;

/** Opens the store and creates what it needs. */
export async function openQueueStore(
  database_url: string,
  redis_url: string | null,
  postgres: PostgresStoreOptions = {},
): Promise<QueueStore> {
  return redis_url ? redisStore(redis_url) : postgresStore(database_url, postgres);
}

interface PostgresStoreOptions {
  statement_timeout_ms?: number;
  /** Maximum number of connections, which are opened as needed: each worker keeps one to listen on, the rest are shared. */
  pool_size?: number;
}

async function postgresStore(
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

async function redisStore(url: string): Promise<QueueStore> {
  // Loaded only when it is used.
  const { Redis } = await import('ioredis');
  // Workers wait for their next job without limit; producers must fail fast without Redis, because requests wait for them.
  const producer = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: REDIS_ANSWERS_WITHIN_MS,
    keepAlive: KEEP_ALIVE_MS,
  });
  producer.on('error', () => undefined);
  const blocking = new Redis(url, {
    maxRetriesPerRequest: null,
    keepAlive: KEEP_ALIVE_MS,
    socketTimeout: REDIS_SILENT_FOR_MS,
  });
  blocking.on('error', () => undefined);
  try {
    await producer.connect();
  } catch {
    producer.disconnect();
    blocking.disconnect();
    throw new UsageError('Nothing answers at REDIS_URL. Is Redis running and reachable there?');
  }
  return {
    kind: 'redis',
    redis: (command, ...parameters) => producer.call(command, ...parameters),
    queue: (name) => new Queue(name, { connection: producer, prefix: REDIS_PREFIX }),
    worker: (name, processor, options) =>
      new Worker(name, processor, { ...options, connection: blocking, prefix: REDIS_PREFIX }),
    ping: async () => void (await producer.ping()),
    close: async () => {
      producer.disconnect();
      blocking.disconnect();
    },
  };
}
