/** The HTTP server: turns route declarations into an Express app. */
import express, { Router, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { AppError } from '../core/errors.ts';
import { httpDuration } from '../core/metrics.ts';
import { runAs } from '../core/work.ts';
import type { Context } from '../domain/platform/context.ts';
import { apiKeyLookup } from '../domain/staff/index.ts';
import type { QueueStore } from '../jobs/queue-store.ts';
import { checkAccess, noteIdentity, type KeyLookup } from './http/access.ts';
import { board } from './http/board.ts';
import { checkout } from './checkout/checkout.ts';
import { dashboard } from './http/dashboard.ts';
import { consentPages } from './consent/consent-pages.ts';
import { callbacks } from './callbacks.ts';
import { paperCheck } from './paper-check.ts';
import { parseBody, readBody, readLargeBody, refuseUnstorableText } from './http/body.ts';
import { docs } from './http/docs.ts';
import { countErrors } from './http/count-errors.ts';
import { errorHandler } from './http/errors.ts';
import { clientOf, identify } from './http/identify.ts';
import { endOf } from './http/request-end.ts';
import { resumeWork, workOf } from './http/request-work.ts';
import { idsMade } from './http/made.ts';
import { rateLimiters, type RateLimiters } from './http/rate-limit.ts';
import { withMemberId } from './http/member-name.ts';
import type { Route } from './http/route.ts';
import { routeGroups } from './http/route-groups.ts';
import { ROUTES } from './routes.ts';
import { readUpload, type UploadedFile } from './http/upload.ts';
import { readerOf } from './http/read-from.ts';
import { sendAnswer } from './http/send-answer.ts';
import { serverUrl } from './http/server-url.ts';
import { service } from './http/service.ts';
import { validate } from './http/validate.ts';

/** Content Security Policy: this origin only; Swagger UI and Bull Board need inline styles. */
const PAGE_POLICY = {
  'style-src': ["'self'", "'unsafe-inline'"],
  'font-src': ["'self'", 'data:'],
  // Photos of members are read with the session, which an address could not send.
  'img-src': ["'self'", 'data:', 'blob:'],
  // Without TLS in front, upgrading would prevent the pages from loading their scripts.
  'upgrade-insecure-requests': null,
};

/** @param store the store of the queues, for readiness, the board and limits shared between processes */
export function createApp(ctx: Context, store: QueueStore): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(identify(ctx.log));
  // An address from any other sender is ignored, because it could be forged.
  app.set('trust proxy', ctx.config.trust_proxy);
  app.use(helmet({ contentSecurityPolicy: { directives: PAGE_POLICY } }));
  const limiters = rateLimiters(ctx.config.rate_limit_per_minute, store);

  // First, because most requests are for the API, and every earlier handler costs a path comparison.
  app.use(onlyApi(Router().use(limiters.api, readSmallBody, resumeWork, resources(ctx, limiters))));
  app.use(service(ctx, store));
  app.use(docs());
  const { pages, missing } = dashboard(ctx);
  app.use(pages);
  app.use('/board', board(ctx, store, limiters));
  app.use('/pay', checkout(ctx, limiters));
  app.use('/documents', paperCheck(ctx, limiters));
  app.use('/consent', consentPages(ctx, limiters));
  app.use('/callbacks', limiters.callbacks, callbacks(ctx));
  app.use(missing);
  app.use((request, _response, next) => {
    next(
      new AppError(
        'NOT_FOUND',
        `There is nothing at ${request.method} ${request.path}. See /docs for what there is.`,
      ),
    );
  });
  app.use(countErrors(ctx.api_errors));
  app.use(errorHandler(ctx.log));
  return app;
}

/** Unlike a router mounted at `/api`, it does not shorten the paths of requests. */
function onlyApi(router: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (!/^\/api(?:\/|$)/i.test(request.path)) return next();
    // Before anything can fail. Answers tell of money and people, and some of them of secrets.
    response.setHeader('cache-control', 'no-store');
    router(request, response, next);
  };
}

/** Bodies are read first, except those that may be large: these are read after the access check. */
const readSmallBody: RequestHandler = (request, response, next) => {
  const is_large = LARGE_BODIES.some(
    ({ method, path }) => method === request.method && path.test(request.path),
  );
  if (is_large) next();
  else readBody(request, response, next);
};

const LARGE_BODIES = ROUTES.filter(({ body_bytes, upload_bytes }) => body_bytes ?? upload_bytes).map(
  ({ method, path }) => ({ method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i') }),
);

/** Dispatches to all routes, by path and method. */
function resources(ctx: Context, limiters: RateLimiters): RequestHandler {
  const findKey = apiKeyLookup(ctx.db);
  const groupOf = routeGroups(ROUTES.map(({ path }) => path));
  const routers = new Map(ROUTES.map(({ path }) => [groupOf(path), Router()]));
  for (const route of ROUTES) {
    const router = routers.get(groupOf(route.path)) as Router;
    const method = route.method.toLowerCase() as 'get';
    router[method](expressPath(route.path), handlerOf(route, { ctx, findKey, limiters }));
  }
  for (const [path, methods] of methodsByPath())
    routers.get(groupOf(path))?.all(expressPath(path), otherMethods(methods));
  return (request, response, next) => {
    const router = routers.get(groupOf(request.path));
    if (router) router(request, response, next);
    else next();
  };
}

interface Service {
  ctx: Context;
  findKey: KeyLookup;
  limiters: RateLimiters;
}

function handlerOf(route: Route, { ctx, findKey, limiters }: Service): RequestHandler {
  const read = readerOf(route, ctx);
  return async (request, response) => {
    const stop = httpDuration.startTimer({ method: route.method, route: route.path });
    response.once('finish', () => stop({ status: String(response.statusCode) }));
    workOf(request).route = route.path;
    const identified = await checkAccess({
      ctx,
      findKey,
      route,
      request,
      verified: (holder) => limiters.verified(request, response, holder),
    });
    const work = workOf(request);
    noteIdentity(work, identified);
    if (route.body_bytes !== undefined) await readLargeBody(request, response, route.body_bytes);
    const query = request.query as Record<string, unknown>;
    refuseUnstorableText(query, '');
    const input = validate(route, {
      params: request.params as Record<string, string>,
      query,
      headers: request.headers,
      body: parseBody(request),
    });
    if (route.throttled) await limiters[route.throttled](request, response);
    const answer = await runAs(work, () =>
      read({ ctx, identified }, async (from) =>
        route.handle({
          ctx: from.ctx,
          server_url: serverUrl(ctx, request),
          client: clientOf(request),
          accepts: (...types: string[]) => request.accepts(types),
          ended: () => endOf(request, response),
          upload: <Result>(take: (file: UploadedFile) => Promise<Result>) =>
            readUpload(request, route.upload_bytes ?? 0, take),
          ...from.identified,
          ...input,
          params: await withMemberId(input.params, from.identified),
        } as never),
      ),
    );
    work.made.push(...idsMade(answer));
    await runAs(work, () => sendAnswer(response, answer));
  };
}

/** `/a/{b}` → `/a/:b` */
function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Paths without parameters come first: `/payments/ussd-intent` is not a payment. */
function methodsByPath(): [path: string, methods: string[]][] {
  const methods = new Map<string, string[]>();
  for (const { path, method } of ROUTES) methods.set(path, [...(methods.get(path) ?? []), method]);
  return [...methods].toSorted(([a], [b]) => namesIn(a) - namesIn(b));
}

function namesIn(path: string): number {
  return path.split('{').length - 1;
}

/** Answers OPTIONS with the path's methods, with or without a credential, and any other method with 404. */
function otherMethods(methods: string[]): RequestHandler {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS'];
  return (request, response, next) => {
    response.setHeader('allow', allowed.join(', '));
    if (request.method === 'OPTIONS') response.status(204).end();
    else
      next(new AppError('NOT_FOUND', `There is no ${request.method} here; there is ${methods.join(', ')}.`));
  };
}
