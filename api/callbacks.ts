/** The door for payment providers' callbacks: any method, any content type, an unguessable address. */
import express, { Router, type RequestHandler } from 'express';
import { httpDuration } from '../core/metrics.ts';
import type { Context } from '../domain/context.ts';
import { receiveCallback } from '../domain/payments/index.ts';

/** Callbacks are a few kilobytes. */
const CALLBACK_BYTES = 64 * 1024;
const PATH = '/:provider/:payment/:token';

export function callbacks(ctx: Context): Router {
  const router = Router();
  const body = express.raw({ type: () => true, limit: CALLBACK_BYTES });
  const receive: RequestHandler = async (request, response) => {
    const stop = httpDuration.startTimer({ method: request.method, route: `/callbacks${PATH}` });
    response.once('finish', () => stop({ status: String(response.statusCode) }));
    const { provider, payment, token } = request.params as Record<string, string>;
    const bytes: unknown = request.body;
    await receiveCallback(ctx, {
      provider: provider as string,
      payment_id: payment as string,
      token: token as string,
      method: request.method,
      headers: singleHeaders(request.headers),
      query: request.originalUrl.split('?').slice(1).join('?'),
      body: Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0),
    });
    response.json({ received: true });
  };
  router.post(PATH, body, receive);
  router.put(PATH, body, receive);
  router.get(PATH, body, receive);
  return router;
}

/** A header that came twice is none that can be trusted. */
function singleHeaders(headers: Record<string, string | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? undefined : value]),
  );
}

/** The path as it may be logged: whoever knows a callback's token could make callbacks. */
export function withoutToken(path: string): string {
  return path.replace(/^(\/callbacks\/[^/]+\/[^/]+\/).+$/, '$1…');
}
