/** The HTTP door: turns route declarations into an Express app. */
import express, { type Express, type Request, type Response, type RequestHandler } from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import { v7 as uuidv7 } from 'uuid';
import { AppError } from '../core/errors.ts';
import { toJson } from '../core/json.ts';
import { httpDuration } from '../core/metrics.ts';
import type { Context } from '../domain/context.ts';
import { apiKeyLookup, type UserRow } from '../domain/staff/index.ts';
import type { QueueStore } from '../jobs/store.ts';
import { checkAccess, type KeyLookup } from './access.ts';
import { board } from './board.ts';
import { checkout } from './checkout/checkout.ts';
import { callbacks, withoutToken } from './callbacks.ts';
import { parseBody, readBody, refuseUnstorableText } from './body.ts';
import { docs } from './docs.ts';
import { errorHandler } from './errors.ts';
import { rateLimiters, type RateLimiters } from './rate-limit.ts';
import type { Answer, Route } from './route.ts';
import { ROUTES } from './routes.ts';
import { serverUrl } from './server-url.ts';
import { service } from './service.ts';
import { validate } from './validate.ts';

/** Nothing from elsewhere; the documentation and the board style themselves inline. */
const PAGE_POLICY = {
  'style-src': ["'self'", "'unsafe-inline'"],
  'font-src': ["'self'", 'data:'],
  // Without TLS in front, upgrading would leave the pages without their scripts.
  'upgrade-insecure-requests': null,
};

/** @param store the queues' store, for readiness, the board and limits shared between processes */
export function createApp(ctx: Context, store: QueueStore): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(identify(ctx));
  // Addresses are taken from a proxy on this machine only; anybody else could name any address.
  app.set('trust proxy', 'loopback');
  app.use(helmet({ contentSecurityPolicy: { directives: PAGE_POLICY } }));
  const limiters = rateLimiters(ctx.config.rate_limit_per_minute, store);

  app.use(service(ctx, store));
  app.use(docs());
  app.use('/board', board(ctx, store, limiters));
  app.use('/pay', checkout(ctx, limiters));
  app.use('/callbacks', limiters.callbacks, callbacks(ctx));
  app.use('/api', limiters.api, readBody);
  const findKey = apiKeyLookup(ctx.db);
  for (const route of ROUTES) mount(app, ctx, findKey, limiters, route);
  for (const [path, methods] of methodsByPath()) app.all(path, wrongMethod(methods));
  app.use((request, _response, next) => {
    next(
      new AppError(
        'NOT_FOUND',
        `There is nothing at ${request.method} ${request.path}. See /docs for what there is.`,
      ),
    );
  });
  app.use(errorHandler(ctx.log));
  return app;
}

/** Request ids, and one log line per request without its secrets. */
function identify(ctx: Context): RequestHandler {
  const logged = pinoHttp({
    logger: ctx.log,
    genReqId(request, response) {
      const given = request.headers['x-request-id'];
      const id = typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : uuidv7();
      response.setHeader('x-request-id', id);
      return id;
    },
    // Paths may carry ids, never query strings, which may carry phones.
    serializers: {
      req: (request: Request & { id: string }) => ({
        id: request.id,
        method: request.method,
        path: withoutToken(request.url.split('?')[0] ?? ''),
      }),
      res: (response: Response) => ({ status: response.statusCode }),
    },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'warn' : 'debug'),
  });
  return (request, response, next) => logged(request, response, next);
}

function mount(app: Express, ctx: Context, findKey: KeyLookup, limiters: RateLimiters, route: Route): void {
  const handler: RequestHandler = async (request, response) => {
    const stop = httpDuration.startTimer({ method: route.method, route: route.path });
    response.once('finish', () => stop({ status: String(response.statusCode) }));
    const caller = await checkAccess(ctx, findKey, route.access, request, (holder) =>
      limiters.verified(request, response, holder),
    );
    const query = request.query as Record<string, unknown>;
    refuseUnstorableText(query, '');
    const input = validate(route, {
      params: request.params as Record<string, string>,
      query,
      headers: request.headers,
      body: parseBody(request),
    });
    // Whose password it is: the caller's own, else that of the user named in the body.
    if (route.throttled) await limiters.signIn(request, response, caller.user ?? (input.body as UserRow));
    send(
      response,
      await route.handle({ ctx, server_url: serverUrl(ctx, request), ...caller, ...input } as never),
    );
  };
  const method = route.method.toLowerCase() as 'get';
  app[method](expressPath(route.path), handler);
}

function send(response: Response, answer: Answer): void {
  response.status(answer.status);
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (answer.text) response.type(answer.text.type).send(answer.text.content);
  else if (answer.json === undefined && answer.body === undefined) response.end();
  else response.type('application/json').send(answer.json ?? toJson(answer.body));
}

/** `/a/{b}` → `/a/:b` */
function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of ROUTES)
    methods.set(expressPath(path), [...(methods.get(expressPath(path)) ?? []), method]);
  return methods;
}

function wrongMethod(methods: string[]): RequestHandler {
  return (request, response, next) => {
    response.setHeader('allow', methods.join(', '));
    next(new AppError('NOT_FOUND', `There is no ${request.method} here; there is ${methods.join(', ')}.`));
  };
}
