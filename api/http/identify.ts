/** Request ids, who asks, and one log line per request without its secrets. */
import type { Request, RequestHandler } from 'express';
import { v7 as uuidv7 } from 'uuid';
import type { Logger } from '../../core/log.ts';
import type { ClientInfo } from '../../domain/staff/index.ts';
import { withoutToken } from '../callbacks.ts';

const USABLE_ID = /^[\w.:-]{1,128}$/;

export function identify(log: Logger): RequestHandler {
  return (request, response, next) => {
    const given = request.headers['x-request-id'];
    const id = typeof given === 'string' && USABLE_ID.test(given) ? given : uuidv7();
    Object.assign(request, { id });
    response.setHeader('x-request-id', id);
    const started = performance.now();
    // The line is written when the answer is out, and put together only where it is wanted: most requests are well, and
    // are not logged unless someone looks.
    response.once('close', () => {
      const level = response.statusCode < 500 ? 'debug' : 'warn';
      if (!log.isLevelEnabled(level)) return;
      log[level](
        {
          // Paths may carry ids, never query strings, which may carry phones.
          req: { id, method: request.method, path: withoutToken(request.originalUrl.split('?')[0] ?? '') },
          res: { status: response.statusCode },
          responseTime: Math.round(performance.now() - started),
        },
        response.writableFinished ? 'request completed' : 'request aborted',
      );
    });
    next();
  };
}

/** As far as the connection, and the proxies that are trusted, tell. */
export function clientOf(request: Request): ClientInfo {
  return { address: request.ip ?? '', user_agent: request.header('user-agent') ?? null };
}
