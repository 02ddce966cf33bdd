/** Health, readiness and metrics. */
import { Router } from 'express';
import { longestFlush_ms } from '../../core/batch.ts';
import { unauthorized } from '../../core/errors.ts';
import { gatheredMetrics } from '../../core/gathered-metrics.ts';
import { mayReadMetrics } from '../../core/metrics-access.ts';
import { registry } from '../../core/metrics.ts';
import type { Context } from '../../domain/platform/context.ts';
import type { QueueStore } from '../../jobs/queue-store.ts';
import { isReachable } from './is-reachable.ts';
import { isClosing } from './request-end.ts';
import { storedFigures } from './stored-figures.ts';

/** A batch of requests takes milliseconds; a batch that takes this long waits for a database that does not answer. */
const FLUSH_WITHIN_MS = 5_000;

export function service(ctx: Context, store: QueueStore): Router {
  const router = Router();
  const readStoredFigures = storedFigures(ctx);

  router.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });

  router.get('/ready', async (request, response) => {
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
    // A proxy that checks on an open connection sends nothing more to a process that closes.
    const ready = !isClosing(request) && Object.values(checks).every((check) => check === 'ok');
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable', checks });
  });

  router.get('/metrics', async (request, response) => {
    if (!mayReadMetrics(request, ctx.config.metrics_token))
      throw unauthorized('Metrics are only for this machine, or with METRICS_TOKEN as bearer token.');
    await readStoredFigures();
    response.type(registry.contentType).send(await gatheredMetrics());
  });

  return router;
}
