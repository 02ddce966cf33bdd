/** Bull Board's pages for the queues, under `/board`. */
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { RequestHandler } from 'express';
import type { JobQueue } from '../../jobs/queue.ts';

type Queues = JobQueue['queues'] extends Map<unknown, infer Queue> ? Queue[] : never;

/** Shows the queues read-only. */
export function bullBoard(queues: Queues): RequestHandler {
  const adapter = new ExpressAdapter();
  adapter.setBasePath('/board');
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Ushirika' } },
  });
  // Its own handler would send the error's text; rethrown, the error is answered like every other one.
  adapter.setErrorHandler((error) => {
    throw error;
  });
  return adapter.getRouter() as RequestHandler;
}
