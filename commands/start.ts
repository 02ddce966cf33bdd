/**
 * `npm start`: the whole service. Without DATABASE_URL it runs a PostgreSQL of its own, with data, password and encryption key
 * in DATA_DIR. With WEB_CONCURRENCY that many further processes serve the requests.
 */
import { createApp } from '../api/server.ts';
import { listen, type Listening } from '../api/http/listen.ts';
import { startWebProcesses } from '../api/web-processes.ts';
import { readConfig, type Config } from '../core/config.ts';
import { createLogger } from '../core/log.ts';
import { closeInOrder, closeOnSignal, closeTogether, run, type Closer } from '../core/shutdown.ts';
import { openProcess } from '../app/compose.ts';
import { embeddedEncryptionKey } from '../embedded/encryption-key.ts';
import { startEmbeddedPostgres, type DatabaseWatch } from '../embedded/postgres.ts';
import { QUEUE_NAMES } from '../jobs/registry.ts';
import { startWorkers } from '../workers/pool.ts';
import type { Context } from '../domain/platform/context.ts';
import { listProcess, WEB } from '../domain/platform/processes/processes.ts';
import { migrateDatabase } from './database.ts';
import { createDemo, describeDemo } from './create-demo.ts';

run(async () => {
  const config = readConfig();
  const closing: Closer[] = [];
  const log = createLogger(config.log_level);
  const database: DatabaseWatch = {
    onRestart: (sentence) => log.warn(sentence),
    onLost: (sentence) => ending.fail(sentence),
  };
  const starting = startAll(config, closing, database);
  // Registered before the start has finished, so that an early Ctrl-C leaves nothing half open.
  const ending = closeOnSignal(log, () => closeInOrder(closing, starting));
  try {
    await starting;
  } catch (error) {
    // Ctrl-C also ends initdb, so that the start fails: that is expected.
    if (ending.hasBegun()) return;
    await closeInOrder(closing).catch(() => undefined);
    throw error;
  }
});

/** @param closing receives a closer for each resource as it is opened */
async function startAll(configured: Config, closing: Closer[], watch: DatabaseWatch): Promise<void> {
  const database = await openDatabase(configured, watch);
  closing.push(() => database.stop());
  const { config, database_url } = database;
  await migrateDatabase(config, config.database_direct_url ?? database_url);
  const { ctx, store, close } = await openProcess(config, database_url, configured.database_url === null);
  closing.push(close);
  const intake: Closer[] = [];
  closing.push(() => closeTogether(intake));
  const workers = await startWorkers(ctx, store, QUEUE_NAMES);
  intake.push(() => workers.close());
  const web =
    config.web_concurrency === 1
      ? await listen(createApp(ctx, store), config)
      : await startBeside(ctx, database_url, watch);
  intake.push(() => web.close());
  closing.push(await listProcess(ctx, config.web_concurrency === 1 ? [...WEB, ...QUEUE_NAMES] : QUEUE_NAMES));
  const demo = await createDemo(ctx);
  const url = config.public_url ?? web.url;
  if (demo) process.stdout.write(`${describeDemo(demo, url)}\n`);
  process.stdout.write(`API docs    ${url}/docs\nBull Board  ${url}/board\nready ${web.url}\n`);
}

/** Starts the web processes with the database and encryption key of this process. */
function startBeside(
  { config, log, allow_private_webhooks }: Context,
  database_url: string,
  { onLost }: DatabaseWatch,
): Promise<Listening> {
  const env = {
    DATABASE_URL: database_url,
    ALLOW_PRIVATE_WEBHOOKS: String(allow_private_webhooks),
    ...(config.encryption_key ? { ENCRYPTION_KEY: config.encryption_key.toString('base64') } : {}),
  };
  return startWebProcesses({ config, log, env, onLost });
}

interface OpenDatabase {
  config: Config;
  database_url: string;
  stop(): Promise<void>;
}

async function openDatabase(config: Config, watch: DatabaseWatch): Promise<OpenDatabase> {
  if (config.database_url) {
    return { config, database_url: config.database_url, stop: () => Promise.resolve() };
  }
  const encryption_key = config.encryption_key ?? (await embeddedEncryptionKey(config.data_dir));
  const settings = { max_connections: String(connectionsFor(config.web_concurrency)) };
  const postgres = await startEmbeddedPostgres({ dir: config.data_dir, settings, ...watch });
  return { config: { ...config, encryption_key }, database_url: postgres.url, stop: () => postgres.stop() };
}

/** Maximum connections of a process for requests, ledger and queues. */
const CONNECTIONS_PER_PROCESS = 50;
/** Enough for people, tools and a few more processes. */
const MIN_CONNECTIONS = 200;

function connectionsFor(web_processes: number): number {
  return Math.max(MIN_CONNECTIONS, (web_processes + 2) * CONNECTIONS_PER_PROCESS);
}
