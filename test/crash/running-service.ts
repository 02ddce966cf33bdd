/** The service as several processes on a database of its own, any of which may be killed and started again. */
import { once } from 'node:events';
import { connect, type Db } from '../../db/connection.ts';
import { newRedisClient } from '../../jobs/redis-client.ts';
import type { QueueStore } from '../../jobs/queue-store.ts';
import { openQueueStore } from '../../jobs/store.ts';
import {
  Client,
  flushRedis,
  freshDatabase,
  freshRedis,
  spawnProcess,
  until,
  type ServiceProcess,
} from '../harness/index.ts';

export type Role = 'web' | 'worker';

/** The locks of a worker that was killed end by themselves, also right before they are renamed. */
const RENAME_IF_THERE = `return redis.call('exists', KEYS[1]) == 1 and redis.call('rename', KEYS[1], KEYS[2])`;

export class RunningService {
  readonly db: Db;
  readonly #env: Record<string, string>;
  readonly #drop: () => Promise<void>;
  readonly #processes = new Map<Role, ServiceProcess>();
  readonly #all: ServiceProcess[] = [];

  private constructor(db: Db, env: Record<string, string>, drop: () => Promise<void>) {
    this.db = db;
    this.#env = env;
    this.#drop = drop;
  }

  static async build(more: Record<string, string> = {}): Promise<RunningService> {
    const database = await freshDatabase();
    const env = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      // What a killed worker had taken goes to the next one without a wait that proves nothing.
      JOB_LOCK_SECONDS: '1',
      ...(await freshRedis()),
      ...more,
    };
    return new RunningService(connect(database.url, 4), env, () => database.drop());
  }

  /** @param queues what a worker works on; everything when left out */
  async start(role: Role, ...queues: string[]): Promise<void> {
    const process =
      role === 'web'
        ? spawnProcess('api/main.js', [], this.#env)
        : spawnProcess('workers/main.js', queues.length > 0 ? queues : ['all'], this.#env);
    this.#processes.set(role, process);
    this.#all.push(process);
    await process.ready;
  }

  /**
   * Starts one more process, on a machine whose clock is that far ahead; `kill` does not know it.
   * @param ahead_ms of the clocks of everybody else
   */
  async startAhead(role: Role, ahead_ms: number): Promise<ServiceProcess> {
    const env = {
      ...this.#env,
      NODE_OPTIONS: `--import=${new URL('../harness/clock-ahead.mjs', import.meta.url).href}`,
      CLOCK_AHEAD_MS: String(ahead_ms),
    };
    const process =
      role === 'web' ? spawnProcess('api/main.js', [], env) : spawnProcess('workers/main.js', ['all'], env);
    this.#all.push(process);
    await process.ready;
    return process;
  }

  /** The queues, as the processes see them. */
  openQueues(): Promise<QueueStore> {
    return openQueueStore(this.#env['DATABASE_URL'] as string, this.#env['REDIS_URL'] ?? null);
  }

  async kill(role: Role): Promise<void> {
    await this.#processes.get(role)?.kill();
  }

  /** Where the web process answers; waits while it starts. */
  async client(): Promise<Client> {
    const web = this.#processes.get('web');
    if (!web) throw new Error('there is no web process');
    return new Client(await web.ready);
  }

  /** What all processes have printed. */
  output(): string {
    return this.#all.map((process) => process.output()).join('\n');
  }

  /** Loses every job there is, as a flushed Redis or a dropped schema does. */
  async loseJobs(): Promise<void> {
    const redis_url = this.#env['REDIS_URL'];
    if (!redis_url) {
      // Under running workers it can come to a deadlock, and the server may then give up this statement.
      await until('the schema is dropped', async () => {
        await this.db.raw('drop schema if exists bullmq cascade');
        return true;
      });
      return;
    }
    await flushRedis(redis_url);
  }

  /** Moves the queues to the keys that builds up to 0.2.0 have on Redis. */
  async moveToEarlierKeys(): Promise<void> {
    const redis = await newRedisClient(this.#env['REDIS_URL'] as string, {});
    for (const key of await redis.keys('{ushirika:*}:*'))
      await redis.eval(RENAME_IF_THERE, 2, key, key.replace(/^\{ushirika:[a-z-]+\}/, '{ushirika}'));
    redis.disconnect();
  }

  /** Keys on Redis that match the pattern. */
  async keysOnRedis(pattern: string): Promise<string[]> {
    const redis = await newRedisClient(this.#env['REDIS_URL'] as string, {});
    const found = await redis.keys(pattern);
    redis.disconnect();
    return found.toSorted();
  }

  /**
   * Lets a minute pass for everything that waits by the clock: leases of processes that died, retries, polls. Only once
   * the first poll of every payment is due, because the sandbox goes by real time and would say that it is too early.
   */
  async letTimePass(): Promise<void> {
    await until(
      'every payment may be polled',
      async () =>
        !(await this.db('payments').where({ polls: 0 }).where('next_poll_at', '>', new Date()).first()),
    );
    for (const [table, column] of [
      ['payments', 'next_poll_at'],
      ['postings', 'next_attempt_at'],
      ['webhook_deliveries', 'next_attempt_at'],
      // The sender of an endpoint may have died with the worker.
      ['webhook_endpoint_states', 'leased_until'],
      ['webhook_endpoint_states', 'swept_at'],
    ] as const) {
      await this.db.raw(`update ${table} set ${column} = ${column} - interval '1 minute'`);
    }
  }

  /** @returns what `npm run verify` prints */
  async verify(): Promise<string> {
    const verifier = spawnProcess('commands/verify.js', [], this.#env);
    await once(verifier.child, 'close');
    return verifier.output();
  }

  async tearDown(): Promise<void> {
    await Promise.all(this.#all.map((process) => process.kill()));
    await this.db.destroy();
    await this.#drop();
  }
}
