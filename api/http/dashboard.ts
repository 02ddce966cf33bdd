/**
 * Serves the dashboard: its assets, and its page at each of its addresses. `npm run build` builds it (dashboard/build.mjs);
 * without a build it is not served.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, type RequestHandler } from 'express';
import sirv from 'sirv';
import type { Context } from '../../domain/platform/context.ts';

const YEAR_S = 31_536_000;
/** The service worker of the pages that open without a network. Its folder alone would not include the first of them. */
const WORKER = '/collections/worker.js';
const WORKER_SCOPE = '/collections';
/** The placeholder in index.html for the nonce of a response. */
const NONCE_PLACE = '__NONCE__';
/** The placeholder for whether registration is open. */
const REGISTRATION_PLACE = '__REGISTRATION__';

/**
 * Allows nothing from other origins. The user interface adds style elements, which have the nonce, and style attributes, which
 * cannot have one.
 */
function pagePolicy(nonce: string): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

export interface Dashboard {
  /** Its pages and assets. */
  pages: RequestHandler;
  /** Answers a browser that asks for an address where nothing is with the dashboard's page, which says so. */
  missing: RequestHandler;
}

/** @param folder of the built dashboard */
export function dashboard({ config }: Pick<Context, 'config'>, folder: string = builtFolder()): Dashboard {
  const router = Router();
  if (!existsSync(join(folder, '.hash')))
    return { pages: router, missing: (_request, _response, next) => next() };
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const addresses = JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')) as Record<
    string,
    string
  >;

  const worker = readFileSync(join(folder, 'collections-worker.js'));

  const sendPage: RequestHandler = (_request, response) => {
    const nonce = randomBytes(16).toString('base64');
    response.setHeader('content-security-policy', pagePolicy(nonce));
    response.setHeader('cache-control', 'no-cache');
    const registration = config.open_registration ? 'open' : 'closed';
    response.type('html').send(page.replaceAll(NONCE_PLACE, nonce).replace(REGISTRATION_PLACE, registration));
  };
  for (const address of new Set(['/ledger', '/settings', ...Object.values(addresses)])) {
    router.get(address, sendPage);
  }
  router.get(WORKER, (_request, response) => {
    response.setHeader('content-security-policy', `default-src 'none'; connect-src 'self'`);
    response.setHeader('cache-control', 'no-cache');
    response.setHeader('service-worker-allowed', WORKER_SCOPE);
    response.type('js').send(worker);
  });
  const assets = sirv(join(folder, 'assets'), {
    brotli: true,
    gzip: true,
    immutable: true,
    maxAge: YEAR_S,
  });
  router.use('/assets', (request, response, next) => {
    // The folder is read at the start: if a file becomes unreadable, its request fails, not the process.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    assets(request, response, next);
  });
  const missing: RequestHandler = (request, response, next) => {
    const is_browser = request.method === 'GET' && request.accepts('json', 'html') === 'html';
    if (!is_browser || /^\/(?:api|assets|callbacks)(?:\/|$)/i.test(request.path)) return next();
    response.status(404);
    sendPage(request, response, next);
  };
  return { pages: router, missing };
}

/** dist/dashboard, found from the sources and from dist/. */
function builtFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return join(folder, 'dist/dashboard');
}
