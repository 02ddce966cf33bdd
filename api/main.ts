/**
 * The entry point of the web process, or of WEB_CONCURRENCY web processes. Needs DATABASE_URL; `npm start` runs everything in
 * one process instead.
 */
import cluster from 'node:cluster';
import { readConfig, type Config } from '../core/config.ts';
import { tellMetrics } from '../core/gathered-metrics.ts';
import { createLogger } from '../core/log.ts';
import { closeInOrder, closeOnSignal, run, UsageError, type Closer, type Ending } from '../core/shutdown.ts';
import { openProcess } from '../app/compose.ts';
import { listProcess, WEB } from '../domain/platform/processes/processes.ts';
import { listen } from './http/listen.ts';
import { createApp } from './server.ts';
import { startWebProcesses } from './web-processes.ts';

run(async () => {
  const config = readConfig();
  if (!config.database_url)
    throw new UsageError('The web process needs DATABASE_URL. To run everything in one process: npm start');
  if (cluster.isPrimary && config.web_concurrency > 1) await lead(config);
  else await serve(config, config.database_url);
});

async function serve(config: Config, database_url: string): Promise<void> {
  const { ctx, store, close } = await openProcess(config, database_url, false);
  if (cluster.isWorker) tellMetrics();
  const web = await listen(createApp(ctx, store), config);
  const unlist = await listProcess(ctx, WEB);
  closeOnSignal(ctx.log, () => closeInOrder([close, () => web.close(), unlist]));
  // With several processes, the primary prints this once all are ready.
  if (cluster.isPrimary) process.stdout.write(`ready ${web.url}\n`);
}

async function lead(config: Config): Promise<void> {
  const log = createLogger(config.log_level);
  const closing: Closer[] = [];
  const starting = startWebProcesses({ config, log, env: {}, onLost: (sentence) => ending.fail(sentence) });
  const ending: Ending = closeOnSignal(log, () => closeInOrder(closing, starting));
  closing.push(async () => (await starting).close());
  const { url } = await starting;
  process.stdout.write(`ready ${url}\n`);
}
