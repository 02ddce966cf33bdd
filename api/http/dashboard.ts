/**
 * The dashboard: its assets, and its one page at each of its addresses. Built by `npm run build` (dashboard/build.mjs); where
 * it has not been built there is none.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, type RequestHandler } from 'express';
import sirv from 'sirv';
import type { Context } from '../../domain/platform/context.ts';

const YEAR_S = 31_536_000;
/** In index.html, where the nonce of a response goes. */
const NONCE_PLACE = '__NONCE__';
/** And whether anybody may register. */
const REGISTRATION_PLACE = '__REGISTRATION__';

/**
 * Nothing from anywhere else. The user interface adds style elements, which bear the nonce, and style attributes, which
 * cannot.
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

/** @param folder of the built dashboard */
export function dashboard({ config }: Pick<Context, 'config'>, folder: string = builtFolder()): Router {
  const router = Router();
  if (!existsSync(join(folder, '.hash'))) return router;
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const addresses = JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')) as Record<
    string,
    string
  >;

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
  const assets = sirv(join(folder, 'assets'), {
    brotli: true,
    gzip: true,
    immutable: true,
    maxAge: YEAR_S,
  });
  router.use('/assets', (request, response, next) => {
    // The folder is read at the start: a file that cannot be read any more ends its request, not the process.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    assets(request, response, next);
  });
  return router;
}

/** dist/dashboard, seen from the sources and from dist/ alike. */
function builtFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return join(folder, 'dist/dashboard');
}
