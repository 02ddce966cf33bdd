/** The queues on Redis: each has a hash tag of its own, so that the queues spread over the nodes of a cluster. */
import { Queue, Worker } from 'bullmq';
import { withDeadline } from '../core/deadline.ts';
import { parseRedisUrl, type RedisTarget } from '../core/redis-url.ts';
import { UsageError } from '../core/shutdown.ts';
import { boundWait } from './bounded-wait.ts';
import { newRedisClient, type RedisClient } from './redis-client.ts';
import type { QueueName } from './registry.ts';
import type { QueueStore } from './queue-store.ts';

/** Far longer than Redis normally takes; then the command fails and its caller continues without Redis. */
const ANSWERS_WITHIN_MS = 2_000;
/** A connection on which requests have waited for this long is dead: the next one may lead to another server. */
const PRODUCER_SILENT_FOR_MS = 4_000;
/** Workers ask for their next job at least every ten seconds: a connection that is silent for longer is dead. */
const WORKER_SILENT_FOR_MS = 12_000;
/** A failover of Sentinel or of a cluster takes less. */
const CONNECTED_WITHIN_MS = 30_000;

export async function redisStore(url: string): Promise<QueueStore> {
  // Workers wait for their next job without limit; producers must fail fast without Redis, because requests wait for them.
  const producer = await newRedisClient(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWERS_WITHIN_MS,
    socketTimeout: PRODUCER_SILENT_FOR_MS,
  });
  await connect(producer, parseRedisUrl(url).kind);
  const blocking = await newRedisClient(url, {
    maxRetriesPerRequest: null,
    socketTimeout: WORKER_SILENT_FOR_MS,
  });
  return {
    kind: 'redis',
    redis: (command, ...parameters) => producer.call(command, ...parameters),
    queue: (name) => new Queue(name, { connection: producer, prefix: prefixOf(name) }),
    worker: (name, processor, options) =>
      boundWait(new Worker(name, processor, { ...options, connection: blocking, prefix: prefixOf(name) })),
    removeEarlier: (name) => removeEarlier(producer, name),
    ping: async () => void (await producer.ping()),
    close: async () => {
      producer.disconnect();
      blocking.disconnect();
    },
  };
}

/** All keys of a queue share a slot of a cluster, as BullMQ needs. */
function prefixOf(name: QueueName): string {
  return `{ushirika:${name}}`;
}

/** Of builds up to 0.2.0, which had all queues in one slot. */
const EARLIER_PREFIX = '{ushirika}';

async function removeEarlier(producer: RedisClient, name: QueueName): Promise<boolean> {
  if ((await producer.exists(`${EARLIER_PREFIX}:${name}:meta`)) === 0) return false;
  const earlier = new Queue(name, { connection: producer, prefix: EARLIER_PREFIX, skipMetasUpdate: true });
  await earlier.obliterate({ force: true });
  await earlier.close();
  return true;
}

const UNREACHABLE: Record<RedisTarget['kind'], string> = {
  server: 'Nothing answers at REDIS_URL. Is Redis running and reachable there?',
  sentinel:
    'The sentinels of REDIS_URL have led to no master. Are they reachable, do they monitor a master of this name, and is it reachable?',
  cluster:
    'No node of REDIS_URL has led to a working cluster. Are its nodes reachable, and its slots covered?',
};

/** @throws UsageError */
async function connect(client: RedisClient, kind: RedisTarget['kind']): Promise<void> {
  let last: Error | undefined;
  client.on('error', (error) => (last = error));
  try {
    await withDeadline(client.connect(), CONNECTED_WITHIN_MS, () => {
      throw new Error('it takes too long');
    });
  } catch {
    client.disconnect();
    throw new UsageError([UNREACHABLE[kind], last?.message].filter(Boolean).join(' '));
  }
}
