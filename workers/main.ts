/** A worker process: `node dist/workers/main.js <queue…|all>`. Needs DATABASE_URL. */
import { readConfig } from '../core/config.ts';
import { closeInOrder, closeOnSignal, run, UsageError } from '../core/shutdown.ts';
import { openProcess } from '../app/compose.ts';
import { QUEUE_NAMES, type QueueName } from '../jobs/registry.ts';
import { openMetricsServer } from './metrics.ts';
import { startWorkers } from './pool.ts';

run(async () => {
  const queues = chosenQueues(process.argv.slice(2));
  const config = readConfig();
  if (!config.database_url)
    throw new UsageError('A worker process needs DATABASE_URL. To run everything in one process: npm start');
  const { ctx, store, close } = await openProcess(config, config.database_url, false);
  const workers = await startWorkers(ctx, store, queues);
  const metrics =
    config.metrics_port === null
      ? null
      : await openMetricsServer(config.host, config.metrics_port, config.metrics_token);
  closeOnSignal(ctx.log, () => closeInOrder([close, () => workers.close(), async () => metrics?.close()]));
  process.stdout.write(`ready workers ${queues.join(' ')}\n`);
});

function chosenQueues(names: string[]): QueueName[] {
  if (names.length === 1 && names[0] === 'all') return QUEUE_NAMES;
  const unknown = names.filter((name) => !QUEUE_NAMES.includes(name as QueueName));
  if (names.length === 0 || unknown.length > 0) {
    throw new UsageError(`Name the queues, or "all": ${QUEUE_NAMES.join(', ')}`);
  }
  return names as QueueName[];
}
