/** `/documents/{code}`: what a paper says that somebody holds, by the code on it. For anyone, as a page or as JSON. */
import { Router, type ErrorRequestHandler, type Request } from 'express';
import { notFound } from '../core/errors.ts';
import { toJson } from '../core/json.ts';
import { httpDuration } from '../core/metrics.ts';
import { checkPaper, presentPaper, WORDS, type CheckedPaper, type Words } from '../domain/papers/index.ts';
import type { Context } from '../domain/platform/context.ts';
import { logAndMap } from './http/errors.ts';
import { markup, type Markup } from './http/html.ts';
import { languageOf, type Language } from './http/language.ts';
import { amountLine, sendPage } from './http/public-page.ts';
import type { RateLimiters } from './http/rate-limit.ts';

export function paperCheck(ctx: Context, limiters: RateLimiters): Router {
  const router = Router();
  router.use((request, response, next) => {
    const stop = httpDuration.startTimer({ method: request.method });
    response.once('finish', () => stop({ route: '/documents/:code', status: String(response.statusCode) }));
    response.setHeader('cache-control', 'no-store');
    response.vary('accept');
    next();
  });
  router.get('/:code', limiters.checks, async (request, response) => {
    const checked = await checkPaper(ctx.db, String(request.params['code']));
    if (wantsJson(request)) {
      response.type('application/json').send(toJson(presentPaper(checked)));
      return;
    }
    const language = languageOf(request, response);
    const words = WORDS[language];
    sendPage(response, {
      language,
      title: words.genuine,
      test: checked.paper.environment === 'test',
      body: paperBody(checked, words),
      footer: 'Ushirika',
    });
  });
  // The router itself answers OPTIONS, after all of its routes.
  router.use((request, _response, next) => next(request.method === 'OPTIONS' ? undefined : notFound('page')));
  router.use(errorPages(ctx));
  return router;
}

function wantsJson(request: Request): boolean {
  return request.accepts(['html', 'json']) === 'json';
}

function paperBody(checked: CheckedPaper, words: Words): Markup {
  const { paper, reversed } = checked;
  const { code, member_no } = presentPaper(checked);
  return markup`<div class="mark ${reversed ? 'over' : 'good'}" aria-hidden="true">${reversed ? '!' : '✓'}</div>
<div class="middle"><h1>${words.genuine}</h1></div>
${reversed ? markup`<p class="notice" role="alert">${words.reversed_since}</p>` : null}
<div class="middle">${amountLine(paper.amount_minor, paper.currency)}</div>
<dl>
<dt>${words.paper}</dt><dd>${words.kinds[paper.kind]}</dd>
${member_no === null ? null : markup`<dt>${words.member}</dt><dd>${member_no}</dd>`}
<dt>${words.date}</dt><dd>${paper.dated_on}</dd>
<dt>${words.code}</dt><dd>${code}</dd>
</dl>
<p class="hint">${words.genuine_hint}</p>`;
}

/** Errors as pages, unless the client asked for JSON. */
function errorPages(ctx: Context): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent || wantsJson(request)) {
      next(thrown);
      return;
    }
    const error = logAndMap(response, thrown, ctx.log);
    const language: Language = languageOf(request, response);
    const words = WORDS[language];
    const is_unknown = error.code === 'NOT_FOUND';
    sendPage(response.status(error.status), {
      language,
      title: is_unknown ? words.unknown : words.not_now,
      body: markup`<div class="mark bad" aria-hidden="true">✕</div>
<div class="middle"><h1>${is_unknown ? words.unknown : words.not_now}</h1>
<p>${is_unknown ? words.unknown_hint : words.not_now_hint}</p></div>`,
      footer: 'Ushirika',
    });
  };
}
