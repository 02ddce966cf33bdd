/**
 * `/openapi.json`, `/docs` (the same document in Swagger UI, to read and to try) and `/docs/errors`. This server serves Swagger
 * UI itself, without a CDN.
 */
import { Router } from 'express';
import express from 'express';
// Only the path of its files: the package's main entry would load the whole user interface into this process.
import assetsFolder from 'swagger-ui-dist/absolute-path.js';
import { openApi } from '../openapi/document.ts';
import { errorPage } from './error-page.ts';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ushirika API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>`;

/**
 * Sections are collapsed at first: with this many operations expanded, Swagger UI renders only some of them. A key that is
 * typed is kept until the page is left: browser storage is readable by every script of this origin, and outlives the session.
 * Earlier versions stored keys there.
 */
const START = `localStorage.removeItem('authorized');
SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', persistAuthorization: false, docExpansion: 'none' });`;

let made: string | undefined;

/** The OpenAPI document, built at the first request: it takes a fifth of a second, which would delay the start. */
function documentText(): string {
  return (made ??= JSON.stringify(openApi()));
}

export function docs(): Router {
  const router = Router();
  const errors = errorPage();
  router.get(
    '/openapi.json',
    (_request, response) => void response.type('application/json').send(documentText()),
  );
  router.get('/docs', (_request, response) => void response.type('html').send(PAGE));
  router.get('/docs/errors', (_request, response) => void response.type('html').send(errors));
  router.get(
    '/docs/start.js',
    (_request, response) => void response.type('application/javascript').send(START),
  );
  router.use('/docs/assets', express.static(assetsFolder(), { index: false, maxAge: '1h' }));
  return router;
}
