/** Clients of Redis: of one server, of the master that Sentinel names, or of a cluster. */
import type { Cluster, Redis, RedisOptions } from 'ioredis';
import { parseRedisUrl } from '../core/redis-url.ts';

export type RedisClient = Redis | Cluster;

/** Delay of the first TCP keep-alive probe on a silent connection. */
const KEEP_ALIVE_MS = 10_000;
/** A node of a cluster that is frozen says nothing: the others tell that another one has its slots. */
const SLOTS_REFRESHED_EVERY_MS = 5_000;
/** A sentinel that does not answer may be frozen: the next one is asked. */
const SENTINEL_ANSWERS_WITHIN_MS = 2_000;

/**
 * Errors of its connections are ignored: commands report them.
 * @param url of the forms of REDIS_URL
 */
export async function newRedisClient(url: string, options: RedisOptions): Promise<RedisClient> {
  const client = await clientOf(url, { keepAlive: KEEP_ALIVE_MS, ...options });
  client.on('error', () => undefined);
  return client;
}

async function clientOf(url: string, options: RedisOptions): Promise<RedisClient> {
  // Loaded only when it is used.
  const { Cluster, Redis } = await import('ioredis');
  const target = parseRedisUrl(url);
  if (target.kind === 'server') return new Redis(target.url, { reconnectOnError: isReplica, ...options });
  const { username, password } = target;
  const access = { ...options, username, password, tls: target.tls ? {} : undefined };
  if (target.kind === 'cluster') {
    const { lazyConnect = false, enableOfflineQueue = true, ...redisOptions } = access;
    return new Cluster(target.nodes, {
      lazyConnect,
      enableOfflineQueue,
      redisOptions,
      slotsRefreshInterval: SLOTS_REFRESHED_EVERY_MS,
      // By name, where certificates are to be verified.
      ...(target.tls ? { dnsLookup: (name, found) => found(null, name) } : {}),
    });
  }
  return new Redis({
    reconnectOnError: isReplica,
    ...access,
    name: target.master,
    db: target.db,
    sentinels: target.sentinels,
    sentinelUsername: target.sentinel_username,
    sentinelPassword: target.sentinel_password,
    sentinelCommandTimeout: SENTINEL_ANSWERS_WITHIN_MS,
    enableTLSForSentinelMode: target.tls,
    sentinelTLS: target.tls ? {} : undefined,
  });
}

/** A server that was the master until a failover refuses what is written: the address leads to another one now. */
function isReplica(error: Error): boolean {
  return error.message.includes('READONLY');
}
