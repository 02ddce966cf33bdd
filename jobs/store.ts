/** Where queues are stored: in schema `bullmq` of the same PostgreSQL, or on Redis. */
import type { Job, Queue, Worker, WorkerOptions } from 'bullmq';
import { postgresStore } from './postgres-store.ts';
import { redisStore } from './redis-store.ts';
import type { QueueName } from './registry.ts';

export interface QueueStore {
  kind: 'postgres' | 'redis';
  queue(name: QueueName): Queue;
  worker(name: QueueName, processor: (job: Job) => Promise<unknown>, options: Partial<WorkerOptions>): Worker;
  /** Sends a command to Redis, for other state that processes share (rate limits); null without Redis. */
  redis: ((command: string, ...parameters: string[]) => Promise<unknown>) | null;
  /**
   * Removes the jobs and schedules of a queue that an earlier build keeps elsewhere; the sweeps find their work.
   * @returns whether there was something
   */
  removeEarlier(name: QueueName): Promise<boolean>;
  /** @throws when the store is unreachable */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface PostgresStoreOptions {
  statement_timeout_ms?: number;
  /** Maximum number of connections, which are opened as needed: each worker keeps one to listen on, the rest are shared. */
  pool_size?: number;
}

/** Opens the store and creates what it needs. */
export async function openQueueStore(
  database_url: string,
  redis_url: string | null,
  postgres: PostgresStoreOptions = {},
): Promise<QueueStore> {
  return redis_url ? redisStore(redis_url) : postgresStore(database_url, postgres);
}
