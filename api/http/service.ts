/** Health, readiness and metrics. */
import { Router } from 'express';
import { longestFlush_ms } from '../../core/batch.ts';
import { unauthorized } from '../../core/errors.ts';
import { gatheredMetrics } from '../../core/gathered-metrics.ts';
import { mayReadMetrics } from '../../core/metrics-access.ts';
import { postings as postingsGauge, queueJobs, registry } from '../../core/metrics.ts';
import type { Context } from '../../domain/platform/context.ts';
import { postings } from '../../domain/payments/index.ts';
import type { QueueStore } from '../../jobs/store.ts';
import { isReachable } from './is-reachable.ts';

/** A batch of requests takes milliseconds; a batch that takes this long waits for a database that does not answer. */
const FLUSH_WITHIN_MS = 5_000;

export function service(ctx: Context, store: QueueStore): Router {
  const router = Router();

  router.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });

  router.get('/ready', async (_request, response) => {
    const [database, queue, ledger] = await Promise.all(
      [ctx.db.raw('select 1'), store.ping(), ctx.ledger.ping()].map(isReachable),
    );
    const say = (reachable: boolean | undefined) => (reachable ? 'ok' : 'unavailable');
    // Requests share statements: while one of them is not answered, all later ones wait, even if other connections work.
    const checks = {
      database: say(database && longestFlush_ms() < FLUSH_WITHIN_MS),
      queue: say(queue),
      ledger: say(ledger),
    };
    const ready = Object.values(checks).every((check) => check === 'ok');
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable', checks });
  });

  router.get('/metrics', async (request, response) => {
    if (!mayReadMetrics(request, ctx.config.metrics_token))
      throw unauthorized('Metrics are only for this machine, or with METRICS_TOKEN as bearer token.');
    // Figures from the stores; without them the process's own figures are still useful.
    await Promise.allSettled([countJobs(ctx), setPostings(ctx)]);
    response.type(registry.contentType).send(await gatheredMetrics());
  });

  return router;
}

async function countJobs(ctx: Context): Promise<void> {
  for (const [name, queue] of ctx.jobs.queues) {
    const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    for (const [state, count] of Object.entries(counts)) queueJobs.set({ queue: name, state }, count);
  }
}

async function setPostings(ctx: Context): Promise<void> {
  for (const [status, count] of Object.entries(await postings.count(ctx.db)))
    postingsGauge.set({ status }, count);
}
