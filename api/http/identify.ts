/** Assigns request ids and starts the request's work and span; writes one log line per request, without secrets. */
import type { Request, RequestHandler } from 'express';
import { newUuid } from '../../core/ids.ts';
import type { Logger } from '../../core/log.ts';
import { startSpan } from '../../core/tracing.ts';
import { newWork, runAs } from '../../core/work.ts';
import type { ClientInfo } from '../../domain/staff/index.ts';
import { loggedPath } from './logged-path.ts';

const USABLE_ID = /^[\w.:-]{1,128}$/;

export function identify(log: Logger): RequestHandler {
  return (request, response, next) => {
    const given = request.headers['x-request-id'];
    const id = typeof given === 'string' && USABLE_ID.test(given) ? given : newUuid();
    const work = newWork({ request_ids: [id] });
    const { method } = request;
    const span = startSpan(method, { kind: 'server', parent: request.header('traceparent') });
    if (span) work.traceparent = span.traceparent;
    Object.assign(request, { id, work });
    response.setHeader('x-request-id', id);
    const started = performance.now();
    // The line is written once the answer is sent.
    response.once('close', () => {
      span?.end({
        name: work.route === undefined ? method : `${method} ${work.route}`,
        attributes: {
          'http.request.method': method,
          'http.response.status_code': response.statusCode,
          ...(work.route === undefined ? {} : { 'http.route': work.route }),
          'ushirika.request_id': id,
        },
        ...(response.statusCode < 500 ? {} : { error: response.statusCode }),
      });
      const path = request.originalUrl.split('?')[0] ?? '';
      const level = levelOf(path, response.statusCode);
      if (!log.isLevelEnabled(level)) return;
      const { project_id, environment, actor, made } = work;
      log[level](
        {
          request_id: id,
          method,
          // Query strings may contain phone numbers and are not logged.
          path: loggedPath(path),
          status: response.statusCode,
          duration_ms: Math.round(performance.now() - started),
          project_id,
          environment,
          actor,
          ...(made.length > 0 ? { made } : {}),
        },
        response.writableFinished ? 'request completed' : 'request aborted',
      );
    });
    runAs(work, next);
  };
}

/** Polled every few seconds by machines, and of no interest unless they fail. */
const PROBES = new Set(['/health', '/ready', '/metrics']);

function levelOf(path: string, status: number): 'debug' | 'info' | 'warn' {
  if (status >= 500) return 'warn';
  return PROBES.has(path) && status < 400 ? 'debug' : 'info';
}

/** The client, as the connection and trusted proxies report it. */
export function clientOf(request: Request): ClientInfo {
  return { address: request.ip ?? '', user_agent: request.header('user-agent') ?? null };
}
