/** Where queues live: in schema `bullmq` of the same PostgreSQL, or on Redis. Everything else is alike. */
import {
  createPostgresBackend,
  Queue,
  runMigrations,
  withBackend,
  Worker,
  type Job,
  type WorkerOptions,
} from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { UsageError } from '../core/shutdown.ts';
import type { QueueName } from './registry.ts';

export interface QueueStore {
  kind: 'postgres' | 'redis';
  queue(name: QueueName): Queue;
  worker(name: QueueName, processor: (job: Job) => Promise<unknown>, options: Partial<WorkerOptions>): Worker;
  /** Sends a command to Redis, for what else is shared between processes; null where there is no Redis. */
  redis: ((command: string, ...parameters: string[]) => Promise<unknown>) | null;
  /** Throws when the store is out of reach. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Hash-tagged, so that one queue's keys share a slot on Redis Cluster. */
const REDIS_PREFIX = '{ushirika}';
/** Far longer than Redis ever takes; a producer then goes on without it. */
const REDIS_ANSWERS_WITHIN_MS = 2_000;
/** Name of BullMQ's schema; it is BullMQ's own default, which a shared pool cannot change. */
const SCHEMA = 'bullmq';
/**
 * Connections to PostgreSQL for queues in one process: each worker keeps one to listen on, the rest are shared.
 * They are opened as needed.
 */
const POSTGRES_POOL_SIZE = 24;

/** Opens the store, creating what it needs. */
export async function openQueueStore(database_url: string, redis_url: string | null): Promise<QueueStore> {
  return redis_url ? redisStore(redis_url) : postgresStore(database_url);
}

async function postgresStore(database_url: string): Promise<QueueStore> {
  const pool = new pg.Pool({
    connectionString: database_url,
    max: POSTGRES_POOL_SIZE,
    options: `-c search_path=${SCHEMA}`,
    keepAlive: true,
    application_name: 'ushirika-queues',
  });
  // Every queue and worker listens for the pool's errors; there are more of them than the default limit of listeners.
  pool.setMaxListeners(0);
  pool.on('error', () => undefined);
  // A connection that breaks in use fails its statement, and would end this process without a listener.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const client = await pool.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    client.release();
  }
  const bound = withBackend(createPostgresBackend);
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
  // Workers wait for ever for their next command; producers must fail fast when Redis is gone, because requests wait.
  const producer = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: REDIS_ANSWERS_WITHIN_MS,
  });
  producer.on('error', () => undefined);
  const blocking = new Redis(url, { maxRetriesPerRequest: null });
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
