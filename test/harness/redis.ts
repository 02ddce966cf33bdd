/** Where REDIS_URL is set the services under test keep their queues there, each test process in a database of its own. */
import { Redis } from 'ioredis';

export async function freshRedis(): Promise<{ REDIS_URL?: string }> {
  const given = process.env['REDIS_URL'];
  if (!given) return {};
  const url = new URL(given);
  url.pathname = `/${Number(process.env['VITEST_POOL_ID'] ?? 1)}`;
  const redis = new Redis(url.href);
  await redis.flushdb();
  await redis.quit();
  return { REDIS_URL: url.href };
}
