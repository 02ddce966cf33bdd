/** A worker process: `node dist/workers/main.js <queue…|all>`. Needs DATABASE_URL. */
import { readConfig } from '../core/config.ts';
import { closeInOrder, closeOnSignal, run, UsageError } from '../core/shutdown.ts';
import { tellSystemd } from '../core/systemd.ts';
import { openProcess } from '../app/compose.ts';
import { QUEUE_NAMES, type QueueName } from '../jobs/registry.ts';
import { listProcess } from '../domain/platform/processes/processes.ts';
import { startWorkers } from './pool.ts';
import { openStatusServer, type Workers } from './status-server.ts';

run(async () => {
  const queues = chosenQueues(process.argv.slice(2));
  const config = readConfig();
  if (!config.database_url)
    throw new UsageError('A worker process needs DATABASE_URL. To run everything in one process: npm start');
  if (!config.redis_url && config.queue_pool_size <= queues.length)
    throw new UsageError(
      `QUEUE_POOL_SIZE is ${config.queue_pool_size}, but each of the ${queues.length} queues keeps a connection: it must be at least ${queues.length + 1}.`,
    );
  const workers: Workers = { pools: null };
  const status = await openStatusServer(config, workers);
  const { ctx, store, close } = await openProcess(config, config.database_url, false);
  const pools = await startWorkers(ctx, store, queues);
  workers.pools = pools;
  const unlist = await listProcess(ctx, queues);
  closeOnSignal(ctx.log, () =>
    closeInOrder([close, () => pools.close(), unlist, async () => status?.close()]),
  );
  tellSystemd(config, ctx.log, () => pools.stopped().length === 0);
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
