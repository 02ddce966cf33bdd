/** Where REDIS_URL is set the services under test keep their queues there, each test process in a database of its own. */
import { parseRedisUrl } from '../../core/redis-url.ts';
import { newRedisClient } from '../../jobs/redis-client.ts';

export async function freshRedis(): Promise<{ REDIS_URL?: string }> {
  const given = process.env['REDIS_URL'];
  if (!given) return {};
  const REDIS_URL = withDatabase(given, Number(process.env['VITEST_POOL_ID'] ?? 1));
  await flushRedis(REDIS_URL);
  return { REDIS_URL };
}

/** A cluster has one database: where it is used, only one test process may run. */
function withDatabase(url: string, database: number): string {
  const { kind } = parseRedisUrl(url);
  if (kind === 'cluster') return url;
  const server = kind === 'server' ? /^(\w+:\/\/[^/]+)(?:\/\d*)?/ : /^([\w+]+:\/\/[^/]+\/[^/?]+)(?:\/\d+)?/;
  return url.replace(server, `$1/${database}`);
}

/** Empties the database, or the cluster. */
export async function flushRedis(url: string): Promise<void> {
  const redis = await newRedisClient(url, { lazyConnect: true, retryStrategy: () => null });
  try {
    await redis.connect();
    if ('nodes' in redis) await Promise.all(redis.nodes('master').map((node) => node.flushdb()));
    else await redis.flushdb();
  } finally {
    redis.disconnect();
  }
}
