/** The whole service in the test's own process, listening on loopback: on a database of its own, or shared by a worker's files. */
import { randomInt, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../core/config.ts';
import { listen } from '../../api/http/listen.ts';
import { createApp } from '../../api/server.ts';
import { HOUR_MS } from '../../core/local-date.ts';
import { countApiErrors } from '../../domain/platform/api-errors/count-api-errors.ts';
import type { Context } from '../../domain/platform/context.ts';
import { openContext, type OpenContext } from '../../app/compose.ts';
import { QUEUE_NAMES, type QueueName } from '../../jobs/registry.ts';
import type { QueueStore } from '../../jobs/queue-store.ts';
import { startWorkers } from '../../workers/pool.ts';
import { Client } from './client.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { freshRedis } from './redis.ts';

export interface TestService {
  url: string;
  database_url: string;
  ctx: Context;
  store: QueueStore;
  /** Without a credential. */
  anyone: Client;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Queues to work on; none by default, so that a test decides what runs. */
  workers?: QueueName[] | 'all';
  env?: Record<string, string>;
  /** Changes of the context, made before workers start: they keep a copy of it. */
  settings?: Partial<Context>;
  /** A migrated one; a fresh one when left out. */
  database?: TestDatabase;
}

/** Where uploaded files lie, which go with this process. */
const DATA_FOLDERS = join(tmpdir(), `ushirika-test-${process.pid}`);
process.once('exit', () => rmSync(DATA_FOLDERS, { recursive: true, force: true }));

let shared: Promise<TestService> | undefined;

/**
 * The service of this worker, on which no queue is worked: for files that keep to projects of their own, and change neither
 * tables nor settings for others. It ends with the worker; `stop` leaves it to the next file.
 */
export async function sharedService(): Promise<TestService> {
  shared ??= startService();
  return { ...(await shared), stop: () => Promise.resolve() };
}

export async function startService({
  workers = [],
  env = {},
  settings = {},
  database: given,
}: ServiceOptions = {}): Promise<TestService> {
  const database = given ?? (await freshDatabase());
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(DATA_FOLDERS, randomUUID()),
    LOG_LEVEL: 'silent',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    RATE_LIMIT_PER_MINUTE: '0',
    ...database.env,
    ...ledgerOfRun(),
    ...(await freshRedis()),
    ...env,
  });
  const { ctx, store, close } = await openContext(config, database.env.DATABASE_URL, false);
  if (config.ledger_backend === 'tigerbeetle') await numberBooksApart(ctx);
  // Tests count statements and compare tables: errors are stored when a test asks for it.
  ctx.api_errors = countApiErrors(ctx, HOUR_MS);
  Object.assign(ctx, settings);
  const queues = workers === 'all' ? QUEUE_NAMES : workers;
  const pools = queues.length > 0 ? await startWorkers(ctx, store, queues) : null;
  const web = await listen(createApp(ctx, store), config);
  return {
    url: web.url,
    database_url: database.url,
    ctx,
    store,
    anyone: new Client(web.url),
    async stop() {
      await web.close(0);
      await pools?.close();
      await close();
      await database.drop();
    },
  };
}

/** A cluster has the books of all databases, and keeps them when a database is dropped. */
async function numberBooksApart({ db }: Context): Promise<void> {
  await db.raw(`alter table ledger_books alter column no restart with ${randomInt(1, 4_000_000)}`);
}

/** With LEDGER_BACKEND and TIGERBEETLE_ADDRESSES any suite keeps its ledgers on that cluster. */
function ledgerOfRun(): Record<string, string> {
  const { LEDGER_BACKEND, TIGERBEETLE_ADDRESSES } = process.env;
  return LEDGER_BACKEND && TIGERBEETLE_ADDRESSES ? { LEDGER_BACKEND, TIGERBEETLE_ADDRESSES } : {};
}

/** Another process of the same service, on its database or on a way to it. */
export function openOther(
  { ctx, database_url }: TestService,
  url = database_url,
): Promise<Pick<OpenContext, 'ctx' | 'close'>> {
  const config = readConfig({
    DATABASE_URL: url,
    ...ledgerOfRun(),
    DATA_DIR: ctx.config.data_dir,
    LOG_LEVEL: 'silent',
    ENCRYPTION_KEY: ctx.config.encryption_key?.toString('base64') as string,
  });
  return openContext(config, url, false);
}
