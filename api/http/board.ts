/** Bull Board over every queue, read-only, for signed-in platform operators. */
import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import { AppError, forbidden, unauthorized, unavailable } from '../../core/errors.ts';
import type { Context } from '../../domain/platform/context.ts';
import { sessions, users } from '../../domain/staff/index.ts';
import type { QueueStore } from '../../jobs/queue-store.ts';
import { boardPage, boardSignInPage, TAKE_SESSION } from './board-sign-in.ts';
import { logAndMap } from './errors.ts';
import { markup } from './html.ts';
import { clientOf } from './identify.ts';
import { isReachable } from './is-reachable.ts';
import type { RateLimiters } from './rate-limit.ts';

const COOKIE = 'ush_board';
const COOKIE_VALUE = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`);

export function board(ctx: Context, store: QueueStore, limiters: RateLimiters): Router {
  const router = Router();
  router.get('/sign-in', (_request, response) => void response.type('html').send(boardSignInPage('')));
  router.post(
    '/sign-in',
    express.urlencoded({ extended: false, limit: '4kb' }),
    signInHandler(ctx, limiters),
  );
  router.get(
    '/take-session.js',
    (_request, response) => void response.type('application/javascript').send(TAKE_SESSION),
  );
  // Only for a token in its header: a page of another origin cannot send one.
  router.post('/session', takeSession(ctx));
  router.post('/sign-out', async (request, response) => {
    const token = cookieToken(request);
    if (token) await sessions.signOut(ctx, token);
    response.clearCookie(COOKIE, { path: '/board' }).redirect(303, '/board/sign-in');
  });
  router.use(
    operatorsOnly(ctx),
    readOnly,
    requireReachableQueues(ctx, store),
    withoutExternalFonts,
    pages(ctx),
  );
  return router;
}

/** Bull Board's pages. Its packages are loaded when somebody first opens it, so that they do not delay the start. */
function pages(ctx: Context): RequestHandler {
  let opened: Promise<RequestHandler> | undefined;
  const open = async (): Promise<RequestHandler> => {
    const { bullBoard } = await import('./bull-board.ts');
    return bullBoard([...ctx.jobs.queues.values()]);
  };
  return async (request, response, next) => {
    opened ??= open();
    const show = await opened;
    show(request, response, next);
  };
}

/** Bull Board's page loads a font from a third party; without it the browser falls back to a system font. */
const withoutExternalFonts: RequestHandler = (_request, response, next) => {
  const send = response.send.bind(response);
  response.send = (body: unknown) =>
    send(typeof body === 'string' ? body.replace(/<link href="https:[^<>]*>/g, '') : body);
  next();
};

/** Refuses every method that could change something, even if Bull Board adds routes. */
const readOnly: RequestHandler = (request, _response, next) => {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  next(reads ? undefined : forbidden('The board is read-only.'));
};

/** Without the queues Bull Board would show an empty page; this answers 503 with the reason. */
function requireReachableQueues(ctx: Context, store: QueueStore): RequestHandler {
  return async (request, response, next) => {
    if (await isReachable(store.ping())) {
      next();
      return;
    }
    const error = unavailable('queue');
    if (request.accepts(['html', 'json']) !== 'html') next(error);
    else {
      const { message } = logAndMap(response, error, ctx.log);
      response
        .type('html')
        .send(boardPage(markup`<p role="alert">${message}</p><p><a href="/board">Try again</a></p>`));
    }
  };
}

function signInHandler(ctx: Context, limiters: RateLimiters): RequestHandler {
  return async (request: Request, response: Response) => {
    const { email = '', password = '', code = '' } = (request.body ?? {}) as Record<string, unknown>;
    // PostgreSQL does not accept NUL in text; no email has one.
    const credentials = {
      email: String(email).replaceAll('\0', ''),
      password: String(password),
      code: code === '' ? undefined : String(code),
    };
    await limiters.sign_in(request, response);
    const signedIn = await users.signIn(ctx, credentials, clientOf(request)).catch(problemIfUnauthorized);
    if (typeof signedIn === 'string') {
      response.status(401).type('html').send(boardSignInPage(signedIn));
      return;
    }
    setCookie(ctx, response, signedIn.token, signedIn.expires_at);
    response.redirect(303, '/board');
  };
}

/** Opens the board with the session of the dashboard; it ends with that. */
function takeSession(ctx: Context): RequestHandler {
  return async (request, response) => {
    const token = bearerToken(request);
    if (!token || !sessions.isSessionToken(token))
      throw unauthorized('The board is for signed-in platform operators.');
    const { operator } = await sessions.userOf(ctx, token);
    if (!operator) throw forbidden('The board is for platform operators.');
    setCookie(ctx, response, token);
    response.status(204).end();
  };
}

/** @param expires the end of the browser's session when left out */
function setCookie({ config }: Context, response: Response, token: string, expires?: Date): void {
  response.cookie(COOKIE, token, {
    httpOnly: true,
    sameSite: 'strict',
    secure: config.public_url?.startsWith('https:') ?? false,
    path: '/board',
    ...(expires ? { expires } : {}),
  });
}

function bearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1];
}

/** Allows operators, with the cookie of the sign-in page or a bearer token. */
function operatorsOnly(ctx: Context): RequestHandler {
  return async (request, response, next) => {
    const token = bearerToken(request) ?? cookieToken(request);
    if (!token || !sessions.isSessionToken(token)) {
      if (request.accepts(['html', 'json']) === 'html') response.redirect(303, '/board/sign-in');
      else next(unauthorized('The board is for signed-in platform operators.'));
      return;
    }
    const user = await sessions.userOf(ctx, token).catch(nullIfUnauthorized);
    if (!user) {
      response.clearCookie(COOKIE, { path: '/board' }).redirect(303, '/board/sign-in');
      return;
    }
    next(user.operator ? undefined : forbidden('The board is for platform operators.'));
  };
}

/** null if the user is not signed in, and gets the sign-in page; an outage stays an error. */
function nullIfUnauthorized(error: unknown): null {
  if (error instanceof AppError && error.code === 'UNAUTHORIZED') return null;
  throw error;
}

/** The message for the sign-in page; an outage stays an error. */
function problemIfUnauthorized(error: unknown): string {
  if (error instanceof AppError && error.code === 'UNAUTHORIZED') return error.message;
  throw error;
}

function cookieToken(request: Request): string | undefined {
  return COOKIE_VALUE.exec(request.header('cookie') ?? '')?.[1];
}
