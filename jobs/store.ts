/** Where queues are stored: in schema `bullmq` of the same PostgreSQL, or on Redis. */
import { postgresStore, type PostgresStoreOptions } from './postgres-store.ts';
import type { QueueStore } from './queue-store.ts';
import { redisStore } from './redis-store.ts';

/** Opens the store and creates what it needs. */
export async function openQueueStore(
  database_url: string,
  redis_url: string | null,
  postgres: PostgresStoreOptions = {},
): Promise<QueueStore> {
  return redis_url ? redisStore(redis_url) : postgresStore(database_url, postgres);
}
